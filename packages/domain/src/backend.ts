/**
 * The one door to the hosted backend, a file for each of its parts. `packages/backend` implements it over supabase-js; the
 * record-store and the app receive it. Every call answers a `Result`; none throws for an expected failure.
 */
import type { AuthApi } from './backend/auth.ts'
import type { AutomationsApi } from './backend/automations.ts'
import type { BasesApi } from './backend/bases.ts'
import type { FilesApi } from './backend/files.ts'
import type { FormsApi } from './backend/forms.ts'
import type { ImportsApi } from './backend/imports.ts'
import type { LiveApi } from './backend/live.ts'
import type { RecordsApi } from './backend/records.ts'
import type { RolesApi } from './backend/roles.ts'
import type { RowsApi } from './backend/rows.ts'
import type { RulesApi } from './backend/rules.ts'
import type { SharesApi } from './backend/shares.ts'
import type { ViewsApi } from './backend/views.ts'
import type { WorkflowsApi } from './backend/workflows.ts'
import type { WorkspacesApi } from './backend/workspaces.ts'
import type { BaseId, RoleId, UserId } from './ids.ts'
import type { Result } from './result.ts'

export interface Backend {
  readonly auth: AuthApi
  readonly workspaces: WorkspacesApi
  readonly bases: BasesApi
  readonly roles: RolesApi
  readonly rules: RulesApi
  readonly views: ViewsApi
  readonly shares: SharesApi
  readonly forms: FormsApi
  readonly automations: AutomationsApi
  readonly workflows: WorkflowsApi
  readonly rows: RowsApi
  readonly records: RecordsApi
  readonly imports: ImportsApi
  readonly files: FilesApi
  readonly live: LiveApi
  /** Null: everything is seen as oneself. */
  readonly viewedAs: ViewedAs | null
  /** The base as somebody else sees it; read-only, and not live. For its creators. */
  viewAs(base: BaseId, who: ViewedAs): Backend
  /** Compares `plinth.schema_version()` with `limits.schemaVersion`; errors `schema_*`, `key_invalid`, `project_unreachable`. */
  checkProject(): Promise<Result<{ schemaVersion: number }>>
}

/** A member of a base, or a role of it as if somebody held nothing else. */
export type ViewedAs = { readonly person: UserId } | { readonly role: RoleId }
