import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { CheckYourMail } from '../features/auth/CheckYourMail.tsx'
import { callbackUrl } from '../features/auth/callback-url.ts'
import { SignInForm } from '../features/auth/SignInForm.tsx'
import { useConnection } from '../lib/backend-context.ts'
import { forget, keep, kept, safeNext } from '../lib/kept.ts'
import { paths } from '../lib/paths.ts'
import { useTitle } from '../lib/use-title.ts'
import { Link } from '../ui/Link.tsx'
import { ProjectNote } from './ProjectNote.tsx'

type Step = 'form' | 'link-sent' | 'unconfirmed'

export default function SignInPage() {
  useTitle('Sign in')
  const { next } = useSearch({ from: '/connected/sign-in' })
  const { backend } = useConnection()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<Step>('form')
  useEffect(() => {
    if (next) keep('next', next)
  }, [next])

  if (step !== 'form') {
    const isLink = step === 'link-sent'
    const redirectTo = callbackUrl()
    return (
      <AuthLayout
        title={isLink ? 'Check your mail' : 'Confirm your address first'}
        description={
          isLink ? (
            <>
              If <strong className="font-medium text-ink">{email}</strong> has an account here, a link to sign
              in is on its way. Open it in this browser.
            </>
          ) : (
            <>
              We sent a link to <strong className="font-medium text-ink">{email}</strong> when you signed up.
              Open it, or have it sent again.
            </>
          )
        }
      >
        <CheckYourMail
          onResend={() =>
            isLink
              ? backend.auth.sendMagicLink({ email, redirectTo })
              : backend.auth.resendConfirmation({ email, redirectTo })
          }
          onBack={() => setStep('form')}
        />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      title="Sign in"
      footer={
        <>
          New here? <Link href={paths.signUp(next)}>Create an account</Link>
          <ProjectNote />
        </>
      }
    >
      <SignInForm
        email={email}
        onEmailChange={setEmail}
        onSignedIn={async () => {
          const target = kept('invitation') ? '/invite' : safeNext(next)
          forget('next')
          await navigate({ href: target, replace: true })
        }}
        onLinkSent={() => setStep('link-sent')}
        onConfirmationNeeded={() => setStep('unconfirmed')}
      />
    </AuthLayout>
  )
}
