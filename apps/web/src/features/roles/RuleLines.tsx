import { type RecordAction, type Role, type RuleTree, recordActions, type Table } from '@plinth/domain'
import { Pencil } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { listOf } from '../../lib/list-of.ts'
import { Button } from '../../ui/Button.tsx'
import { grantOf } from './grant-of.ts'
import { actionNames } from './role-words.ts'

const RuleText = lazy(() => import('./RuleText.tsx'))

interface Shared {
  readonly rule: RuleTree
  readonly actions: readonly RecordAction[]
}

/** The rules in force for a table below its line; actions with the same rule stand together. */
export function RuleLines(props: { role: Role; table: Table; onEdit: (action: RecordAction) => void }) {
  const { role, table, onEdit } = props
  return sharedRules(role, table).map(({ rule, actions }) => (
    <p key={actions[0]} className="flex items-start gap-2 py-1 text-xs text-ink-muted">
      <span className="shrink-0 pt-1.5">{listOf(actions.map((action) => actionNames[action]))} where</span>
      <code className="min-w-0 flex-1 rounded-[4px] bg-sunken px-1.5 py-1.5 font-mono break-words text-ink-soft">
        <Suspense fallback="…">
          <RuleText rule={rule} fields={table.fields} />
        </Suspense>
      </code>
      <Button
        variant="ghost"
        size="sm"
        icon={<Pencil aria-hidden />}
        aria-label={`Edit the rule of ${table.name}: ${actions.map((action) => actionNames[action]).join(', ')}`}
        onPress={() => onEdit(actions[0]!)}
      >
        Edit
      </Button>
    </p>
  ))
}

function sharedRules(role: Role, table: Table): readonly Shared[] {
  const shared = new Map<string, { rule: RuleTree; actions: RecordAction[] }>()
  for (const action of recordActions) {
    const { rule } = grantOf(role, table, action)
    if (!rule) continue
    const key = JSON.stringify(rule)
    const known = shared.get(key)
    if (known) known.actions.push(action)
    else shared.set(key, { rule, actions: [action] })
  }
  return [...shared.values()]
}
