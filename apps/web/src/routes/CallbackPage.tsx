import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { useBackend } from '../lib/backend-context.ts'
import { ErrorNote } from '../lib/ErrorNote.tsx'
import { forget, kept, safeNext } from '../lib/kept.ts'
import { paths } from '../lib/paths.ts'
import { toAppError, unwrap } from '../lib/unwrap.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { toast } from '../ui/Toast.tsx'

/** Where the links of mails arrive. A link works once, so it is redeemed through the cache, whatever React repeats. */
export default function CallbackPage() {
  useTitle('Signing in')
  const backend = useBackend()
  const navigate = useNavigate()
  const [address] = useState(() => location.href)
  const link = useQuery({
    queryKey: ['link', address],
    queryFn: () => unwrap(backend.auth.completeLink(address)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const outcome = link.data
  useEffect(() => {
    if (!outcome) return
    if (outcome.isHalf) {
      toast.info('One address is confirmed.', {
        description: 'Open the link in the mail to the other address too: then the change holds.',
        durationMs: 15_000,
      })
      void navigate({ href: paths.account(), replace: true })
      return
    }
    const target = kept('invitation') ? '/invite' : safeNext(kept('next'))
    forget('next')
    void navigate({ href: outcome.recovery ? paths.newPassword() : target, replace: true })
  }, [outcome, navigate])

  if (!link.isError) {
    return (
      <AuthLayout title="One moment">
        <p className="flex items-center gap-2 text-base text-ink-muted">
          <Spinner label={null} /> Signing you in
        </p>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      title="This link does not work"
      description="Links work once, for a short time, and in the browser that asked for them."
    >
      <ErrorNote error={toAppError(link.error)} />
      <p className="text-sm text-ink-muted">
        If you have just confirmed your address, it is confirmed: sign in with your password.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={paths.signIn()} variant="primary" size="lg">
          Sign in
        </ButtonLink>
        <ButtonLink href={paths.reset()} size="lg">
          Reset password
        </ButtonLink>
      </div>
    </AuthLayout>
  )
}
