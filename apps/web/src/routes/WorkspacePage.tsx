import type { WorkspaceSummary } from '@plinth/domain'
import { useNavigate } from '@tanstack/react-router'
import { Plus, UserPlus } from 'lucide-react'
import { Page } from '../features/frame/Page.tsx'
import { BaseCards } from '../features/workspace/BaseCards.tsx'
import { showDialog } from '../lib/dialogs.ts'
import { mayInvite, mayMakeBases } from '../lib/may-invite.ts'
import { paths } from '../lib/paths.ts'
import { useBaseFromFile } from '../lib/use-base-from-file.ts'
import { useTitle } from '../lib/use-title.ts'
import { useWorkspace } from '../lib/use-workspace.ts'
import { Button } from '../ui/Button.tsx'
import { PlinthDrawing } from '../ui/Drawings.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'

export default function WorkspacePage() {
  const workspace = useWorkspace()
  useTitle(workspace.name)
  return (
    <Page
      crumbs={[
        { id: 'workspace', label: workspace.name, href: paths.workspace(workspace.id) },
        { id: 'bases', label: 'Bases' },
      ]}
      title={workspace.bases.length === 0 ? `Welcome to ${workspace.name}` : 'Bases'}
      actions={
        <>
          {mayInvite(workspace) && (
            <Button
              icon={<UserPlus aria-hidden />}
              onPress={() => showDialog({ kind: 'invite', workspace: workspace.id })}
            >
              Invite people
            </Button>
          )}
          {mayMakeBases(workspace) && (
            <Button
              variant="primary"
              icon={<Plus aria-hidden />}
              onPress={() => showDialog({ kind: 'new-base', workspace: workspace.id })}
            >
              New base
            </Button>
          )}
        </>
      }
    >
      {workspace.bases.length === 0 && !mayMakeBases(workspace) ? (
        <p className="text-sm text-ink-muted">Bases that people share with you stand here.</p>
      ) : workspace.bases.length === 0 ? (
        <FirstBase workspace={workspace} />
      ) : (
        <BaseCards bases={workspace.bases} />
      )}
    </Page>
  )
}

/** First use: a file is the shortest way to something worth looking at. */
function FirstBase({ workspace }: { workspace: WorkspaceSummary }) {
  const navigate = useNavigate()
  const makeBase = useBaseFromFile(workspace.id)
  return (
    <div className="grid overflow-hidden rounded-card border border-line bg-surface md:grid-cols-[1fr_1.2fr]">
      <div className="flex flex-col items-start justify-center border-line p-6 max-md:border-b md:border-r md:p-8">
        <div className="-ml-7 text-ink-faint">
          <PlinthDrawing />
        </div>
        <h2 className="mt-5 text-lg font-semibold">Start with what you have</h2>
        <p className="mt-1.5 text-sm text-ink-muted text-pretty">
          Drop a CSV or JSON file. Plinth makes a base for it, finds out what each column is, and shows you
          before anything is stored.
        </p>
        <p className="mt-3 text-sm text-ink-muted">
          Or{' '}
          <button
            type="button"
            className="rounded-[3px] font-medium text-accent-text underline decoration-accent-line underline-offset-[3px] outline-none focus-visible:ring-focus"
            onClick={() => showDialog({ kind: 'new-base', workspace: workspace.id })}
          >
            begin with an empty base
          </button>
          .
        </p>
      </div>
      <div className="p-4 md:p-6">
        <FileDrop
          label="Drop a file here"
          hint="CSV, TSV or JSON"
          accept={['.csv', '.tsv', '.txt', '.json', 'text/csv', 'application/json']}
          className="h-full min-h-56 justify-center"
          onFiles={async ([file]) => {
            if (!file) return
            const base = await makeBase(file.name)
            if (!base) return
            await navigate({ href: paths.base(base) })
            showDialog({ kind: 'import', base, file })
          }}
        />
      </div>
    </div>
  )
}
