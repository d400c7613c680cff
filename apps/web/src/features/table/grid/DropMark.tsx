/** Where the files that are dragged would go. */
export function DropMark({ box }: { box: DOMRect }) {
  return (
    <div
      aria-hidden
      data-drop-mark
      className="pointer-events-none fixed z-20 rounded-[2px] border-2 border-accent bg-accent-tint/60"
      style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
    />
  )
}
