import { useState } from 'react'
import { Form } from 'react-aria-components/Form'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { CheckYourMail } from '../features/auth/CheckYourMail.tsx'
import { callbackUrl } from '../features/auth/callback-url.ts'
import { useBackend } from '../lib/backend-context.ts'
import { ErrorNote } from '../lib/ErrorNote.tsx'
import { paths } from '../lib/paths.ts'
import { useAction } from '../lib/use-action.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button } from '../ui/Button.tsx'
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
      footer={<Link href={paths.signIn()}>Back to sign in</Link>}
    >
      <Form
        className="flex flex-col gap-4"
        onSubmit={async (event) => {
          event.preventDefault()
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
        <ErrorNote error={send.error} />
        <Button type="submit" variant="primary" size="lg" isPending={send.isPending}>
          Send the link
        </Button>
      </Form>
    </AuthLayout>
  )
}
