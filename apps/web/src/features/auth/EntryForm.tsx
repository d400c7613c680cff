import type { AppError } from '@plinth/domain'
import type { ReactNode } from 'react'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'

export interface EntryFormProps {
  /** What the button does: "Sign in". */
  actionLabel: string
  isPending: boolean
  error: AppError | null
  onSubmit: () => Promise<unknown>
  children: ReactNode
}

/** The form of a page before the app: fields, what was refused, one wide button. */
export function EntryForm({ actionLabel, isPending, error, onSubmit, children }: EntryFormProps) {
  return (
    <Form isPending={isPending} onSubmit={onSubmit}>
      {children}
      <ErrorNote error={error} />
      <Button type="submit" variant="primary" size="lg" isPending={isPending}>
        {actionLabel}
      </Button>
    </Form>
  )
}
