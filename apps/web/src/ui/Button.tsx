import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { Link as AriaLink, type LinkProps as AriaLinkProps } from 'react-aria-components/Link'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-ghost'
export type ButtonSize = 'sm' | 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-accent text-on-accent hovered:bg-accent-hover pressed:bg-accent-pressed disabled:bg-pressed disabled:text-ink-faint',
  secondary:
    'bg-surface text-ink border border-line-strong shadow-[0_1px_1px_rgb(28_25_23/0.04)] hovered:bg-hover pressed:bg-pressed disabled:text-ink-faint disabled:shadow-none',
  ghost: 'text-ink-soft hovered:bg-hover hovered:text-ink pressed:bg-pressed disabled:text-ink-faint/60',
  danger:
    'bg-danger text-on-danger hovered:bg-danger-hover pressed:bg-danger-pressed disabled:bg-pressed disabled:text-ink-faint',
  'danger-ghost': 'text-danger-text hovered:bg-danger-tint pressed:bg-danger-tint',
}

const sizes: Record<ButtonSize | 'square', string> = {
  square: '',
  sm: 'h-7 px-2 gap-1.5 coarse:h-11 coarse:px-3',
  md: 'h-8 px-3 gap-1.5 coarse:h-11 coarse:px-4',
  lg: 'h-10 px-4 gap-2 coarse:h-11',
}

/** The look of a button, for elements that must be something else; `square` leaves the size to the caller. */
export function buttonClass(
  variant: ButtonVariant = 'secondary',
  size: ButtonSize | 'square' = 'md',
  className?: string,
): string {
  return cx(
    'relative inline-flex shrink-0 cursor-default items-center justify-center rounded-control text-sm font-medium whitespace-nowrap select-none outline-none transition-colors',
    'focus-visible:ring-focus forced-colors:border forced-colors:border-[ButtonBorder]',
    '[&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    className,
  )
}

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'isPending'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** A lucide icon element, drawn before the label. */
  icon?: ReactNode
  className?: string
  isPending?: boolean | undefined
  children?: ReactNode
}

/**
 * Says what happens. `isPending` keeps the width and the focus, shows a spinner and ignores presses. (React Aria's own
 * pending state announces by an element that names a button which may be gone by then.)
 */
export function Button({ variant, size, icon, className, children, isPending, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      {...(isPending ? { type: 'button' as const, onPress: ignorePress } : {})}
      render={keptFocus}
      className={buttonClass(variant, size, className)}
    >
      <span className={cx('contents', isPending && '[&>*]:invisible')}>
        {icon}
        <span className="truncate">{children}</span>
      </span>
      {isPending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner label="Working" />
        </span>
      )}
    </AriaButton>
  )
}

const ignorePress = () => {}

/** Switched off under the focus, a button keeps it until it is left: keys would be nowhere without it. */
export const keptFocus: NonNullable<AriaButtonProps['render']> = (props, { isDisabled, isFocused }) =>
  isDisabled && isFocused ? (
    <button {...props} type="button" disabled={false} aria-disabled />
  ) : (
    // oxlint-disable-next-line react/button-has-type
    <button {...props} />
  )

export interface ButtonLinkProps extends Omit<AriaLinkProps, 'className' | 'style' | 'children'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  className?: string
  children?: ReactNode
}

/** A link that looks like a button: it goes somewhere. */
export function ButtonLink({ variant, size, icon, className, children, ...props }: ButtonLinkProps) {
  return (
    <AriaLink {...props} className={buttonClass(variant, size, className)}>
      {icon}
      <span className="truncate">{children}</span>
    </AriaLink>
  )
}
