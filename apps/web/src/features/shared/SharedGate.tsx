import type { Backend } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { toAppError, unwrap } from '../../lib/unwrap.ts'
import { useAction } from '../../lib/use-action.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { LostDrawing } from '../../ui/Drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Form } from '../../ui/Form.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { PasswordField } from '../../ui/TextField.tsx'
import { SharedCharts } from './SharedCharts.tsx'
import { SharedFrame } from './SharedFrame.tsx'
import { SharedView } from './SharedView.tsx'

const SharedFormPage = lazy(() => import('./SharedFormPage.tsx'))

export interface SharedGateProps {
  backend: Backend
  token: string
  isEmbedded: boolean
}

/** Behind a link: what it shows, its password, or that it shows nothing. The pass lives as long as the page. */
export function SharedGate({ backend, token, isEmbedded }: SharedGateProps) {
  const [pass, setPass] = useState<string | null>(null)
  const page = useQuery({
    queryKey: ['shared', token, pass, 'page'],
    queryFn: () => unwrap(backend.shares.page(token, pass)),
    // Each answer counts as a visit.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const problem = page.error ? toAppError(page.error) : null
  useTitle(page.data?.name ?? (problem ? 'Shared link' : ''))
  if (problem?.code === 'share_locked') {
    return <PasswordPage {...{ backend, token, isEmbedded }} isAgain={pass !== null} onPass={setPass} />
  }
  if (problem) {
    return (
      <SharedFrame title="Shared link" isEmbedded={isEmbedded}>
        {problem.code === 'share_invalid' ? (
          <EmptyState drawing={<LostDrawing />} title="This link shows nothing any more" level={2}>
            It was taken back, has ended, or is not whole. Ask whoever gave it to you for a new one.
          </EmptyState>
        ) : (
          <div className="mx-auto flex max-w-105 flex-col items-start gap-3 p-6">
            <ErrorNote error={problem} />
            <Button onPress={() => void page.refetch()} isPending={page.isFetching}>
              Try again
            </Button>
          </div>
        )}
      </SharedFrame>
    )
  }
  if (!page.data)
    return (
      <SharedFrame title="Loading…" isEmbedded={isEmbedded}>
        {null}
      </SharedFrame>
    )
  const { form } = page.data
  if (form) {
    return (
      <Suspense fallback={null}>
        <SharedFormPage
          {...{ backend, token, pass, isEmbedded, form }}
          page={page.data}
          onShut={() => void page.refetch()}
        />
      </Suspense>
    )
  }
  const Shown = page.data.tiles ? SharedCharts : SharedView
  return (
    <Shown {...{ backend, token, pass, isEmbedded }} page={page.data} onShut={() => void page.refetch()} />
  )
}

function PasswordPage({
  backend,
  token,
  isEmbedded,
  isAgain,
  onPass,
}: SharedGateProps & { isAgain: boolean; onPass: (pass: string) => void }) {
  const [password, setPassword] = useState('')
  const [refusal, setRefusal] = useState<'wrong' | 'limited' | null>(null)
  const unlock = useAction(backend.shares.unlock)
  const submit = async () => {
    setRefusal(null)
    const result = await unlock.run(token, password)
    if (!result.ok) return
    const { pass, isLimited } = result.value
    if (pass !== null) onPass(pass)
    else setRefusal(isLimited ? 'limited' : 'wrong')
  }
  return (
    <SharedFrame title="Shared link" isEmbedded={isEmbedded}>
      <div className="mx-auto flex w-full max-w-90 flex-col gap-5 px-6 py-12">
        <div>
          <h2 className="text-xl font-semibold">A password is needed</h2>
          <p className="mt-1.5 text-base text-ink-muted">
            {isAgain
              ? 'Some time has passed. Give it again to go on.'
              : 'Whoever gave you this link knows it.'}
          </p>
        </div>
        <Form onSubmit={submit} isPending={unlock.isPending}>
          <PasswordField
            label="Password"
            value={password}
            onChange={(text) => {
              setPassword(text)
              // What is known to be wrong is not sent again, and this is another one.
              setRefusal(null)
            }}
            autoComplete="off"
            isRequired
            {...(refusal === 'wrong' ? { errorMessage: 'This is another password. Try again.' } : {})}
            {...firstFocus}
          />
          {refusal === 'limited' && (
            <Banner tone="danger" title="Too many tries">
              Wait a quarter of an hour, then try again.
            </Banner>
          )}
          <ErrorNote error={unlock.error} />
          <Button type="submit" variant="primary" isPending={unlock.isPending}>
            Show it
          </Button>
        </Form>
      </div>
    </SharedFrame>
  )
}
