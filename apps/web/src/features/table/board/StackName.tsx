import { Chip } from '../../../ui/Chip.tsx'
import { cx } from '../../../ui/cx.ts'
import { PersonName } from '../PersonName.tsx'
import type { Stack } from './stacks.ts'

/** What a stack or a lane is called, as its value looks in a cell. */
export function StackName({ stack }: { stack: Stack }) {
  if (stack.hue) return <Chip hue={stack.hue}>{stack.label}</Chip>
  if (stack.person) return <PersonName id={stack.person} />
  return <span className={cx('truncate', stack.value === null && 'text-ink-muted')}>{stack.label}</span>
}
