import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { ConnectionContext } from '../lib/backend-context.ts'
import { useConnectionStore } from '../lib/connection-store.ts'
import { RefusedError, unwrap } from '../lib/unwrap.ts'
import { SchemaPage } from '../routes/SchemaPage.tsx'

/** Gives the routes below their backend, unless the project and this app do not fit together. */
export function ConnectedLayout() {
  const connection = useConnectionStore((state) => state.connection)
  const check = useQuery({
    queryKey: ['project', connection?.project.url],
    queryFn: () => unwrap(connection!.backend.checkProject()),
    enabled: connection !== null,
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: true,
  })
  if (!connection) return null
  const misfit = check.error instanceof RefusedError ? check.error.error : null
  if (misfit && isLasting(misfit.code)) {
    return (
      <SchemaPage
        error={misfit}
        project={connection.project}
        onRetry={() => check.refetch()}
        isPending={check.isFetching}
      />
    )
  }
  return (
    <ConnectionContext value={connection}>
      <Outlet />
    </ConnectionContext>
  )
}

/** A broken line passes by itself and is shown by the banner; these do not. */
function isLasting(code: string): boolean {
  return code.startsWith('schema_') || code === 'key_invalid'
}
