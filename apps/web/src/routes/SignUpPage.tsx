import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { CheckYourMail } from '../features/auth/CheckYourMail.tsx'
import { callbackUrl } from '../features/auth/callback-url.ts'
import { SignUpForm } from '../features/auth/SignUpForm.tsx'
import { useBackend } from '../lib/backend-context.ts'
import { keep, kept, safeNext } from '../lib/kept.ts'
import { paths } from '../lib/paths.ts'
import { useTitle } from '../lib/use-title.ts'
import { Link } from '../ui/Link.tsx'

export default function SignUpPage() {
  useTitle('Create an account')
  const { next } = useSearch({ from: '/connected/sign-up' })
  const backend = useBackend()
  const navigate = useNavigate()
  const [sentTo, setSentTo] = useState<string | null>(null)
  useEffect(() => {
    if (next) keep('next', next)
  }, [next])

  if (sentTo !== null) {
    return (
      <AuthLayout
        title="Check your mail"
        description={
          <>
            We sent a link to <strong className="font-medium text-ink">{sentTo}</strong>. Open it in this
            browser to confirm the address; then you are in.
          </>
        }
      >
        <CheckYourMail
          onResend={() => backend.auth.resendConfirmation({ email: sentTo, redirectTo: callbackUrl() })}
          onBack={() => setSentTo(null)}
        />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      title="Create an account"
      footer={
        <>
          Have one already? <Link href={paths.signIn(next)}>Sign in</Link>
        </>
      }
    >
      <SignUpForm
        initialEmail=""
        onDone={async ({ email, confirmationSent }) => {
          if (confirmationSent) setSentTo(email)
          else await navigate({ href: kept('invitation') ? '/invite' : safeNext(next), replace: true })
        }}
      />
    </AuthLayout>
  )
}
