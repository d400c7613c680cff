import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { useConnection } from '../lib/backend-context.ts'
import { ErrorNote } from '../lib/ErrorNote.tsx'
import { readInvitationFragment } from '../lib/invitation-link.ts'
import { forget, keep, kept } from '../lib/kept.ts'
import { paths } from '../lib/paths.ts'
import { queries } from '../lib/queries.ts'
import { signOut } from '../lib/sign-out.ts'
import { toAppError, unwrap } from '../lib/unwrap.ts'
import { useAction } from '../lib/use-action.ts'
import { useTitle } from '../lib/use-title.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** An invitation: who invites to what. Read before sign-up; its token waits in this browser until it is taken up. */
export default function InvitePage() {
  useTitle('Invitation')
  // Followed in a tab that shows an invitation already, another link changes nothing but the fragment.
  const hash = useLocation({ select: (place) => place.hash })
  const [waiting] = useState(() => kept('invitation'))
  const token = readInvitationFragment(hash)?.token ?? waiting
  useEffect(() => {
    if (token) keep('invitation', token)
  }, [token])
  if (!token) {
    return (
      <AuthLayout
        title="This link is not whole"
        description="The part behind the # is missing. Copy the whole link from the message."
      >
        <ButtonLink href={paths.home()}>Go on without it</ButtonLink>
      </AuthLayout>
    )
  }
  return <Invitation key={token} token={token} />
}

function Invitation({ token }: { token: string }) {
  const { backend } = useConnection()
  const info = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => unwrap(backend.workspaces.invitationInfo(token)),
    staleTime: 60_000,
  })
  const me = useQuery({ queryKey: ['me'], queryFn: () => backend.auth.current(), staleTime: 0 })
  const isDead = info.isError && toAppError(info.error).code === 'invitation_invalid'
  useEffect(() => {
    // It is shown this once; else each visit would begin with it.
    if (isDead) forget('invitation')
  }, [isDead])
  if (info.isError) {
    return (
      <AuthLayout title="This invitation cannot be used">
        <ErrorNote error={toAppError(info.error)} />
        <div>
          <Decline />
        </div>
      </AuthLayout>
    )
  }
  if (!info.data || me.isPending) {
    return (
      <AuthLayout title="An invitation">
        <Skeleton className="h-4 w-64" />
        <Skeleton className="h-10 w-full" />
      </AuthLayout>
    )
  }
  const { workspaceName, baseName, invitedBy, email } = info.data
  return (
    <AuthLayout
      title={`Join ${baseName ?? workspaceName}`}
      description={
        <>
          <strong className="font-medium text-ink">{invitedBy}</strong> invites you to{' '}
          {baseName ? 'the base ' : 'the workspace '}
          <strong className="font-medium text-ink">{baseName ?? workspaceName}</strong>
          {baseName && ` of ${workspaceName}`}.
        </>
      }
    >
      {me.data ? (
        <Accept token={token} email={me.data.email} wanted={email} />
      ) : (
        <>
          {email && (
            <p className="text-sm text-ink-muted">
              It is for <strong className="font-medium text-ink">{email}</strong>.
            </p>
          )}
          <ButtonLink href={paths.signUp('/invite')} variant="primary" size="lg">
            Create an account
          </ButtonLink>
          <ButtonLink href={paths.signIn('/invite')} size="lg">
            I have an account
          </ButtonLink>
        </>
      )}
    </AuthLayout>
  )
}

/** Puts the invitation away; its link still works. */
function Decline() {
  return (
    <ButtonLink href={paths.home()} onPress={() => forget('invitation')}>
      Go on without it
    </ButtonLink>
  )
}

function Accept({ token, email, wanted }: { token: string; email: string; wanted: string | null }) {
  const { backend } = useConnection()
  const client = useQueryClient()
  const navigate = useNavigate()
  const accept = useAction(backend.workspaces.acceptInvitation)
  const isOther = wanted !== null && wanted.toLowerCase() !== email.toLowerCase()
  const go = async () => {
    // Makes the profile of somebody who has just signed up.
    await client.ensureQueryData(queries.session(backend)).catch(() => null)
    const result = await accept.run(token)
    if (!result.ok) return
    forget('invitation')
    await client.invalidateQueries({ queryKey: ['session'] })
    const { workspace, base } = result.value
    await navigate({ href: base ? paths.base(base) : paths.workspace(workspace), replace: true })
  }
  const change = async () => {
    await signOut(backend, client, 'local')
    await navigate({ href: paths.signIn('/invite') })
  }
  if (isOther) {
    return (
      <>
        <Banner tone="warn" title={`It is for ${wanted}`}>
          You are signed in as {email}. Only an account with that address can accept it.
        </Banner>
        <Button variant="primary" size="lg" onPress={change}>
          Use another account
        </Button>
        <div className="flex justify-center">
          <Decline />
        </div>
      </>
    )
  }
  return (
    <>
      <ErrorNote error={accept.error} />
      <Button variant="primary" size="lg" onPress={go} isPending={accept.isPending}>
        Accept the invitation
      </Button>
      {accept.error && <Decline />}
      <p className="flex flex-wrap items-center justify-between gap-2 text-sm text-ink-muted">
        <span className="truncate">Signed in as {email}</span>
        <Button size="sm" variant="ghost" className="-mx-2 coarse:-mx-3" onPress={change}>
          Use another account
        </Button>
      </p>
    </>
  )
}
