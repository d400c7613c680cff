import type { ReactNode } from 'react'
import { Link as AriaLink, type LinkProps as AriaLinkProps } from 'react-aria-components/Link'
import { cx } from './cx.ts'

export interface LinkProps extends Omit<AriaLinkProps, 'className' | 'style' | 'children'> {
  children: ReactNode
  className?: string
}

export function Link({ children, className, ...props }: LinkProps) {
  return (
    <AriaLink
      {...props}
      className={cx(
        'cursor-pointer rounded-[3px] font-medium text-accent-text underline decoration-accent-line underline-offset-[3px] outline-none hovered:decoration-current focus-visible:ring-focus',
        className,
      )}
    >
      {children}
    </AriaLink>
  )
}
