import type { ReactNode } from 'react'
import { Form as AriaForm, type FormProps as AriaFormProps } from 'react-aria-components/Form'
import { cx } from './cx.ts'

export interface FormProps extends Pick<AriaFormProps, 'id' | 'validationBehavior'> {
  /** Called once all fields are valid. */
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
  return (
    <AriaForm
      {...props}
      className={cx('flex flex-col', gap === 4 ? 'gap-4' : 'gap-5', className)}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) void onSubmit()
      }}
    >
      {children}
    </AriaForm>
  )
}
