import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import type { Action } from './use-action.ts'

export interface SettingsFormProps {
  /** What the button does: "Save name". */
  actionLabel: string
  action: Pick<Action<never, unknown>, 'isPending' | 'error'>
  /** False while there is nothing to save. */
  isChanged: boolean
  onSubmit: () => Promise<unknown>
  children: ReactNode
}

/** Fields of a settings page, what was refused, and the button that saves them. */
export function SettingsForm({ actionLabel, action, isChanged, onSubmit, children }: SettingsFormProps) {
  return (
    <Form className="max-w-120" gap={5} isPending={action.isPending} onSubmit={onSubmit}>
      {children}
      <ErrorNote error={action.error} />
      <div>
        <Button type="submit" variant="primary" isDisabled={!isChanged} isPending={action.isPending}>
          {actionLabel}
        </Button>
      </div>
    </Form>
  )
}
