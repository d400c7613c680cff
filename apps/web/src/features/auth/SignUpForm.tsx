import { useState } from 'react'
import { Form } from 'react-aria-components/Form'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { TextField } from '../../ui/TextField.tsx'
import { callbackUrl } from './callback-url.ts'
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
    <Form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        description="As the others will see it."
        value={name}
        onChange={setName}
        maxLength={120}
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
      <ErrorNote error={isPasswordRefused ? null : signUp.error} />
      <Button type="submit" variant="primary" size="lg" isPending={signUp.isPending}>
        Create account
      </Button>
    </Form>
  )
}
