import { cx } from './cx.ts'

/** Work of unknown length. `label` is read out; null when text beside it says the same. */
export function Spinner({ label, className }: { label: string | null; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      className={cx('size-4 animate-spin', className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeOpacity="0.22" strokeWidth="1.75" />
      <path
        d="M14.25 8A6.25 6.25 0 0 0 8 1.75"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
    </svg>
  )
}
