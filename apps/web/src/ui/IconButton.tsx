import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { type ButtonVariant, buttonClass, keptFocus } from './Button.tsx'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'
import { Tooltip } from './Tooltip.tsx'

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  /** The accessible name, and the tooltip. */
  label: string
  icon: ReactNode
  variant?: ButtonVariant
  size?: 'xs' | 'sm' | 'md'
  /** Shown in the tooltip, such as `Mod+K`. */
  shortcut?: string
  placement?: 'top' | 'bottom' | 'left' | 'right'
  className?: string
}

const squares = {
  xs: 'size-6 coarse:size-11',
  sm: 'size-7 coarse:size-11',
  md: 'size-8 coarse:size-11',
}

export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size = 'sm',
  shortcut,
  placement = 'bottom',
  className,
  ...props
}: IconButtonProps) {
  return (
    <Tooltip label={label} placement={placement} {...(shortcut ? { shortcut } : {})}>
      <AriaButton
        {...props}
        aria-label={label}
        render={keptFocus}
        className={buttonClass(variant, 'square', cx(squares[size], className))}
      >
        {({ isPending }) => (isPending ? <Spinner label={label} /> : icon)}
      </AriaButton>
    </Tooltip>
  )
}
