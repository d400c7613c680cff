import { limits, type Profile, type WorkspaceCreator } from '@plinth/domain'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Mail, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { PersonAvatar } from '../../lib/PersonAvatar.tsx'
import { queries } from '../../lib/queries.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/Toast.tsx'

/** The people and addresses behind "People on the list". The installation's owner stands first and stays. */
export function WorkspaceCreators({ owner }: { owner: Profile }) {
  const { data: creators } = useSuspenseQuery(queries.creators(useBackend()))
  return (
    <div className="flex flex-col gap-3">
      <AddCreator known={[owner.email, ...creators.map((one) => one.email)]} />
      <ul aria-label="Who may create workspaces" className="rounded-card border border-line bg-surface">
        <Line
          picture={<PersonAvatar person={owner} size={24} />}
          name={owner.name}
          note={owner.email}
          end={<span className="text-xs text-ink-muted">You, always</span>}
        />
        {creators.map((creator) => (
          <CreatorLine key={creator.id} creator={creator} />
        ))}
      </ul>
    </div>
  )
}

function AddCreator({ known }: { known: readonly string[] }) {
  const backend = useBackend()
  const client = useQueryClient()
  const add = useAction(backend.workspaces.addCreator)
  const [email, setEmail] = useState('')
  const isKnown = known.includes(email.trim().toLowerCase())
  const submit = async () => {
    if (isKnown) return
    const result = await add.run(email.trim())
    if (!result.ok) return
    setEmail('')
    await client.invalidateQueries({ queryKey: queries.creators(backend).queryKey })
  }
  return (
    <Form isPending={add.isPending} onSubmit={submit}>
      <div className="flex items-end gap-2">
        <TextField
          label="Add to the list"
          type="email"
          placeholder="name@example.org"
          value={email}
          onChange={setEmail}
          maxLength={limits.emailLength}
          autoComplete="off"
          isRequired
          className="flex-1"
        />
        <Button type="submit" isDisabled={email.trim() === '' || isKnown} isPending={add.isPending}>
          Add
        </Button>
      </div>
      {isKnown && <p className="text-xs text-ink-muted">This address is on the list already.</p>}
      <ErrorNote error={add.error} />
    </Form>
  )
}

function CreatorLine({ creator }: { creator: WorkspaceCreator }) {
  const backend = useBackend()
  const client = useQueryClient()
  const { queryKey } = queries.creators(backend)
  const { id, email, name, avatarKey } = creator
  const take = async () => {
    client.setQueryData(queryKey, (now) => now?.filter((one) => one.id !== id))
    const result = await backend.workspaces.removeCreator(id)
    if (!result.ok) toast.error(result.error)
    await client.invalidateQueries({ queryKey })
  }
  return (
    <Line
      picture={
        name === null ? (
          <span className="grid size-6 place-items-center rounded-full bg-hover text-ink-muted">
            <Mail aria-hidden className="size-3.5" />
          </span>
        ) : (
          <PersonAvatar person={{ id, name, avatarKey }} size={24} />
        )
      }
      name={name ?? email}
      note={name === null ? 'No account yet' : email}
      end={
        <IconButton
          label={`Take ${name ?? email} off the list`}
          icon={<X aria-hidden />}
          className="-mr-1.5"
          onPress={take}
        />
      }
    />
  )
}

function Line(props: { picture: ReactNode; name: string; note: string; end: ReactNode }) {
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line px-3 py-1.5 last:border-0">
      <span className="shrink-0">{props.picture}</span>
      <p className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-baseline sm:gap-2">
        <span className="max-w-full shrink-0 truncate font-medium">{props.name}</span>
        <span className="min-w-0 truncate text-xs text-ink-muted">{props.note}</span>
      </p>
      <span className="shrink-0">{props.end}</span>
    </li>
  )
}
