import { cx } from './cx.ts'

const isApple = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform)

const everywhere = { Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }
const appleNames: Record<string, string> = { ...everywhere, Mod: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↵' }
const otherNames: Record<string, string> = { ...everywhere, Mod: 'Ctrl' }

/** Keys of this platform: `Mod+Shift+K` is ⌘ ⇧ K on Apple's, Ctrl Shift K elsewhere. */
export function keyNames(keys: string): string[] {
  const names = isApple ? appleNames : otherNames
  return keys.split('+').map((key) => names[key] ?? key)
}

export function Kbd({ keys, tone = 'plain' }: { keys: string; tone?: 'plain' | 'inverse' }) {
  return (
    <span className="inline-flex shrink-0 gap-0.5">
      {keyNames(keys).map((key) => (
        <kbd
          key={key}
          className={cx(
            'inline-grid h-4.5 min-w-4.5 place-items-center rounded-[4px] px-1 font-sans text-xs leading-none',
            tone === 'plain' ? 'border border-line-strong bg-surface text-ink-muted' : 'bg-page/15 text-page',
          )}
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
