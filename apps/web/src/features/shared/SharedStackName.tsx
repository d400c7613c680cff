import { Avatar } from '../../ui/Avatar.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import type { StackWords } from './shared-stacks.ts'

/** What a stack or a lane is called, as its value looks in a cell. */
export function SharedStackName({ words: { label, hue, isPerson, isNothing } }: { words: StackWords }) {
  if (hue) return <Chip hue={hue}>{label}</Chip>
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {isPerson && <Avatar id={label} name={label} size={20} />}
      <span className={cx('truncate', isNothing && 'text-ink-muted')}>{label}</span>
    </span>
  )
}
