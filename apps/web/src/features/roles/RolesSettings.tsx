import type { BaseSchema, Role, RoleId } from '@plinth/domain'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ChevronRight, Plus, Table2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-aria-components/Link'
import { useBackend } from '../../lib/backend-context.ts'
import { queries } from '../../lib/queries.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { LockDrawing } from '../../ui/Drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Section } from '../../ui/Section.tsx'
import { ExplainAccess } from './ExplainAccess.tsx'
import { NewRoleDialog } from './NewRoleDialog.tsx'
import { RecordLocks } from './RecordLocks.tsx'
import { roleDescription, roleName } from './role-words.ts'

/** The roles of a base and a way to ask why somebody may do something. For its creators. */
export function RolesSettings(props: {
  schema: BaseSchema
  proofHref: string
  hrefOf: (role: RoleId) => string
}) {
  const { schema, proofHref, hrefOf } = props
  if (schema.role !== 'creator') {
    return (
      <EmptyState drawing={<LockDrawing />} title="Only creators see and change roles">
        You can see who they are among the members of this base. Ask one of them.
      </EmptyState>
    )
  }
  return (
    <>
      <Section title="Roles" description="Somebody may hold several; what they allow adds up.">
        <RoleList schema={schema} hrefOf={hrefOf} />
      </Section>
      <Section
        title="Locked records"
        description="Records in a certain state, such as posted or approved, stay as they are for all but those whom you name."
      >
        <RecordLocks schema={schema} />
      </Section>
      <Section
        title="Who may do what, and why"
        description="Ask the database, which decides, for any member of this base."
      >
        <ExplainAccess schema={schema} />
      </Section>
      <Section
        title="Proof"
        description="All roles against all tables, read from the live database, to look through and to keep."
      >
        <ButtonLink href={proofHref} icon={<Table2 aria-hidden />}>
          Open the proof
        </ButtonLink>
      </Section>
    </>
  )
}

function RoleList({ schema, hrefOf }: { schema: BaseSchema; hrefOf: (role: RoleId) => string }) {
  const { data: roles } = useSuspenseQuery(queries.roles(useBackend(), schema.base.id))
  const [isMaking, setMaking] = useState(false)
  return (
    <div className="flex flex-col items-start gap-3">
      <ul aria-label="Roles" className="w-full rounded-card border border-line bg-surface">
        <li className="flex min-h-14 flex-col justify-center border-b border-line px-4 py-2">
          <p className="font-medium">Creator</p>
          <p className="text-xs text-ink-muted">
            Shapes tables and fields, manages people. Nothing is kept from them.
          </p>
        </li>
        {roles.map((role) => (
          <RoleLine key={role.id} role={role} href={hrefOf(role.id)} />
        ))}
      </ul>
      <Button icon={<Plus aria-hidden />} onPress={() => setMaking(true)}>
        New role
      </Button>
      {isMaking && <NewRoleDialog schema={schema} hrefOf={hrefOf} onClose={() => setMaking(false)} />}
    </div>
  )
}

function RoleLine({ role, href }: { role: Role; href: string }) {
  return (
    <li className="border-b border-line last:border-0">
      <Link
        href={href}
        className="flex min-h-14 items-center gap-3 px-4 py-2 outline-none hovered:bg-hover focus-visible:ring-focus-inset"
      >
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="truncate font-medium">{roleName(role)}</span>
          <span className="truncate text-xs text-ink-muted">{roleDescription(role)}</span>
        </span>
        <span className="shrink-0 text-xs text-ink-muted tabular-nums">
          {peopleText(role.members.length)}
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint" />
      </Link>
    </li>
  )
}

const peopleText = (count: number): string =>
  count === 0 ? 'Nobody' : count === 1 ? '1 person' : `${count} people`
