import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import { cx } from './cx.ts'
import { FieldLabel, FieldNotes, type FieldTexts, inputClass, invalidBy, tellMended } from './Field.tsx'

type Base = Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'type'> & FieldTexts

export interface TextFieldProps extends Base {
  type?: 'text' | 'email' | 'url' | 'search' | 'tel'
  placeholder?: string
  /** An icon inside, at the start. */
  icon?: ReactNode
  className?: string
}

export function TextField({ type = 'text', placeholder, icon, className, ...props }: TextFieldProps) {
  const { label, isLabelHidden, labelEnd, description, errorMessage, ...rest } = props
  return (
    <AriaTextField
      {...invalidBy({ errorMessage })}
      {...rest}
      type={type}
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
    >
      <FieldLabel {...{ label, isLabelHidden: isLabelHidden ?? false, labelEnd }} />
      <span className="relative">
        {icon && (
          <span className="pointer-events-none absolute inset-y-0 left-2.5 grid place-items-center text-ink-faint [&_svg]:size-4">
            {icon}
          </span>
        )}
        <Input
          onInput={tellMended}
          className={cx(inputClass, icon !== undefined && 'pl-8.5')}
          {...(placeholder ? { placeholder } : {})}
        />
      </span>
      <FieldNotes {...{ description, errorMessage }} />
    </AriaTextField>
  )
}

export interface PasswordFieldProps extends Base {
  className?: string
  /** Below the field, such as a strength meter. */
  footer?: ReactNode
}

/** A password with a button to show it. */
export function PasswordField({ className, footer, ...props }: PasswordFieldProps) {
  const { label, isLabelHidden, labelEnd, description, errorMessage, ...rest } = props
  const [isShown, setShown] = useState(false)
  return (
    <AriaTextField
      {...invalidBy({ errorMessage })}
      {...rest}
      type={isShown ? 'text' : 'password'}
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
    >
      <FieldLabel {...{ label, isLabelHidden: isLabelHidden ?? false, labelEnd }} />
      <Group className="relative">
        <Input onInput={tellMended} className={cx(inputClass, 'pr-9 coarse:pr-12')} />
        <AriaButton
          slot={null}
          aria-label={isShown ? 'Hide password' : 'Show password'}
          aria-pressed={isShown}
          onPress={() => setShown(!isShown)}
          className="absolute top-1 right-1 grid size-6 place-items-center rounded-[4px] text-ink-muted outline-none hovered:bg-hover hovered:text-ink focus-visible:ring-focus coarse:inset-y-0 coarse:right-0 coarse:size-11"
        >
          {isShown ? <EyeOff className="size-4" aria-hidden /> : <Eye className="size-4" aria-hidden />}
        </AriaButton>
      </Group>
      {footer}
      <FieldNotes {...{ description, errorMessage }} />
    </AriaTextField>
  )
}
