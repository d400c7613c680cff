import { type BaseId, type TableId, withPeopleAsOptions } from '@plinth/domain'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
// Not lazy: whoever presses Ctrl K types on at once.
import { CommandPalette } from '../features/palette/CommandPalette.tsx'
import { useBackend } from '../lib/backend-context.ts'
import { type OpenDialog, useDialogs } from '../lib/dialogs.ts'
import { paths } from '../lib/paths.ts'
import { useBaseMembers, useBaseSchema, useSession } from '../lib/queries.ts'
import { useSessionCache } from '../lib/session-cache.ts'
import { sharedThing } from '../lib/shared-thing.ts'
import { mayAddRecords } from '../lib/table-access.ts'
import { useFocusAfterDialogs } from './use-focus-after-dialogs.ts'

const ShortcutsSheet = lazy(async () => ({
  default: (await import('../features/palette/ShortcutsSheet.tsx')).ShortcutsSheet,
}))
const NewWorkspaceDialog = lazy(async () => ({
  default: (await import('../features/workspace/NewWorkspaceDialog.tsx')).NewWorkspaceDialog,
}))
const NewBaseDialog = lazy(async () => ({
  default: (await import('../features/base/NewBaseDialog.tsx')).NewBaseDialog,
}))
const InviteDialog = lazy(async () => ({
  default: (await import('../features/members/InviteDialog.tsx')).InviteDialog,
}))
const ViewAsDialog = lazy(async () => ({
  default: (await import('../features/roles/ViewAsDialog.tsx')).ViewAsDialog,
}))
const AccessDialog = lazy(async () => ({
  default: (await import('../features/roles/AccessDialog.tsx')).AccessDialog,
}))
const ShareDialog = lazy(async () => ({
  default: (await import('../features/share/ShareDialog.tsx')).ShareDialog,
}))
const NewTableDialog = lazy(async () => ({
  default: (await import('../features/schema/NewTableDialog.tsx')).NewTableDialog,
}))
const TableDialog = lazy(async () => ({
  default: (await import('../features/schema/TableDialog.tsx')).TableDialog,
}))
const DuplicateTableDialog = lazy(async () => ({
  default: (await import('../features/schema/DuplicateDialog.tsx')).DuplicateTableDialog,
}))
const DuplicateFieldDialog = lazy(async () => ({
  default: (await import('../features/schema/DuplicateDialog.tsx')).DuplicateFieldDialog,
}))
const ChangeTypeDialog = lazy(async () => ({
  default: (await import('../features/schema/ChangeTypeDialog.tsx')).ChangeTypeDialog,
}))
const SectionDialog = lazy(() => import('../features/frame/SectionDialog.tsx'))
const TableRulesDialog = lazy(() => import('../features/rules/TableRulesDialog.tsx'))
const IndexesDialog = lazy(() => import('../features/table/cost/IndexesDialog.tsx'))
const FieldDialog = lazy(async () => ({
  default: (await import('../features/schema/FieldDialog.tsx')).FieldDialog,
}))
const MergeOptionsDialog = lazy(() => import('../features/schema/MergeOptionsDialog.tsx'))
const WorkflowDialog = lazy(() => import('../features/status/WorkflowDialog.tsx'))
const ImportDialog = lazy(async () => ({
  default: (await import('../features/import/ImportDialog.tsx')).ImportDialog,
}))
const ExportDialog = lazy(async () => ({
  default: (await import('../features/export/ExportDialog.tsx')).ExportDialog,
}))

/** Draws the one dialog that is open: here features meet without knowing each other. */
export function DialogHost() {
  const { open, close } = useDialogs()
  useFocusAfterDialogs(open !== null)
  return <Suspense>{open && <Opened key={open.kind} dialog={open} onClose={close} />}</Suspense>
}

type Of<Kind extends OpenDialog['kind']> = Extract<OpenDialog, { kind: Kind }>
interface OpenedProps<Kind extends OpenDialog['kind'] = OpenDialog['kind']> {
  dialog: Of<Kind>
  onClose: () => void
}

function Opened({ dialog, onClose }: OpenedProps): ReactNode {
  switch (dialog.kind) {
    case 'palette':
      return <CommandPalette onClose={onClose} />
    case 'shortcuts':
      return <ShortcutsSheet onClose={onClose} />
    case 'new-workspace':
    case 'new-base':
    case 'invite':
      return <WorkspaceDialogs dialog={dialog} onClose={onClose} />
    case 'view-as':
      return <ViewAs dialog={dialog} onClose={onClose} />
    case 'access':
      return <Access dialog={dialog} onClose={onClose} />
    case 'share':
      return <Share dialog={dialog} onClose={onClose} />
    case 'new-table':
    case 'edit-table':
    case 'duplicate-table':
      return <TableDialogs dialog={dialog} onClose={onClose} />
    case 'view-section':
      return <Section dialog={dialog} onClose={onClose} />
    case 'indexes':
      return <IndexesDialog table={dialog.table} onClose={onClose} />
    case 'table-rules':
      return <TableRules dialog={dialog} onClose={onClose} />
    case 'new-field':
      return <FieldDialog base={dialog.base} table={dialog.table} onClose={onClose} />
    case 'edit-field':
      return <FieldDialog base={dialog.base} table={dialog.table} field={dialog.field} onClose={onClose} />
    case 'merge-options':
      return (
        <MergeOptionsDialog base={dialog.base} table={dialog.table} field={dialog.field} onClose={onClose} />
      )
    case 'workflow':
      return <WorkflowDialog base={dialog.base} table={dialog.table} field={dialog.field} onClose={onClose} />
    case 'duplicate-field':
      return (
        <DuplicateFieldDialog
          base={dialog.base}
          table={dialog.table}
          field={dialog.field}
          onClose={onClose}
        />
      )
    case 'change-type':
      return (
        <ChangeTypeDialog base={dialog.base} table={dialog.table} field={dialog.field} onClose={onClose} />
      )
    case 'import':
      return <Import dialog={dialog} onClose={onClose} />
    case 'export':
      return <Export dialog={dialog} onClose={onClose} />
  }
}

function useGo(onClose: () => void) {
  const navigate = useNavigate()
  return (href: string) => {
    onClose()
    void navigate({ href })
  }
}

function WorkspaceDialogs({ dialog, onClose }: OpenedProps<'new-workspace' | 'new-base' | 'invite'>) {
  const session = useSession()
  const go = useGo(onClose)
  if (dialog.kind === 'new-workspace') {
    return <NewWorkspaceDialog onClose={onClose} onCreated={(id) => go(paths.workspace(id))} />
  }
  const workspace = session.workspaces.find((one) => one.id === dialog.workspace)
  if (!workspace) return null
  if (dialog.kind === 'invite')
    return <InviteDialog workspace={workspace} base={dialog.base} onClose={onClose} />
  return (
    <NewBaseDialog
      workspace={workspace.id}
      count={workspace.bases.length}
      onClose={onClose}
      onCreated={(id) => go(paths.base(id))}
    />
  )
}

function ViewAs({ dialog: { base }, onClose }: OpenedProps<'view-as'>) {
  const { profile } = useSession()
  const params = useParams({ strict: false })
  const search = useSearch({ strict: false })
  const go = useGo(onClose)
  // Whoever looks at a table goes on looking at it.
  const table = params.base === base ? (params.table ?? search.table) : undefined
  return (
    <ViewAsDialog
      base={base}
      me={profile.id}
      onChosen={(who) => go(paths.viewAs(base, who, table as TableId | undefined))}
      onClose={onClose}
    />
  )
}

function Access({ dialog, onClose }: OpenedProps<'access'>) {
  const { workspaces } = useSession()
  const bases = workspaces.flatMap((workspace) => workspace.bases)
  const base = bases.find(({ tables }) => tables.some(({ id }) => id === dialog.table))
  return base ? <AccessOf base={base.id} dialog={dialog} onClose={onClose} /> : null
}

function AccessOf({ base, dialog, onClose }: OpenedProps<'access'> & { base: BaseId }) {
  const { table: id, record, field = null, action, problem } = dialog
  const { profile } = useSession()
  const schema = useBaseSchema(base)
  const table = schema.tables.find((one) => one.id === id)
  if (!table) return null
  return (
    <AccessDialog
      schema={schema}
      table={table}
      record={record}
      field={field}
      me={profile}
      {...(action && problem ? { refused: { action, problem } } : {})}
      onClose={onClose}
    />
  )
}

function Section({ dialog, onClose }: OpenedProps<'view-section'>) {
  const table = useBaseSchema(dialog.base).tables.find(({ id }) => id === dialog.table)
  return table && <SectionDialog {...dialog} table={table} onClose={onClose} />
}

function TableDialogs({ dialog, onClose }: OpenedProps<'new-table' | 'edit-table' | 'duplicate-table'>) {
  const go = useGo(onClose)
  const show = useDialogs((state) => state.show)
  const { base } = dialog
  if (dialog.kind === 'edit-table')
    return <TableDialog base={base} table={dialog.table.id} onClose={onClose} />
  if (dialog.kind === 'duplicate-table') {
    return (
      <DuplicateTableDialog
        base={base}
        table={dialog.table}
        onClose={onClose}
        onCopied={(table) => go(paths.table(base, table))}
      />
    )
  }
  return (
    <NewTableDialog
      base={base}
      onClose={onClose}
      onImport={() => show({ kind: 'import', base })}
      onCreated={(table) => go(paths.table(base, table))}
    />
  )
}

function Share({ dialog: { base, shared }, onClose }: OpenedProps<'share'>) {
  const schema = useBaseSchema(base)
  return <ShareDialog schema={schema} shared={sharedThing(schema, shared)} onClose={onClose} />
}

function TableRules({ dialog, onClose }: OpenedProps<'table-rules'>) {
  const schema = useBaseSchema(dialog.base)
  const table = schema.tables.find(({ id }) => id === dialog.table.id)
  return table ? <TableRulesDialog base={schema.base} table={table} onClose={onClose} /> : null
}

function Import({ dialog, onClose }: OpenedProps<'import'>) {
  const schema = useBaseSchema(dialog.base)
  const backend = useBackend()
  const cache = useSessionCache()
  const go = useGo(onClose)
  const people = useBaseMembers(dialog.base)
  const tables = useMemo(
    () =>
      schema.tables.filter(mayAddRecords).map((table) => ({
        ...table,
        fields: table.fields.map((field) => withPeopleAsOptions(field, people)),
      })),
    [schema.tables, people],
  )
  return (
    <ImportDialog
      backend={backend}
      base={schema.base}
      tables={tables}
      readable={schema.tables}
      role={schema.role}
      {...(dialog.file ? { file: dialog.file } : {})}
      {...(dialog.into ? { into: dialog.into } : {})}
      onDone={(table) => {
        void cache.refreshBase(dialog.base)
        go(paths.table(dialog.base as BaseId, table))
      }}
      onChanged={() => void cache.refreshBase(dialog.base)}
      onClose={onClose}
    />
  )
}

function Export({ dialog, onClose }: OpenedProps<'export'>) {
  const schema = useBaseSchema(dialog.base)
  const backend = useBackend()
  const people = useBaseMembers(dialog.base)
  return (
    <ExportDialog
      backend={backend}
      base={schema.base}
      table={dialog.table}
      people={people}
      tables={schema.tables}
      {...(dialog.view ? { view: dialog.view } : {})}
      onClose={onClose}
    />
  )
}
