import { TriangleAlert } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { FieldError as AriaFieldError } from 'react-aria-components/FieldError'
import { Label as AriaLabel } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { cx } from './cx.ts'

/** Parts shared by everything with a label: the label, the description and the error below. */
export interface FieldTexts {
  label: string
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean
  /** Beside the label, such as a link. */
  labelEnd?: ReactNode
  description?: ReactNode
  errorMessage?: ReactNode
}

/**
 * For the `isInvalid` of a field. Absent while there is no message of ours: `false` would mean that we vouch for the value,
 * and the browser's own complaints ("Please fill in this field") would not be shown.
 */
export function invalidBy({ errorMessage }: Pick<FieldTexts, 'errorMessage'>): { isInvalid?: true } {
  return errorMessage ? { isInvalid: true } : {}
}

/**
 * What was missing and is there is not told any more while one types. Else it would go as the field is left, and the button that
 * was to be pressed would move away from below the pointer.
 */
export function tellMended({
  currentTarget: field,
}: FormEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (field.ariaInvalid === 'true' && field.validity.valid) field.dispatchEvent(new Event('change'))
}

export const inputClass = cx(
  'w-full min-w-0 h-8 rounded-control border border-line-control bg-surface px-2.5 text-sm text-ink outline-none coarse:h-11 coarse:text-[1rem]',
  'placeholder:text-ink-faint focus:border-focus focus:ring-focus focus:-outline-offset-1',
  'invalid:border-danger-text aria-invalid:border-danger-text disabled:border-line-strong disabled:bg-sunken disabled:text-ink-faint read-only:bg-sunken',
)

export function FieldLabel({ label, isLabelHidden, labelEnd }: FieldTexts) {
  if (isLabelHidden) return <AriaLabel className="sr-only">{label}</AriaLabel>
  return (
    <span className="flex items-baseline justify-between gap-3">
      <AriaLabel className="text-sm font-medium text-ink">{label}</AriaLabel>
      {labelEnd}
    </span>
  )
}

export function FieldNotes({ description, errorMessage }: Pick<FieldTexts, 'description' | 'errorMessage'>) {
  return (
    <>
      {description && (
        <Text slot="description" className="text-xs text-ink-muted">
          {description}
        </Text>
      )}
      <AriaFieldError className="flex items-start gap-1.5 text-xs text-danger-text">
        {({ defaultChildren }) => (
          <>
            <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
            <span>{errorMessage ?? defaultChildren}</span>
          </>
        )}
      </AriaFieldError>
    </>
  )
}
