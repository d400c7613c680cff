import type { Backend } from '@plinth/domain'
import { createAuthApi } from './auth.ts'
import { createAutomationsApi } from './automations.ts'
import { createBasesApi } from './bases.ts'
import { checkProject } from './check-project.ts'
import { type BackendOptions, makeClient, type SessionStorageLike } from './client.ts'
import { createFilesApi } from './files.ts'
import { createFormsApi, sendThrough } from './forms.ts'
import { createImportsApi } from './imports.ts'
import { createLiveApi } from './live.ts'
import { createRecordsApi } from './records.ts'
import { createRemovedFiles } from './removed-files.ts'
import { createRolesApi } from './roles.ts'
import { createRowsApi } from './rows.ts'
import { createRpc } from './rpc.ts'
import { createRulesApi } from './rules.ts'
import { createSharesApi } from './shares.ts'
import { createViewBackend } from './view-as.ts'
import { createViewsApi } from './views.ts'
import { createWorkflowsApi } from './workflows.ts'
import { createWorkspacesApi } from './workspaces.ts'

export interface SupabaseBackend extends Backend {
  /** Ends timers and the socket, keeps the stored session. For processes that go on without this backend. */
  dispose(): Promise<void>
}

/**
 * The backend over the provider's own client. One websocket, one session; several of these in one process (tests)
 * do not share anything, as long as each has its own `storage`.
 */
export function createSupabaseBackend(options: BackendOptions): SupabaseBackend {
  const url = options.url.replace(/\/+$/, '')
  const storage = options.storage ?? defaultStorage()
  const client = makeClient({ ...options, url, storage })
  const rpc = createRpc(client)
  const live = createLiveApi(client)
  const sender = { client, url, publishableKey: options.publishableKey }
  const clearRemoved = createRemovedFiles(client, rpc)
  const backend: SupabaseBackend = {
    auth: createAuthApi({ client, url, storage }),
    workspaces: createWorkspacesApi(rpc, clearRemoved),
    bases: createBasesApi(rpc),
    roles: createRolesApi(rpc),
    rules: createRulesApi(rpc),
    views: createViewsApi(rpc),
    shares: createSharesApi(rpc),
    forms: createFormsApi(rpc, sendThrough(sender)),
    automations: createAutomationsApi(rpc),
    workflows: createWorkflowsApi(rpc),
    rows: createRowsApi(rpc),
    records: createRecordsApi(rpc),
    imports: createImportsApi(rpc),
    files: createFilesApi(rpc, sender, clearRemoved),
    live,
    viewedAs: null,
    viewAs: (base, who) => createViewBackend(backend, rpc, base, who),
    checkProject: () => checkProject(rpc),
    async dispose() {
      await client.auth.stopAutoRefresh()
      live.dispose()
    },
  }
  return backend
}

function defaultStorage(): SessionStorageLike {
  try {
    if (typeof localStorage !== 'undefined') return localStorage
  } catch {
    // Reading the property itself throws where the browser blocks storage: the session then lives as long as the tab.
  }
  return createMemoryStorage()
}

/** Keeps a session as long as the process: for tests, scripts and browsers that block storage. */
export function createMemoryStorage(): SessionStorageLike {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      items.set(key, value)
    },
    removeItem: (key) => {
      items.delete(key)
    },
  }
}
