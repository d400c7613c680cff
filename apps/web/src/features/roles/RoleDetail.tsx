import { type BaseSchema, limits, type Role } from '@plinth/domain'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { SettingsForm } from '../../lib/SettingsForm.tsx'
import { useAction } from '../../lib/use-action.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/Toast.tsx'
import { GrantMatrix } from './GrantMatrix.tsx'
import { RoleMembers } from './RoleMembers.tsx'
import { roleName } from './role-words.ts'
import { useRefreshRoles } from './use-roles.ts'

export interface RoleDetailProps {
  schema: BaseSchema
  role: Role
  membersHref: string
  onDeleted: () => void
}

/** One role: what it allows in each table, who holds it, its name and its end. */
export function RoleDetail({ schema, role, membersHref, onDeleted }: RoleDetailProps) {
  return (
    <>
      <Section
        title="What it allows"
        description="For each table: all records, none, or those for which a rule is true. A table of which a person may read nothing is not shown to them at all."
      >
        <GrantMatrix schema={schema} role={role} />
      </Section>
      <Section title="People">
        <RoleMembers schema={schema} role={role} membersHref={membersHref} />
      </Section>
      {role.kind === 'custom' && (
        <>
          <Section title="Name and purpose">
            <NameForm key={`${role.name} ${role.description}`} schema={schema} role={role} />
          </Section>
          <Section
            title="Delete this role"
            tone="danger"
            description="Who holds it loses what it allows, at once."
          >
            <DeleteRole schema={schema} role={role} onDeleted={onDeleted} />
          </Section>
        </>
      )}
    </>
  )
}

function NameForm({ schema, role }: { schema: BaseSchema; role: Role }) {
  const backend = useBackend()
  const refresh = useRefreshRoles(schema)
  const [name, setName] = useState(role.name)
  const [description, setDescription] = useState(role.description)
  const save = useAction(backend.roles.save)
  const changes = { name: name.trim(), description: description.trim() }
  const submit = async () => {
    const result = await save.run(schema.base.id, role.id, changes)
    if (!result.ok) return
    toast.success('Role saved.')
    await refresh()
  }
  return (
    <SettingsForm
      actionLabel="Save role"
      action={save}
      isChanged={changes.name !== role.name || changes.description !== role.description}
      onSubmit={submit}
    >
      <TextField label="Name" value={name} onChange={setName} maxLength={limits.nameLength} isRequired />
      <TextField label="What it is for" value={description} onChange={setDescription} maxLength={500} />
    </SettingsForm>
  )
}

function DeleteRole({ schema, role, onDeleted }: { schema: BaseSchema; role: Role; onDeleted: () => void }) {
  const backend = useBackend()
  const refresh = useRefreshRoles(schema)
  const [isAsking, setAsking] = useState(false)
  const remove = useAction(backend.roles.delete)
  const { length } = role.members
  const act = async () => {
    const result = await remove.run(role.id)
    if (!result.ok) return
    toast.success(`The role “${roleName(role)}” is deleted.`)
    onDeleted()
    await refresh()
  }
  return (
    <>
      <Button variant="danger-ghost" className="border border-danger-line" onPress={() => setAsking(true)}>
        Delete role
      </Button>
      <AlertDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`Delete the role “${roleName(role)}”?`}
        actionLabel="Delete role"
        onAction={act}
        isPending={remove.isPending}
        error={<ErrorNote error={remove.error} />}
      >
        {length === 0
          ? 'Nobody holds it.'
          : length === 1
            ? 'One person holds it.'
            : `${length} people hold it.`}{' '}
        Its rules are gone with it.
      </AlertDialog>
    </>
  )
}
