import { type ReactNode, useRef } from 'react'
import { Form as AriaForm, type FormProps as AriaFormProps } from 'react-aria-components/Form'
import { cx } from './cx.ts'

export interface FormProps extends Pick<AriaFormProps, 'id' | 'validationBehavior'> {
  /** Called once all fields are valid for the browser. The focus comes to the first field that is not when it has answered. */
  onSubmit: () => unknown
  /** While true, Enter sends nothing a second time. */
  isPending: boolean
  /** 16 px between the fields, or 20. */
  gap?: 4 | 5
  className?: string
  children: ReactNode
}

/** Fields below one another, sent by their button or by Enter. */
export function Form({ onSubmit, isPending, gap = 4, className, children, ...props }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const submit = async () => {
    await onSubmit()
    requestAnimationFrame(() => focusInvalid(form.current))
  }
  return (
    <AriaForm
      {...props}
      ref={form}
      className={cx('flex flex-col', gap === 4 ? 'gap-4' : 'gap-5', className)}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) void submit()
      }}
    >
      {children}
    </AriaForm>
  )
}

const enabled = ':not(:disabled, [tabindex="-1"])'
const focusable = ['input', 'textarea', 'select', 'button', '[tabindex="0"]']
  .map((one) => one + enabled)
  .join()

/** A message above what is in sight would be seen by nobody: the focus goes to its field, and with it what is on screen. */
function focusInvalid(form: HTMLFormElement | null): void {
  const invalid = [...(form?.querySelectorAll('[aria-invalid=true], [data-invalid]') ?? [])]
  for (const field of invalid) {
    const place = field.matches(focusable) ? field : field.querySelector<HTMLElement>(focusable)
    if (!(place instanceof HTMLElement)) continue
    for (const part of form?.querySelectorAll('details') ?? []) if (part.contains(place)) part.open = true
    place.focus({ preventScroll: true })
    field.scrollIntoView({ block: 'nearest' })
    return
  }
}
