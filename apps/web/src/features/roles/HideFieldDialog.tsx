import type { BaseMember, Field } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../../lib/backend-context.ts'
import { countOf } from '../../lib/count-of.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { listOf } from '../../lib/list-of.ts'
import { namesBeside } from '../../lib/names-in.ts'
import { queries } from '../../lib/queries.ts'
import { useSessionCache } from '../../lib/session-cache.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { useAction } from '../../lib/use-action.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { toast } from '../../ui/Toast.tsx'
import type { FieldRightsProps } from './FieldRightsDialog.tsx'
import { type SeenThrough, seenThrough } from './field-words.ts'
import { roleName } from './role-words.ts'

/** Before a field is kept from its first role: what that means, for whom, and what moves. */
export function HideFieldDialog(props: FieldRightsProps & { field: Field; onClose: () => void }) {
  const { schema, role, table, field, onClose } = props
  const backend = useBackend()
  const cache = useSessionCache()
  const { data: roles } = useQuery(queries.roles(backend, schema.base.id))
  const { data: members } = useQuery(queries.baseMembers(backend, schema.base.id))
  const { data: count } = useQuery({
    queryKey: ['base', schema.base.id, 'count', table.id],
    queryFn: () => unwrap(backend.rows.stats({ table: table.id, sorts: [] }, 'quick')),
    staleTime: 0,
  })
  const hide = useAction(backend.roles.setFieldGrant)
  const records = count ? `${count.exact ? '' : 'about '}${countOf(count.total, 'record')}` : 'all records'
  const act = async () => {
    const result = await hide.run(role.id, field.id, 'hidden')
    await cache.refreshBase(schema.base.id)
    if (!result.ok) return
    toast.success(`“${field.name}” is hidden from the role “${roleName(role)}”.`)
    onClose()
  }
  const through = seenThrough(role, field, table, roles ?? [])
  return (
    <AlertDialog
      isOpen
      onOpenChange={() => hide.isPending || onClose()}
      title={`Hide “${field.name}” from the role “${roleName(role)}”?`}
      actionLabel="Hide field"
      tone="plain"
      onAction={act}
      isPending={hide.isPending}
      error={<ErrorNote error={hide.error} names={namesBeside(table, schema.tables)} />}
    >
      <div className="flex flex-col gap-2">
        <p>
          For people who hold no other role it is as if the field were not there: in the table, in exports,
          and for other programs too. Creators see it always.
        </p>
        <StillSeen through={through} members={members ?? []} />
        <p>
          Its values move aside, those of {records}. On a large table this takes some seconds, in which
          records can be read and not changed.
        </p>
        <p>Rules and workflows cannot look at a hidden field.</p>
        {hide.isPending && <ProgressBar label={`Moving the values of ${records} aside`} value={null} />}
      </div>
    </AlertDialog>
  )
}

/** Who holds the role and goes on seeing the field all the same. */
function StillSeen({
  through,
  members,
}: {
  through: readonly SeenThrough[]
  members: readonly BaseMember[]
}) {
  if (through.length === 0) return null
  const nameOf = (id: string) => members.find((member) => member.id === id)?.name ?? 'somebody'
  return (
    <ul aria-label="Who goes on seeing it" className="flex flex-col gap-1">
      {through.map(({ role, people }) => (
        <li key={role.id}>
          {listOf(people.map(nameOf))} {people.length === 1 ? 'goes' : 'go'} on seeing it, by the role “
          {roleName(role)}”.
        </li>
      ))}
    </ul>
  )
}
