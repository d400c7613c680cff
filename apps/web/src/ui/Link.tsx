import type { ReactNode } from 'react'
import { Link as AriaLink, type LinkProps as AriaLinkProps } from 'react-aria-components/Link'
import { cx } from './cx.ts'

export interface LinkProps extends Omit<AriaLinkProps, 'className' | 'style' | 'children'> {
  children: ReactNode
  /** Not in a sentence: as high as a finger wants it, without moving what is around it. */
  isAlone?: boolean
  className?: string
}

export function Link({ children, isAlone = false, className, ...props }: LinkProps) {
  return (
    <AriaLink
      {...props}
      className={cx(
        'cursor-pointer rounded-[3px] font-medium text-accent-text underline decoration-accent-line underline-offset-[3px] outline-none hovered:decoration-current focus-visible:ring-focus',
        isAlone && 'coarse:-my-3.5 coarse:inline-flex coarse:min-h-11 coarse:items-center',
        className,
      )}
    >
      {children}
    </AriaLink>
  )
}
