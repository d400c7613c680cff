import { useQueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { NoticePage } from '../features/frame/NoticePage.tsx'
import { describeError } from '../lib/describe-error.ts'
import { paths } from '../lib/paths.ts'
import { toAppError } from '../lib/unwrap.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { BrokenDrawing, UnpluggedDrawing } from '../ui/Drawings.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

/** What a page could not load: why, and again. A new version of the app shows itself as a missing chunk. */
export function RouteErrorPage(props: ErrorComponentProps) {
  const { code } = toAppError(props.error)
  return code === 'not_found' || code === 'forbidden' ? <NotFoundPage /> : <Problem {...props} />
}

function Problem({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [isPending, setPending] = useState(false)
  const problem = toAppError(error)
  const isStale = /dynamically imported module|Importing a module script failed/i.test(
    error instanceof Error ? error.message : '',
  )
  useTitle(isStale ? 'New version' : 'Problem')
  const isLine = problem.code === 'network' || problem.code === 'timeout' || problem.code === 'offline'
  const retry = async () => {
    setPending(true)
    await queryClient.invalidateQueries({ refetchType: 'none' })
    await router.invalidate()
    reset()
    setPending(false)
  }
  return (
    <NoticePage
      drawing={isLine ? <UnpluggedDrawing /> : <BrokenDrawing />}
      title={isStale ? 'There is a newer Plinth' : isLine ? 'No answer' : 'This page broke'}
      actions={
        isStale ? (
          <Button variant="primary" onPress={() => location.reload()}>
            Reload
          </Button>
        ) : (
          <>
            <ButtonLink href={paths.home()}>Go to your workspace</ButtonLink>
            <Button variant="primary" onPress={retry} isPending={isPending}>
              Try again
            </Button>
          </>
        )
      }
    >
      {isStale
        ? 'It was put in place while this tab was open. Reload to go on.'
        : describeError(problem).text}
    </NoticePage>
  )
}
