import { useState } from 'react'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { CheckYourMail } from '../features/auth/CheckYourMail.tsx'
import { callbackUrl } from '../features/auth/callback-url.ts'
import { EntryForm } from '../features/auth/EntryForm.tsx'
import { useBackend } from '../lib/backend-context.ts'
import { paths } from '../lib/paths.ts'
import { useAction } from '../lib/use-action.ts'
import { useTitle } from '../lib/use-title.ts'
import { firstFocus } from '../ui/first-focus.ts'
import { Link } from '../ui/Link.tsx'
import { TextField } from '../ui/TextField.tsx'

export default function ResetPage() {
  useTitle('Reset your password')
  const backend = useBackend()
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  const send = useAction(backend.auth.sendReset)
  const input = { email: email.trim(), redirectTo: callbackUrl() }

  if (isSent) {
    return (
      <AuthLayout
        title="Check your mail"
        description={
          <>
            If <strong className="font-medium text-ink">{email}</strong> has an account here, a link to set a
            new password is on its way. Open it in this browser.
          </>
        }
      >
        <CheckYourMail onResend={() => backend.auth.sendReset(input)} onBack={() => setSent(false)} />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      title="Reset your password"
      description="We mail you a link to set a new one."
      footer={
        <Link href={paths.signIn()} isAlone>
          Back to sign in
        </Link>
      }
    >
      <EntryForm
        actionLabel="Send the link"
        isPending={send.isPending}
        error={send.error}
        onSubmit={async () => {
          const result = await send.run(input)
          if (result.ok) setSent(true)
        }}
      >
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
          isRequired
          {...firstFocus}
        />
      </EntryForm>
    </AuthLayout>
  )
}
