import { appError, type Backend, type BaseId, type BaseSchema, err, ok, type ViewedAs } from '@plinth/domain'
import { createAutomationsApi } from './automations.ts'
import { createBasesApi } from './bases.ts'
import { createFormsApi } from './forms.ts'
import { createImportsApi } from './imports.ts'
import { createRecordsApi } from './records.ts'
import { createRolesApi } from './roles.ts'
import { createRowsApi } from './rows.ts'
import type { Rpc } from './rpc.ts'
import { createRulesApi } from './rules.ts'
import { createSharesApi } from './shares.ts'
import { createViewsApi } from './views.ts'
import { createWorkflowsApi } from './workflows.ts'
import { createWorkspacesApi } from './workspaces.ts'

/** What `plinth.view_as` answers for somebody else. */
const readingCalls = new Set([
  'base_schema',
  'rows_window',
  'rows_by_id',
  'view_stats',
  'view_anchors',
  'view_groups',
  'view_summary',
  'view_chart',
  'row_rank',
  'find_in_view',
  'about_record',
  'record_comments',
])

/**
 * A backend through which one base is seen as somebody else sees it. The database reads for them, under their policies; every
 * other call is refused here already. Files are opened and changes are heard of with the viewer's own right, which reaches
 * further: but only keys that the other person is shown are known, and what changed is read for them again.
 */
export function createViewBackend(own: Backend, rpc: Rpc, base: BaseId, who: ViewedAs): Backend {
  const viewRpc: Rpc = async (name, args, schema, signal) =>
    readingCalls.has(name)
      ? rpc('view_as', { base, who, call: name, args }, schema, signal)
      : err(appError('read_only'))
  const bases = createBasesApi(viewRpc)
  return {
    ...own,
    viewedAs: who,
    workspaces: { ...createWorkspacesApi(viewRpc, nothingToClear), session: own.workspaces.session },
    bases: {
      ...bases,
      // The same for everybody in the base: the names of people in its records.
      members: own.bases.members,
      async schema(id) {
        const answer = await bases.schema(id)
        return answer.ok ? ok(onlyReading(answer.value)) : answer
      },
    },
    roles: createRolesApi(viewRpc),
    rules: createRulesApi(viewRpc),
    views: createViewsApi(viewRpc),
    shares: createSharesApi(viewRpc),
    forms: { ...createFormsApi(viewRpc, refused), sendSharedFile: refused },
    automations: createAutomationsApi(viewRpc),
    workflows: createWorkflowsApi(viewRpc),
    rows: {
      ...createRowsApi(viewRpc),
      // Whoever asks what was missed reads everything again.
      changesSince: async (_table, seq) => ok({ seq, reset: true, events: [] }),
    },
    records: createRecordsApi(viewRpc),
    imports: createImportsApi(viewRpc),
    files: { ...own.files, upload: refused, remove: refused, cleanUp: refused, uploadAvatar: refused },
  }
}

const refused = async () => err(appError('read_only'))
const nothingToClear = async () => undefined

/** What they could change is not offered: a view is for looking. */
function onlyReading(schema: BaseSchema): BaseSchema {
  const tables = schema.tables.map((table) => ({
    ...table,
    access: { ...table.access, create: 'none', update: 'none', delete: 'none' } as const,
  }))
  return { ...schema, role: schema.role === null ? null : 'viewer', tables }
}
