import { createMemoryStorage, createSupabaseBackend } from '@plinth/backend'
import { appError, err } from '@plinth/domain'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { EntryForm } from '../features/auth/EntryForm.tsx'
import { useConnectionStore } from '../lib/connection-store.ts'
import { readInvitationFragment } from '../lib/invitation-link.ts'
import { safeNext } from '../lib/kept.ts'
import { normalizeProjectUrl, rememberedProject, rememberProject } from '../lib/project.ts'
import { useAction } from '../lib/use-action.ts'
import { useTitle } from '../lib/use-title.ts'
import { firstFocus } from '../ui/first-focus.ts'
import { TextField } from '../ui/TextField.tsx'

/** An invitation names its project; the reader sees it here and confirms it before anything is sent there. */
function projectOfLink(next: string | undefined) {
  const fragment = safeNext(next).split('#')[1]
  return fragment ? (readInvitationFragment(fragment)?.project ?? null) : null
}

/** Asks which hosted project to work with, and checks it before going on. */
export default function ConnectPage() {
  useTitle('Connect a project')
  const { next } = useSearch({ from: '/connect' })
  const navigate = useNavigate()
  const connect = useConnectionStore((state) => state.connect)
  const [suggested] = useState(() => projectOfLink(next) ?? rememberedProject())
  const [text, setText] = useState(suggested?.url ?? '')
  const [key, setKey] = useState(suggested?.publishableKey ?? '')
  const url = normalizeProjectUrl(text)
  const isSecret = key.trim().startsWith('sb_secret_')

  const check = useAction(async () => {
    if (url === null || isSecret) return err(appError(isSecret ? 'key_invalid' : 'project_unreachable'))
    const trial = createSupabaseBackend({
      url,
      publishableKey: key.trim(),
      storage: createMemoryStorage(),
    })
    const result = await trial.checkProject()
    await trial.dispose()
    return result
  })
  const submit = async () => {
    const result = await check.run()
    if (!result.ok || url === null) return
    const project = { url, publishableKey: key.trim(), embedded: false }
    rememberProject(project)
    connect(project)
    await navigate({ href: safeNext(next), replace: true })
  }
  return (
    <AuthLayout
      title="Connect your project"
      description="Plinth has no server of its own. It works with a Supabase project that has Plinth’s migrations."
    >
      <EntryForm
        actionLabel="Connect"
        isPending={check.isPending}
        error={isSecret ? null : check.error}
        onSubmit={submit}
      >
        <TextField
          label="Project URL"
          description="In the project’s settings under API."
          placeholder="https://abcdefgh.supabase.co"
          value={text}
          onChange={setText}
          isRequired
          spellCheck="false"
          autoComplete="url"
          {...(text !== '' && url === null ? { errorMessage: 'This is not a web address.' } : {})}
          {...firstFocus}
        />
        <TextField
          label="Publishable key"
          description="It may be seen by anybody. Never paste the secret key here."
          placeholder="sb_publishable_…"
          value={key}
          onChange={setKey}
          isRequired
          spellCheck="false"
          autoComplete="off"
          {...(isSecret
            ? { errorMessage: 'This is the secret key. Take the publishable one, and replace this.' }
            : {})}
        />
      </EntryForm>
    </AuthLayout>
  )
}
