import type { Automation, AutomationDraft, AutomationDryRun, RecordId } from '@plinth/domain'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { namesIn } from '../../lib/names-in.ts'
import { RecordChooser } from '../../lib/records/RecordChooser.tsx'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { DryRunResult } from './DryRunResult.tsx'
import { useEditing } from './editor-context.ts'

export interface DryRunProps {
  /** As it is saved, where nothing of it was changed here. */
  saved: Automation | null
  /** What is written now; null while something is missing. */
  draft: AutomationDraft | null
  /** Tells what is missing. */
  onAsk: () => void
}

/** What it would do for a record now. Nothing is changed. */
export function DryRun({ saved, draft, onAsk }: DryRunProps) {
  const { schema, table, values } = useEditing()
  const { automations } = useBackend()
  const [record, setRecord] = useState<RecordId | null>(null)
  const [isMissed, setMissed] = useState(false)
  const [shown, setShown] = useState<{ answer: AutomationDryRun; of: string; record: RecordId } | null>(null)
  const action = useAction(automations.dryRun)
  const version = JSON.stringify(draft)
  const act = async () => {
    setMissed(record === null)
    if (record === null) return
    if (!draft) return onAsk()
    const answer = await action.run(saved ? { automation: saved.id } : { draft }, record)
    setShown(answer.ok ? { answer: answer.value, of: version, record } : null)
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="w-full">
        <RecordChooser
          label={`Record of ${table.name}`}
          table={table}
          chosen={record ? [record] : []}
          isMany={false}
          values={values}
          onChange={([chosen]) => setRecord(chosen ?? null)}
          errorMessage={isMissed && record === null ? 'Choose the record that it is tried on.' : undefined}
        />
      </div>
      <Button icon={<FlaskConical aria-hidden />} isPending={action.isPending} onPress={() => void act()}>
        Show what would happen
      </Button>
      <div aria-live="polite" className="w-full">
        <ErrorNote error={action.error} names={namesIn(schema)} />
        {shown && !action.error && (
          <DryRunResult
            answer={shown.answer}
            record={shown.record}
            isStale={shown.of !== version || shown.record !== record}
          />
        )}
      </div>
    </div>
  )
}
