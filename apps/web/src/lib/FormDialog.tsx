import { type ReactNode, useId } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Form, type FormProps } from '../ui/Form.tsx'
import { intoSight } from '../ui/into-sight.ts'
import type { ErrorNames } from './describe-error.ts'
import { ErrorNote } from './ErrorNote.tsx'
import type { Action } from './use-action.ts'

/** What a dialog tells of the call behind its button. */
export type FormDialogAction = Pick<Action<never, unknown>, 'isPending' | 'error'>

export interface FormDialogProps extends Pick<FormProps, 'onSubmit' | 'validationBehavior'> {
  title: string
  /** One sentence under the title. */
  description?: ReactNode
  /** What the button does: "Create table". */
  actionLabel: string
  /** The call behind it: its refusal stands below the fields. Absent: nothing is called. */
  action?: FormDialogAction
  /** There is nothing to be done yet. */
  isActionDisabled?: boolean
  /** What mends the refusal, beside its words. */
  errorAction?: ReactNode
  /** What the ids in a refusal stand for. */
  names?: ErrorNames
  /** Another way to the same end, at the start of the buttons. */
  footerStart?: ReactNode
  onClose: () => void
  children: ReactNode
}

const uncalled: FormDialogAction = { isPending: false, error: null }

/** Some fields, what was refused, "Cancel" and the one thing that can be done with them. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    description,
    actionLabel,
    action = uncalled,
    names,
    errorAction,
    footerStart,
    onClose,
    children,
    isActionDisabled = false,
    ...form
  } = props
  const formId = useId()
  return (
    <Dialog
      isOpen
      keepsTyped={!action.isPending}
      onOpenChange={onClose}
      title={title}
      description={description}
      footer={
        <>
          {footerStart}
          <Button variant="ghost" onPress={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            isPending={action.isPending}
            isDisabled={isActionDisabled}
          >
            {actionLabel}
          </Button>
        </>
      }
    >
      <Form {...form} id={formId} isPending={action.isPending} gap={5}>
        {children}
        {action.error && (
          <div ref={intoSight} className="scroll-mb-5">
            <ErrorNote error={action.error} {...(names ? { names } : {})} action={errorAction} />
          </div>
        )}
      </Form>
    </Dialog>
  )
}
