import { limits } from '@plinth/domain'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { useAction } from '../../lib/use-action.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { TextField } from '../../ui/TextField.tsx'
import { callbackUrl } from './callback-url.ts'
import { EntryForm } from './EntryForm.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'

export interface SignUpFormProps {
  /** Given by an invitation. */
  initialEmail: string
  onDone: (outcome: { email: string; confirmationSent: boolean }) => void
}

export function SignUpForm({ initialEmail, onDone }: SignUpFormProps) {
  const backend = useBackend()
  const [name, setName] = useState('')
  const [email, setEmail] = useState(initialEmail)
  const [password, setPassword] = useState('')
  const signUp = useAction(backend.auth.signUp)
  const isPasswordRefused = signUp.error?.code === 'weak_password'

  const submit = async () => {
    const address = email.trim()
    const result = await signUp.run({
      name: name.trim(),
      email: address,
      password,
      redirectTo: callbackUrl(),
    })
    if (result.ok) onDone({ email: address, confirmationSent: result.value.confirmationSent })
  }
  return (
    <EntryForm
      actionLabel="Create account"
      isPending={signUp.isPending}
      error={isPasswordRefused ? null : signUp.error}
      onSubmit={submit}
    >
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        description="As the others will see it."
        value={name}
        onChange={setName}
        maxLength={limits.nameLength}
        isRequired
        {...firstFocus}
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
        isRequired
      />
      <NewPasswordField
        label="Password"
        value={password}
        onChange={setPassword}
        about={[name, email]}
        errorMessage={isPasswordRefused ? signUp.error?.message : undefined}
      />
    </EntryForm>
  )
}
