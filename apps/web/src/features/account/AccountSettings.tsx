import { limits, type Profile } from '@plinth/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { keep } from '../../lib/kept.ts'
import { PersonAvatar } from '../../lib/PersonAvatar.tsx'
import { paths } from '../../lib/paths.ts'
import { SettingsForm } from '../../lib/SettingsForm.tsx'
import { useSessionCache } from '../../lib/session-cache.ts'
import { signOut } from '../../lib/sign-out.ts'
import { type ThemePreference, useTheme } from '../../lib/theme.ts'
import { useAction } from '../../lib/use-action.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { Section } from '../../ui/Section.tsx'
import { PasswordField, TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/Toast.tsx'
import { resizePicture } from './resize-picture.ts'

export function AccountSettings({ profile, onSignedOut }: { profile: Profile; onSignedOut: () => void }) {
  return (
    <>
      <Section title="You" description="Seen by the people of your workspaces.">
        <div className="flex max-w-105 flex-col gap-6">
          <Picture profile={profile} />
          <NameForm profile={profile} />
        </div>
      </Section>
      <Section title="E-mail" description="For signing in and for mails from Plinth.">
        <EmailForm profile={profile} />
      </Section>
      <Section title="Password">
        <PasswordForm />
      </Section>
      <Section title="Look" description="In this browser.">
        <ThemeChoice />
      </Section>
      <Section title="Sign out">
        <SignOut onSignedOut={onSignedOut} />
      </Section>
    </>
  )
}

function Picture({ profile }: { profile: Profile }) {
  const backend = useBackend()
  const cache = useSessionCache()
  const upload = useAction(async (file: File) => {
    const small = await resizePicture(file)
    if (!small.ok) return small
    const sent = await backend.files.uploadAvatar(profile.id, small.value)
    if (!sent.ok) return sent
    return backend.workspaces.saveProfile({ avatarKey: sent.value.key })
  })
  const remove = useAction(() => backend.workspaces.saveProfile({ avatarKey: null }))
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-4">
        <PersonAvatar person={profile} size={72} />
        <div className="flex flex-wrap gap-2">
          <FileTrigger
            acceptedFileTypes={['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']}
            onSelect={async (files) => {
              const file = files?.[0]
              if (file && (await upload.run(file)).ok) await cache.refresh()
            }}
          >
            <Button isPending={upload.isPending}>
              {profile.avatarKey ? 'Change picture' : 'Choose a picture'}
            </Button>
          </FileTrigger>
          {profile.avatarKey && (
            <Button
              variant="ghost"
              isPending={remove.isPending}
              onPress={async () => {
                if ((await remove.run()).ok) await cache.refresh()
              }}
            >
              Remove
            </Button>
          )}
        </div>
      </div>
      <ErrorNote error={upload.error ?? remove.error} />
    </div>
  )
}

function NameForm({ profile }: { profile: Profile }) {
  const backend = useBackend()
  const cache = useSessionCache()
  const [name, setName] = useState(profile.name)
  const save = useAction(backend.workspaces.saveProfile)
  const submit = async () => {
    const undo = cache.patch((session) => ({
      ...session,
      profile: { ...session.profile, name: name.trim() },
    }))
    const result = await save.run({ name: name.trim() })
    if (!result.ok) return undo()
    toast.success('Name saved.')
    await cache.refresh()
  }
  return (
    <SettingsForm
      actionLabel="Save name"
      action={save}
      isChanged={name.trim() !== profile.name}
      onSubmit={submit}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={limits.nameLength}
        isRequired
        autoComplete="name"
      />
    </SettingsForm>
  )
}

function EmailForm({ profile }: { profile: Profile }) {
  const backend = useBackend()
  const [email, setEmail] = useState(profile.email)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const change = useAction(backend.auth.changeEmail)
  const submit = async () => {
    const address = email.trim()
    keep('next', paths.account())
    const result = await change.run({ email: address, redirectTo: location.origin + paths.callback() })
    setSentTo(result.ok ? address : null)
  }
  return (
    <SettingsForm
      actionLabel="Change address"
      action={change}
      isChanged={email.trim() !== profile.email}
      onSubmit={submit}
    >
      <TextField
        label="E-mail"
        type="email"
        value={email}
        onChange={setEmail}
        isRequired
        autoComplete="email"
      />
      {sentTo && (
        <Banner tone="success" title="Check your mail">
          We sent links to the old and the new address. The change holds when both are confirmed.
        </Banner>
      )}
    </SettingsForm>
  )
}

function PasswordForm() {
  const backend = useBackend()
  const [password, setPassword] = useState('')
  const change = useAction(backend.auth.changePassword)
  const submit = async () => {
    const result = await change.run({ password })
    if (!result.ok) return
    setPassword('')
    toast.success('Your password is changed.')
  }
  return (
    <SettingsForm actionLabel="Change password" action={change} isChanged={password !== ''} onSubmit={submit}>
      <PasswordField
        label="New password"
        description="At least 8 characters. Three or four unrelated words are good."
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        minLength={8}
        isRequired
      />
    </SettingsForm>
  )
}

const themes: readonly { id: ThemePreference; label: string }[] = [
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
  { id: 'system', label: 'As the system has it' },
]

function ThemeChoice() {
  const { preference, choose } = useTheme()
  return <RadioGroup label="Theme" options={themes} value={preference} onChange={choose} />
}

function SignOut({ onSignedOut }: { onSignedOut: () => void }) {
  const backend = useBackend()
  const client = useQueryClient()
  const leave = useAction((scope: 'local' | 'global') => signOut(backend, client, scope))
  const go = async (scope: 'local' | 'global') => {
    if ((await leave.run(scope)).ok) onSignedOut()
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button onPress={() => go('local')} isDisabled={leave.isPending}>
          Sign out here
        </Button>
        <Button onPress={() => go('global')} isDisabled={leave.isPending}>
          Sign out on all devices
        </Button>
      </div>
      <ErrorNote error={leave.error} />
    </div>
  )
}
