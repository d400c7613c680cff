import type { AutomationId } from '@plinth/domain'
import { Copy, KeyRound, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { copyText } from '../../lib/copy-text.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { useAction } from '../../lib/use-action.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'

/** By what the messages of an automation are signed, so that the service that gets them knows them. */
export function WebhookSecret({ automation }: { automation: AutomationId }) {
  const { automations } = useBackend()
  const [secret, setSecret] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const show = useAction(automations.secret)
  const renew = useAction(automations.renewSecret)
  const take = (result: Awaited<ReturnType<typeof show.run>>) => {
    if (result.ok) setSecret(result.value)
    return result.ok
  }
  return (
    <div className="flex flex-col items-start gap-2">
      {secret === null ? (
        <Button
          size="sm"
          icon={<KeyRound aria-hidden />}
          isPending={show.isPending}
          onPress={() => void show.run(automation).then(take)}
        >
          Show the secret
        </Button>
      ) : (
        <>
          <code className="rounded-control bg-sunken px-2 py-1 font-mono text-xs break-all">{secret}</code>
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              icon={<Copy aria-hidden />}
              onPress={() => void copyText(secret, 'Copied the secret')}
            >
              Copy the secret
            </Button>
            <Button size="sm" icon={<RefreshCw aria-hidden />} onPress={() => setAsking(true)}>
              Make a new one
            </Button>
          </div>
        </>
      )}
      <ErrorNote error={show.error} />
      <AlertDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="Make a new secret?"
        actionLabel="Make a new secret"
        isPending={renew.isPending}
        error={<ErrorNote error={renew.error} />}
        onAction={async () => {
          if (take(await renew.run(automation))) setAsking(false)
        }}
      >
        The service that gets these messages takes them for forged until it knows the new one.
      </AlertDialog>
    </div>
  )
}
