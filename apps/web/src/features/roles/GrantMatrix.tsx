import {
  type BaseSchema,
  type RecordAction,
  type Role,
  recordActions,
  type Scope,
  type Table,
} from '@plinth/domain'
import { lazy, Suspense, useState } from 'react'
import { Select } from '../../ui/Select.tsx'
import { FieldRights } from './FieldRights.tsx'
import { grantOf } from './grant-of.ts'
import { HandOverSwitch } from './HandOverSwitch.tsx'
import { RuleLines } from './RuleLines.tsx'
import { actionNames, scopeNames } from './role-words.ts'
import { useSetGrant } from './use-roles.ts'

// The expression language comes with it.
const RuleDialog = lazy(() => import('./RuleDialog.tsx'))

const scopeOptions: readonly { id: Scope; label: string; description: string }[] = [
  { id: 'all', label: scopeNames.all, description: 'Every record of the table.' },
  { id: 'rules', label: scopeNames.rules, description: 'Those for which a condition is true.' },
  { id: 'none', label: scopeNames.none, description: 'No record of the table.' },
]

const columns = 'sm:grid sm:grid-cols-[minmax(0,1fr)_repeat(4,6.5rem)] sm:items-center sm:gap-1'

/** What a role allows: tables down, actions across. On phones each table is a card. */
export function GrantMatrix({ schema, role }: { schema: BaseSchema; role: Role }) {
  const [asked, setAsked] = useState<{ table: Table; action: RecordAction } | null>(null)
  const setGrant = useSetGrant(schema, role)
  if (schema.tables.length === 0) {
    return <p className="text-sm text-ink-muted">This base has no tables yet.</p>
  }
  return (
    <div className="rounded-card border border-line bg-surface">
      <div aria-hidden className={`hidden border-b border-line px-4 py-2 text-xs text-ink-muted ${columns}`}>
        <span>Table</span>
        {recordActions.map((action) => (
          <span key={action} className="px-2.5">
            {actionNames[action]}
          </span>
        ))}
      </div>
      <ul aria-label="What the role allows">
        {schema.tables.map((table) => (
          <li key={table.id} className="border-b border-line px-4 py-2.5 last:border-0 sm:py-1.5">
            <div className={columns}>
              <span className="block truncate font-medium max-sm:mb-1">{table.name}</span>
              <div className="grid grid-cols-2 gap-x-2 sm:contents">
                {recordActions.map((action) => (
                  <ScopeSelect
                    key={action}
                    label={`${actionNames[action]} records of ${table.name}`}
                    action={action}
                    value={grantOf(role, table, action).scope}
                    onChange={(scope) =>
                      scope === 'rules'
                        ? setAsked({ table, action })
                        : void setGrant(table, action, { scope })
                    }
                  />
                ))}
              </div>
            </div>
            <FieldRights schema={schema} role={role} table={table} />
            <RuleLines role={role} table={table} onEdit={(action) => setAsked({ table, action })} />
            <HandOverSwitch
              role={role}
              table={table}
              onChange={(handOver) => void setGrant(table, 'update', { handOver })}
            />
          </li>
        ))}
      </ul>
      {asked && (
        <Suspense>
          <RuleDialog schema={schema} role={role} {...asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </div>
  )
}

function ScopeSelect(props: {
  label: string
  action: RecordAction
  value: Scope
  onChange: (scope: Scope) => void
}) {
  return (
    <div className="min-w-0">
      <span aria-hidden className="px-2.5 text-xs text-ink-muted sm:hidden">
        {actionNames[props.action]}
      </span>
      <Select<Scope>
        label={props.label}
        isLabelHidden
        look="quiet"
        options={scopeOptions}
        value={props.value}
        onChange={props.onChange}
      />
    </div>
  )
}
