import { useBlocker } from '@tanstack/react-router'
import { AlertDialog } from '../../ui/AlertDialog.tsx'

/** Asks before what was changed and not saved is left. */
export function LeaveGuard({ isOn }: { isOn: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isOn && current.pathname !== next.pathname,
    enableBeforeUnload: isOn,
    withResolver: true,
  })
  return (
    <AlertDialog
      isOpen={blocker.status === 'blocked'}
      onOpenChange={(isOpen) => {
        if (!isOpen) blocker.reset?.()
      }}
      title="Leave without saving?"
      actionLabel="Leave without saving"
      onAction={() => blocker.proceed?.()}
    >
      What you have changed in this automation is lost.
    </AlertDialog>
  )
}
