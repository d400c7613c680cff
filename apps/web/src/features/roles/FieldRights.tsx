import type { BaseSchema, Role, Table } from '@plinth/domain'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FieldRightsDialog } from './FieldRightsDialog.tsx'
import { choiceNames, choiceOf } from './field-words.ts'

/** What the role may do with single fields of a table: a line when it differs, and the way to change it. */
export function FieldRights({ schema, role, table }: { schema: BaseSchema; role: Role; table: Table }) {
  const [isOpen, setOpen] = useState(false)
  const told = table.fields.filter((field) => choiceOf(role, field) !== 'usual')
  return (
    <div className="flex min-h-7 items-center gap-2 text-xs text-ink-muted">
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Rights on fields of ${table.name}`}
        onPress={() => setOpen(true)}
        className="-ml-2 shrink-0"
      >
        Fields…
      </Button>
      <span className="min-w-0 truncate">
        {told
          .map((field) => `${field.name}: ${choiceNames[choiceOf(role, field)].toLowerCase()}`)
          .join(' · ')}
      </span>
      {isOpen && <FieldRightsDialog {...{ schema, role, table }} onClose={() => setOpen(false)} />}
    </div>
  )
}
