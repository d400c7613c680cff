import { type ReactNode, useId, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Form } from './Form.tsx'
import { firstFocus } from './first-focus.ts'
import { TextField } from './TextField.tsx'

export interface AlertDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** A question: "Delete the table Customers?" */
  title: string
  /** What will be lost, counted. */
  children: ReactNode
  /** What happens: "Delete 14 records". Null: nothing can, and it is read and closed. */
  actionLabel: string | null
  onAction: () => void | Promise<unknown>
  tone?: 'danger' | 'plain'
  /** When given, this text has to be typed before the action can be taken. */
  confirmText?: string
  isPending?: boolean
  /** Shown above the buttons, when the action was refused. */
  error?: ReactNode
}

export function AlertDialog(props: AlertDialogProps) {
  const { isOpen, onOpenChange, title, children, actionLabel, onAction, tone = 'danger' } = props
  const { confirmText, isPending = false, error } = props
  const formId = useId()
  const [typed, setTyped] = useState('')
  const mayAct = confirmText === undefined || typed.trim() === confirmText
  const close = () => {
    setTyped('')
    onOpenChange(false)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={close}
      title={title}
      role="alertdialog"
      footer={
        <>
          <Button variant="ghost" onPress={close} {...(confirmText === undefined ? firstFocus : {})}>
            {actionLabel === null ? 'Close' : 'Cancel'}
          </Button>
          {actionLabel !== null && (
            <Button
              type="submit"
              form={formId}
              variant={tone === 'danger' ? 'danger' : 'primary'}
              isDisabled={!mayAct}
              isPending={isPending}
            >
              {actionLabel}
            </Button>
          )}
        </>
      }
    >
      <Form id={formId} isPending={isPending} onSubmit={() => mayAct && onAction()}>
        <div className="text-sm text-ink-soft">{children}</div>
        {confirmText !== undefined && (
          <TextField
            label={`Type “${confirmText}” to confirm`}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            {...firstFocus}
          />
        )}
        {error}
      </Form>
    </Dialog>
  )
}
