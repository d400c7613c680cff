import type { BaseSchema, UserId } from '@plinth/domain'
import { Plus } from 'lucide-react'
import { Link } from 'react-aria-components/Link'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { AutomationDrawing } from '../../ui/Drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { examplesFor } from './examples.ts'

/** What this place is for, and something to start from that this very base could do. */
export function FirstUse({ schema, me }: { schema: BaseSchema; me: UserId }) {
  const hrefOfNew = (from?: string) => paths.baseNewAutomation(schema.base.id, from)
  if (schema.tables.length === 0) {
    return (
      <EmptyState drawing={<AutomationDrawing />} title="Nothing to automate yet">
        Make a table first: automations are about its records.
      </EmptyState>
    )
  }
  return (
    <>
      <EmptyState
        drawing={<AutomationDrawing />}
        title="Let the base do it by itself"
        className="pt-4 pb-6"
        actions={
          <ButtonLink href={hrefOfNew()} variant="primary" icon={<Plus aria-hidden />}>
            New automation
          </ButtonLink>
        }
      >
        When something happens to a record, set fields, make and link other records, or tell people. The
        database does it, whoever changes the record and whatever way.
      </EmptyState>
      <h2 className="mb-2 text-sm font-medium">Start from an example</h2>
      <ul aria-label="Examples" className="grid gap-2 sm:grid-cols-2">
        {examplesFor(schema, me).map(({ id, title, description }) => (
          <li key={id}>
            <Link
              href={hrefOfNew(id)}
              className="flex h-full min-h-16 flex-col rounded-card border border-line bg-surface px-4 py-3 outline-none hovered:bg-hover focus-visible:ring-focus"
            >
              <span className="text-sm font-medium break-words">{title}</span>
              <span className="text-xs text-ink-muted break-words">{description}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
