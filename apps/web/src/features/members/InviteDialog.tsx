import {
  type BaseId,
  type BaseRole,
  baseRoles,
  type RoleId,
  type WorkspaceRole,
  type WorkspaceSummary,
} from '@plinth/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useBackend, useConnection } from '../../lib/backend-context.ts'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { invitationLink } from '../../lib/invitation-link.ts'
import { givenRoles, managesPeople } from '../../lib/may-invite.ts'
import { queries } from '../../lib/queries.ts'
import { useAction } from '../../lib/use-action.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { baseRoleOptions, workspaceRoleOptions } from './roles.ts'

export interface InviteDialogProps {
  workspace: WorkspaceSummary
  base?: BaseId | undefined
  onClose: () => void
}

interface Made {
  readonly token: string
  readonly expiresAt: string
  /** The only address that can use the link; null: any. */
  readonly email: string | null
}

/** Makes a link that brings somebody in. Its token is shown once; only its hash is kept. */
export function InviteDialog({ workspace, base, onClose }: InviteDialogProps) {
  const { project } = useConnection()
  const [made, setMade] = useState<Made | null>(null)
  useFocusBack()
  if (made) {
    return <LinkReady {...made} link={invitationLink(made.token, project)} onClose={onClose} />
  }
  return <InviteForm {...{ workspace, base, onClose }} onMade={setMade} />
}

function InviteForm({
  workspace,
  base,
  onClose,
  onMade,
}: InviteDialogProps & { onMade: (made: Made) => void }) {
  const { backend } = useConnection()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<WorkspaceRole>(workspace.role === 'guest' ? 'guest' : 'member')
  const [baseId, setBaseId] = useState<BaseId | 'none'>(() => firstBase(workspace, base))
  const [given, setGiven] = useState<GivenRole>('editor')
  const invite = useAction(backend.workspaces.invite)
  const hasBase = role !== 'owner' && baseId !== 'none'

  const submit = async () => {
    const address = email.trim() === '' ? null : email.trim()
    const result = await invite.run({
      workspace: workspace.id,
      role,
      base: hasBase ? baseId : null,
      ...(hasBase ? rolesOf(given) : { baseRole: null }),
      email: address,
    })
    if (!result.ok) return
    onMade({ ...result.value, email: address })
    await client.invalidateQueries({ queryKey: ['workspace', workspace.id, 'invitations'] })
  }
  const roles = workspaceRoleOptions.filter((one) => givenRoles(workspace.role).includes(one.id))
  return (
    <FormDialog
      title={`Invite to ${workspace.name}`}
      description="You get a link to send in your own words."
      actionLabel="Create link"
      action={invite}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="E-mail"
        type="email"
        description="When given, only an account with this address can use the link."
        placeholder="Optional"
        value={email}
        onChange={setEmail}
        autoComplete="off"
        {...firstFocus}
      />
      {roles.length > 1 && (
        <Select label="Role in the workspace" options={roles} value={role} onChange={setRole} />
      )}
      {role !== 'owner' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select<BaseId | 'none'>
            label="Base"
            options={[
              ...workspace.bases
                .filter((one) => one.role === 'creator')
                .map((one) => ({ id: one.id, label: one.name })),
              ...(managesPeople(workspace.role) ? [{ id: 'none' as const, label: 'None yet' }] : []),
            ]}
            value={baseId}
            onChange={(id) => {
              setBaseId(id)
              // A role of one base is none of another.
              setGiven('editor')
            }}
          />
          {hasBase && <RoleInBase key={baseId} base={baseId} value={given} onChange={setGiven} />}
        </div>
      )}
    </FormDialog>
  )
}

/** A built-in role, or the id of a custom one. */
type GivenRole = BaseRole | RoleId

const isBuiltIn = (given: GivenRole): given is BaseRole => (baseRoles as readonly string[]).includes(given)

const rolesOf = (given: GivenRole) =>
  isBuiltIn(given) ? { baseRole: given } : { baseRole: null, customRole: given }

function RoleInBase(props: { base: BaseId; value: GivenRole; onChange: (given: GivenRole) => void }) {
  const roles = useQuery(queries.roles(useBackend(), props.base))
  const custom = (roles.data ?? []).filter((role) => role.kind === 'custom')
  return (
    <Select<GivenRole>
      label="Role in the base"
      options={[
        ...baseRoleOptions,
        ...custom.map((role) => ({
          id: role.id,
          label: role.name,
          description: role.description || 'A role of this base.',
        })),
      ]}
      value={props.value}
      onChange={props.onChange}
    />
  )
}

/** The base asked for, if the person may invite to it; else the first one that they may. */
function firstBase(workspace: WorkspaceSummary, wanted: BaseId | undefined): BaseId | 'none' {
  const open = workspace.bases.filter((one) => one.role === 'creator')
  return (open.find((one) => one.id === wanted) ?? open[0])?.id ?? 'none'
}

function LinkReady(props: Omit<Made, 'token'> & { link: string; onClose: () => void }) {
  const { link, expiresAt, email, onClose } = props
  const [isCopied, setCopied] = useState(false)
  const until = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(new Date(expiresAt))
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    setCopied(true)
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Your link is ready"
      description={`It works once, until ${until}.`}
      footer={
        <Button variant="ghost" onPress={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-end gap-2">
          <TextField label="Link" isLabelHidden value={link} isReadOnly className="flex-1" />
          <Button
            variant="primary"
            icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
            onPress={copy}
            {...firstFocus}
          >
            {isCopied ? 'Copied' : 'Copy link'}
          </Button>
        </div>
        <Banner tone="info">
          Copy it now: it cannot be shown again.{' '}
          {email === null ? 'Whoever has it can use it.' : `Only who signs in as ${email} can use it.`}
        </Banner>
      </div>
    </Dialog>
  )
}
