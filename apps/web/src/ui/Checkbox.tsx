import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
} from 'react-aria-components/Checkbox'
import { cx } from './cx.ts'

export interface CheckboxProps extends Omit<AriaCheckboxProps, 'className' | 'style' | 'children'> {
  /** The label; without it give `aria-label`. */
  children?: ReactNode
  className?: string
}

export function Checkbox({ children, className, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox
      {...props}
      className={cx(
        'group/check inline-flex min-h-6 cursor-default items-center gap-2 text-sm text-ink select-none disabled:text-ink-faint coarse:min-h-11',
        className,
      )}
    >
      {({ isSelected, isIndeterminate }) => (
        <>
          <span
            className={cx(
              'grid size-4 shrink-0 place-items-center rounded-[4px] border transition-colors group-focus-visible/check:ring-focus coarse:size-5',
              isSelected || isIndeterminate
                ? 'border-accent bg-accent text-on-accent forced-colors:bg-[Highlight]'
                : 'border-line-control bg-surface group-hovered/check:border-ink-muted',
              'group-disabled/check:opacity-50 group-invalid/check:border-danger-text',
            )}
          >
            {isIndeterminate ? (
              <Minus aria-hidden className="size-3" strokeWidth={3} />
            ) : (
              isSelected && <Check aria-hidden className="size-3" strokeWidth={3} />
            )}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  )
}
