import type { Base, Table, TableRule } from '@plinth/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { useSessionCache } from '../../lib/session-cache.ts'
import { toAppError, unwrap } from '../../lib/unwrap.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { RuleForm } from './RuleForm.tsx'
import { ruleText } from './rule-text.ts'

export interface TableRulesDialogProps {
  base: Base
  table: Table
  onClose: () => void
}

/** What every record of a table must be: the list, and one rule at a time. */
export default function TableRulesDialog({ base, table, onClose }: TableRulesDialogProps) {
  const [edited, setEdited] = useState<TableRule | 'new' | null>(null)
  const changed = useRulesChanged(base, table)
  if (edited) {
    return (
      <RuleForm
        {...{ base, table }}
        rule={edited === 'new' ? null : edited}
        onSaved={changed}
        onClose={() => setEdited(null)}
      />
    )
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title={`Rules for records of ${table.name}`}
      description="A record is stored when every rule is true for it. Rules of single values are in their field’s settings."
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            Close
          </Button>
          <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setEdited('new')}>
            Add a rule
          </Button>
        </>
      }
    >
      <RuleList {...{ base, table }} onEdit={setEdited} onChanged={changed} />
    </Dialog>
  )
}

const rulesKey = (base: Base, table: Table) => ['base', base.id, 'rules', table.id, 'list'] as const

function useRulesChanged(base: Base, table: Table) {
  const client = useQueryClient()
  const cache = useSessionCache()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: rulesKey(base, table) }),
      cache.refreshBase(base.id),
    ])
  }
}

interface RuleListProps {
  base: Base
  table: Table
  onEdit: (rule: TableRule) => void
  onChanged: () => Promise<void>
}

function RuleList({ base, table, onEdit, onChanged }: RuleListProps) {
  const backend = useBackend()
  const { data, error } = useQuery({
    queryKey: rulesKey(base, table),
    queryFn: () => unwrap(backend.rules.ofTable(table.id)),
  })
  if (error) return <ErrorNote error={toAppError(error)} />
  if (!data) return <Skeleton className="h-14" />
  if (data.length === 0) {
    return (
      <p className="text-sm text-ink-muted">
        There are no rules yet. A rule compares fields, such as an end that lies behind its beginning.
      </p>
    )
  }
  return (
    <ul aria-label="Rules" className="flex flex-col divide-y divide-line">
      {data.map((rule) => (
        <RuleLine key={rule.id} {...{ table, rule, onEdit, onChanged }} />
      ))}
    </ul>
  )
}

function RuleLine(props: Omit<RuleListProps, 'base'> & { rule: TableRule }) {
  const { table, rule, onEdit, onChanged } = props
  const backend = useBackend()
  const remove = useAction(backend.rules.deleteTable)
  const drop = async () => {
    if ((await remove.run(rule.id)).ok) await onChanged()
  }
  return (
    <li className="flex flex-col gap-1 py-2.5 first:pt-0">
      <div className="flex items-start gap-1">
        <p className="min-w-0 flex-1 pt-1 text-sm break-words">{rule.message}</p>
        <IconButton
          label={`Edit “${rule.message}”`}
          icon={<Pencil aria-hidden />}
          onPress={() => onEdit(rule)}
        />
        <IconButton
          label={`Delete “${rule.message}”`}
          icon={<Trash2 aria-hidden />}
          isPending={remove.isPending}
          onPress={() => void drop()}
        />
      </div>
      <code className="rounded-[4px] bg-sunken px-1.5 py-1 font-mono text-xs break-words text-ink-soft">
        {ruleText(rule.rule, table)}
      </code>
      {rule.newOnly && (
        <span>
          <Chip hue="stone">New and changed values only</Chip>
        </span>
      )}
      <ErrorNote error={remove.error} />
    </li>
  )
}
