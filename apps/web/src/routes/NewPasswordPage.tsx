import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { EntryForm } from '../features/auth/EntryForm.tsx'
import { NewPasswordField } from '../features/auth/NewPasswordField.tsx'
import { useBackend } from '../lib/backend-context.ts'
import { paths } from '../lib/paths.ts'
import { useAction } from '../lib/use-action.ts'
import { useTitle } from '../lib/use-title.ts'
import { Link } from '../ui/Link.tsx'
import { toast } from '../ui/Toast.tsx'

/** Behind the link of a reset mail, which has signed the person in. */
export default function NewPasswordPage() {
  useTitle('Set a new password')
  const backend = useBackend()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const change = useAction(backend.auth.changePassword)
  return (
    <AuthLayout
      title="Set a new password"
      description="You are signed in already; this is for the next time."
      footer={
        <Link href={paths.home()} isAlone>
          Keep the old one
        </Link>
      }
    >
      <EntryForm
        actionLabel="Set password"
        isPending={change.isPending}
        error={change.error}
        onSubmit={async () => {
          const result = await change.run({ password })
          if (!result.ok) return
          toast.success('Your password is changed.')
          await navigate({ to: '/', replace: true })
        }}
      >
        <NewPasswordField label="New password" value={password} onChange={setPassword} />
      </EntryForm>
    </AuthLayout>
  )
}
