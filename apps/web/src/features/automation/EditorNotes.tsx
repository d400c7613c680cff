import type { Automation, BaseSchema, UserId } from '@plinth/domain'
import { namesIn } from '../../lib/names-in.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { stopText } from './run-words.ts'
import { usePause } from './use-automations.ts'

/** Why it does not run, and what helps. */
export function StopNote({ schema, automation }: { schema: BaseSchema; automation: Automation }) {
  const resume = usePause(schema)
  const text = stopText(automation, namesIn(schema))
  const action = (
    <Button size="sm" isPending={resume.isPending} onPress={() => void resume.set(automation.id, false)}>
      Resume
    </Button>
  )
  if (text) {
    return (
      <Banner
        tone="danger"
        title="It has stopped"
        {...(automation.stopped === 'too_many_runs' ? { action } : {})}
      >
        {text}
      </Banner>
    )
  }
  if (!automation.isPaused) return null
  return (
    <Banner tone="info" title="It is paused" action={action}>
      What happens meanwhile is not made up for.
    </Banner>
  )
}

/** Somebody else has saved it while it was changed here. */
export function Overtaken({ onLoad }: { onLoad: () => void }) {
  return (
    <Banner
      tone="warn"
      title="Somebody else has saved this automation"
      action={
        <Button size="sm" onPress={onLoad}>
          Load theirs
        </Button>
      }
    >
      Saving yours replaces it; loading theirs discards what you have changed here.
    </Banner>
  )
}

/** Under whose rights it runs. */
export function RightsText({ automation, me }: { automation: Automation | null; me: UserId }) {
  if (automation === null) {
    return (
      <p className="max-w-140 text-sm text-ink-soft">
        It will run under your rights, whoever changes the record: what you may not do, it may not.
      </p>
    )
  }
  const isMine = automation.owner === me
  return (
    <p className="max-w-140 text-sm text-ink-soft">
      {isMine ? (
        'It runs under your rights, since you saved it last: what you may not do, it may not.'
      ) : (
        <>
          It runs under the rights of{' '}
          <span className="font-medium text-ink">{automation.ownerName ?? 'somebody who has left'}</span>, who
          saved it last: what they may not do, it may not. When you save it, it runs under yours.
        </>
      )}
    </p>
  )
}
