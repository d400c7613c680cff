import type { AppError } from '@plinth/domain'
import { useConnectionStore } from '../lib/connection-store.ts'
import { forgetProject, type Project } from '../lib/project.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button } from '../ui/Button.tsx'
import { BrokenDrawing } from '../ui/Drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

export interface SchemaPageProps {
  error: AppError
  project: Project
  onRetry: () => void
  isPending: boolean
}

const titles: Partial<Record<AppError['code'], string>> = {
  schema_missing: 'This project is still empty',
  schema_outdated: 'This project needs newer migrations',
  schema_newer: 'There is a newer Plinth',
  key_invalid: 'The project does not accept this key',
}

/** The app and the project do not fit together: says which of them has to move, and how. */
export function SchemaPage({ error, project, onRetry, isPending }: SchemaPageProps) {
  const title = titles[error.code] ?? 'This project cannot be used'
  useTitle(title)
  const disconnect = useConnectionStore((state) => state.disconnect)
  const isProjectBehind = error.code === 'schema_missing' || error.code === 'schema_outdated'
  return (
    <main className="grid h-full place-items-center overflow-y-auto bg-page">
      <EmptyState
        level={1}
        drawing={<BrokenDrawing />}
        title={title}
        actions={
          <>
            {!project.embedded && (
              <Button
                onPress={() => {
                  forgetProject()
                  void disconnect().then(() => location.assign('/connect'))
                }}
              >
                Change project
              </Button>
            )}
            {error.code === 'schema_newer' ? (
              <Button variant="primary" onPress={() => location.reload()}>
                Reload
              </Button>
            ) : (
              <Button variant="primary" onPress={onRetry} isPending={isPending}>
                Check again
              </Button>
            )}
          </>
        }
      >
        <p>{error.message}</p>
        {isProjectBehind && project.embedded && (
          <p className="mt-3">Stop Plinth and start it again: it applies its migrations when it starts.</p>
        )}
        {isProjectBehind && !project.embedded && (
          <ol className="mt-4 list-decimal rounded-card border border-line bg-surface py-3 pr-4 pl-8 text-left">
            <li className="py-1">
              In a copy of Plinth’s repository: <code className="font-mono text-xs">supabase link</code>
            </li>
            <li className="py-1">
              Then <code className="font-mono text-xs">supabase db push</code>
            </li>
            <li className="py-1">Check again. Open tabs may stay open meanwhile.</li>
          </ol>
        )}
        <p className="mt-3 text-xs">{new URL(project.url).host}</p>
      </EmptyState>
    </main>
  )
}
