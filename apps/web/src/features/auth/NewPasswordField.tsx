import { cx } from '../../ui/cx.ts'
import { PasswordField } from '../../ui/TextField.tsx'
import { passwordStrength } from './password-strength.ts'

export interface NewPasswordFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Name and address of the person, which make a password weak. */
  about?: readonly string[]
  errorMessage?: string | undefined
}

/** A password being chosen, with how strong it is. */
export function NewPasswordField({
  label,
  value,
  onChange,
  about = [],
  errorMessage,
}: NewPasswordFieldProps) {
  const { level, label: word, hint } = passwordStrength(value, about)
  return (
    <PasswordField
      label={label}
      name="new-password"
      autoComplete="new-password"
      value={value}
      onChange={onChange}
      minLength={8}
      isRequired
      {...(errorMessage ? { errorMessage } : {})}
      footer={
        <div aria-live="polite">
          <div className="flex gap-1" aria-hidden>
            {[1, 2, 3, 4].map((step) => (
              <span
                key={step}
                className={cx(
                  'h-1 flex-1 rounded-full transition-colors',
                  step > level
                    ? 'bg-pressed'
                    : level === 1
                      ? 'bg-danger'
                      : level === 2
                        ? 'bg-warn-text'
                        : 'bg-accent',
                )}
              />
            ))}
          </div>
          <p className="mt-1.5 text-xs text-ink-muted">
            {word && <span className="font-medium text-ink-soft">{word}. </span>}
            {hint}
          </p>
        </div>
      }
    />
  )
}
