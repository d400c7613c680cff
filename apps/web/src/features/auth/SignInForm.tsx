import type { SignedIn } from '@plinth/domain'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { paths } from '../../lib/paths.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { Link } from '../../ui/Link.tsx'
import { PasswordField, TextField } from '../../ui/TextField.tsx'
import { callbackUrl } from './callback-url.ts'
import { EntryForm } from './EntryForm.tsx'

export interface SignInFormProps {
  email: string
  onEmailChange: (email: string) => void
  onSignedIn: (session: SignedIn) => void
  onLinkSent: () => void
  onConfirmationNeeded: () => void
}

/** Password, or a link by mail. */
export function SignInForm(props: SignInFormProps) {
  const { email, onEmailChange, onSignedIn, onLinkSent, onConfirmationNeeded } = props
  const backend = useBackend()
  const [password, setPassword] = useState('')
  const signIn = useAction(backend.auth.signIn)
  const sendLink = useAction(backend.auth.sendMagicLink)
  const [isEmailMissing, setEmailMissing] = useState(false)

  const submit = async () => {
    sendLink.reset()
    const result = await signIn.run({ email: email.trim(), password })
    if (result.ok) onSignedIn(result.value)
    else if (result.error.code === 'email_not_confirmed') onConfirmationNeeded()
  }
  const mailLink = async () => {
    signIn.reset()
    setEmailMissing(email.trim() === '')
    if (email.trim() === '') return
    const result = await sendLink.run({ email: email.trim(), redirectTo: callbackUrl() })
    if (result.ok) onLinkSent()
  }
  return (
    <>
      <EntryForm
        actionLabel="Sign in"
        isPending={signIn.isPending}
        error={signIn.error ?? sendLink.error}
        onSubmit={submit}
      >
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(value) => {
            onEmailChange(value)
            setEmailMissing(false)
          }}
          isRequired
          {...(isEmailMissing ? { errorMessage: 'Type your e-mail address first.' } : {})}
          {...firstFocus}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          isRequired
          labelEnd={
            <Link href={paths.reset()} isAlone className="text-xs">
              Forgot password?
            </Link>
          }
        />
      </EntryForm>
      <div className="flex items-center gap-3 text-xs text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </div>
      <Button size="lg" onPress={mailLink} isPending={sendLink.isPending}>
        Send me a sign-in link
      </Button>
    </>
  )
}
