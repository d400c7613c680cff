import type { BaseId } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { NoticePage } from '../features/frame/NoticePage.tsx'
import { useBackend } from '../lib/backend-context.ts'
import { paths } from '../lib/paths.ts'
import { queries } from '../lib/queries.ts'
import { toAppError } from '../lib/unwrap.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { LockDrawing } from '../ui/Drawings.tsx'
import { BaseRoomProvider } from './BaseRoom.tsx'

/** What the pages of one base share: its live room, so that people stay while one walks from table to table. */
export default function BaseLayout() {
  const params = useParams({ strict: false })
  const schema = useQuery(queries.baseSchema(useBackend(), params.base as BaseId))
  if (schema.error && toAppError(schema.error).code === 'not_found') {
    return <BaseClosed name={schema.data?.base.name ?? 'this base'} />
  }
  return (
    <BaseRoomProvider>
      <Outlet />
    </BaseRoomProvider>
  )
}

/** It was open here a moment ago. Nothing of it stays on the screen. */
function BaseClosed({ name }: { name: string }) {
  useTitle('No access')
  return (
    <NoticePage
      drawing={<LockDrawing />}
      title={`You no longer have access to ${name}`}
      actions={
        <ButtonLink href={paths.home()} variant="primary">
          Go to your workspace
        </ButtonLink>
      }
    >
      It was deleted, or somebody took you out of it while you were here. Ask an owner of the workspace if
      that surprises you.
    </NoticePage>
  )
}
