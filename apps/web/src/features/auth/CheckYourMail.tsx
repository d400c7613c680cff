import type { Result } from '@plinth/domain'
import { Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useConnection } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { useAction } from '../../lib/use-action.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { MailDrawing } from '../../ui/Drawings.tsx'

const pauseSeconds = 60

export interface CheckYourMailProps {
  /** Sends the same mail again. */
  onResend: () => Promise<Result<unknown>>
  onBack: () => void
}

/** After a mail was sent: what to do, where it is, and how to get it again. */
export function CheckYourMail({ onResend, onBack }: CheckYourMailProps) {
  const { project } = useConnection()
  const resend = useAction(onResend)
  const [secondsLeft, setSecondsLeft] = useState(pauseSeconds)
  const [isSentAgain, setSentAgain] = useState(false)
  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return (
    <>
      <div className="-mt-3 -ml-8 text-ink-faint">
        <MailDrawing />
      </div>
      {project.embedded && (
        <Banner tone="info" title="No mail leaves this machine">
          Plinth’s own mailbox has it. Its address was printed where Plinth was started.
        </Banner>
      )}
      <ErrorNote error={resend.error} />
      {isSentAgain && <Banner tone="success">Sent again. The newest link is the one that works.</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<Inbox aria-hidden />}
          isDisabled={secondsLeft > 0}
          isPending={resend.isPending}
          onPress={async () => {
            const result = await resend.run()
            setSentAgain(result.ok)
            if (result.ok) setSecondsLeft(pauseSeconds)
          }}
        >
          {secondsLeft > 0 ? `Send again in ${secondsLeft} s` : 'Send again'}
        </Button>
        <Button variant="ghost" onPress={onBack}>
          Use another address
        </Button>
      </div>
    </>
  )
}
