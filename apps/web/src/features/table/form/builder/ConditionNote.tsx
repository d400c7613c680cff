import { printExpression, readAst } from '@plinth/expression'
import { Workflow } from 'lucide-react'
import { readBy } from '../../../../lib/form/conditions.ts'
import { Button } from '../../../../ui/Button.tsx'
import { useBuilding } from './builder-context.ts'

/** When a question or a section is asked. */
export function ConditionNote({ when, onEdit }: { when: unknown; onEdit: () => void }) {
  const { fields } = useBuilding()
  const tree = readAst(when)
  const isRead = tree.ok && readBy(when, fields) !== null
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-muted">
      <Workflow aria-hidden className="size-4 shrink-0" />
      {isRead ? (
        <>
          Asked only if
          <code className="min-w-0 rounded-[4px] bg-pressed px-1 font-mono text-xs break-words text-ink">
            {printExpression(tree.value, fields)}
          </code>
        </>
      ) : (
        <span className="text-warn-text">
          Not asked: its condition looks at a field that is not there any more.
        </span>
      )}
      <Button size="sm" variant="ghost" onPress={onEdit}>
        Change
      </Button>
    </p>
  )
}
