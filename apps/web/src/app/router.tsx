import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import * as v from 'valibot'
import { whenOnline } from '../lib/when-online.ts'
import { BaseSkeleton } from '../routes/BaseSkeleton.tsx'
import { FrameSkeleton } from '../routes/FrameSkeleton.tsx'
import { NotFoundPage } from '../routes/NotFoundPage.tsx'
import { RouteErrorPage } from '../routes/RouteErrorPage.tsx'
import { ConnectedLayout } from './ConnectedLayout.tsx'
import { loadBase, loadSession, requireConnection, requireSession, requireSignedOut } from './guards.ts'
import { Root } from './Root.tsx'

export interface RouterContext {
  readonly queryClient: QueryClient
}

const next = v.object({ next: v.optional(v.string()) })
/** What a form's answers begin with stays in the address, too: its reader takes it from there. */
const tableSearch = v.looseObject({
  /** `<field id>:asc,<field id>:desc`; anything else is ignored by its reader. */
  sort: v.optional(v.string()),
  /** The record that is open beside the table. */
  record: v.optional(v.string()),
  /** Words that are searched for. */
  find: v.optional(v.string()),
  /** What is picked in the quick filters of the view. */
  quick: v.optional(v.fallback(v.record(v.string(), v.unknown()), {})),
  /** What the view differs in from the saved one; its reader leaves out what is none. */
  view: v.optional(v.fallback(v.record(v.string(), v.unknown()), {})),
  /** Where one looks in views over time; its reader leaves out what is none. */
  day: v.optional(v.fallback(v.string(), '')),
  span: v.optional(v.fallback(v.string(), '')),
})

const viewSearch = v.object({
  ...tableSearch.entries,
  /** `role:<id>` or `person:<id>`. */
  as: v.optional(v.string(), ''),
  table: v.optional(v.string()),
  /** How the open record is shown: as a page, or else beside the table. */
  shown: v.optional(v.picklist(['page'])),
  /** A saved view of the table. */
  shows: v.optional(v.string()),
})

/** A page whose code comes with its first visit. */
const pageFrom: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(whenOnline(load), name)

const root = createRootRouteWithContext<RouterContext>()({ component: Root, notFoundComponent: NotFoundPage })

const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  validateSearch: next,
  component: pageFrom(() => import('../routes/ConnectPage.tsx')),
})

const connected = createRoute({
  getParentRoute: () => root,
  id: 'connected',
  beforeLoad: requireConnection,
  component: ConnectedLayout,
})

const signIn = createRoute({
  getParentRoute: () => connected,
  path: '/sign-in',
  validateSearch: next,
  beforeLoad: requireSignedOut,
  component: pageFrom(() => import('../routes/SignInPage.tsx')),
})
const signUp = createRoute({
  getParentRoute: () => connected,
  path: '/sign-up',
  validateSearch: next,
  beforeLoad: requireSignedOut,
  component: pageFrom(() => import('../routes/SignUpPage.tsx')),
})
const reset = createRoute({
  getParentRoute: () => connected,
  path: '/reset',
  component: pageFrom(() => import('../routes/ResetPage.tsx')),
})
const newPassword = createRoute({
  getParentRoute: () => connected,
  path: '/reset/new',
  beforeLoad: requireSession,
  component: pageFrom(() => import('../routes/NewPasswordPage.tsx')),
})
const callback = createRoute({
  getParentRoute: () => connected,
  path: '/auth/callback',
  component: pageFrom(() => import('../routes/CallbackPage.tsx')),
})
const invite = createRoute({
  getParentRoute: () => connected,
  path: '/invite',
  component: pageFrom(() => import('../routes/InvitePage.tsx')),
})

const shared = createRoute({
  getParentRoute: () => connected,
  path: '/s',
  /** `embed`, whatever it says: within another page. */
  validateSearch: v.looseObject({ embed: v.optional(v.unknown()) }),
  component: pageFrom(() => import('../routes/SharedPage.tsx')),
})

const signedIn = createRoute({
  getParentRoute: () => connected,
  id: 'signed-in',
  beforeLoad: requireSession,
  loader: loadSession,
  pendingComponent: FrameSkeleton,
  component: pageFrom(() => import('./SignedInLayout.tsx'), 'SignedInLayout'),
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: pageFrom(() => import('../routes/HomePage.tsx')),
})
const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: pageFrom(() => import('../routes/AccountPage.tsx')),
})
const workspace = createRoute({
  getParentRoute: () => signedIn,
  path: '/w/$workspace',
  component: pageFrom(() => import('../routes/WorkspacePage.tsx')),
})
const workspaceMembers = createRoute({
  getParentRoute: () => signedIn,
  path: '/w/$workspace/members',
  component: pageFrom(() => import('../routes/WorkspaceMembersPage.tsx')),
})
const workspaceUsage = createRoute({
  getParentRoute: () => signedIn,
  path: '/w/$workspace/usage',
  component: pageFrom(() => import('../routes/WorkspaceUsagePage.tsx')),
})
const workspaceSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/w/$workspace/settings',
  component: pageFrom(() => import('../routes/WorkspaceSettingsPage.tsx')),
})

const base = createRoute({
  getParentRoute: () => signedIn,
  path: '/b/$base',
  loader: loadBase,
  pendingComponent: BaseSkeleton,
  component: pageFrom(() => import('../routes/BaseLayout.tsx')),
})
const baseHome = createRoute({
  getParentRoute: () => base,
  path: '/',
  component: pageFrom(() => import('../routes/BaseHomePage.tsx')),
})
const table = createRoute({
  getParentRoute: () => base,
  path: '/t/$table',
  validateSearch: tableSearch,
  component: pageFrom(() => import('../routes/TableRoutePage.tsx')),
})
const tableView = createRoute({
  getParentRoute: () => base,
  path: '/t/$table/v/$view',
  validateSearch: tableSearch,
  component: pageFrom(() => import('../routes/TableRoutePage.tsx')),
})
// The page of the table draws it, over its rows: they stay as they are.
const recordPage = createRoute({ getParentRoute: () => table, path: '/r/$record' })
const recordPageOfView = createRoute({ getParentRoute: () => tableView, path: '/r/$record' })
const baseMembers = createRoute({
  getParentRoute: () => base,
  path: '/members',
  component: pageFrom(() => import('../routes/BaseMembersPage.tsx')),
})
const baseRoles = createRoute({
  getParentRoute: () => base,
  path: '/roles',
  component: pageFrom(() => import('../routes/BaseRolesPage.tsx')),
})
const baseRole = createRoute({
  getParentRoute: () => base,
  path: '/roles/$role',
  component: pageFrom(() => import('../routes/BaseRolePage.tsx')),
})
const baseProof = createRoute({
  getParentRoute: () => base,
  path: '/roles/proof',
  component: pageFrom(() => import('../routes/BaseProofPage.tsx')),
})
const baseAutomations = createRoute({
  getParentRoute: () => base,
  path: '/automations',
  component: pageFrom(() => import('../routes/BaseAutomationsPage.tsx')),
})
const baseNewAutomation = createRoute({
  getParentRoute: () => base,
  path: '/automations/new',
  /** An example, or the automation that is copied. */
  validateSearch: v.object({ from: v.optional(v.string()) }),
  component: pageFrom(() => import('../routes/BaseAutomationPage.tsx')),
})
const baseAutomation = createRoute({
  getParentRoute: () => base,
  path: '/automations/$automation',
  component: pageFrom(() => import('../routes/BaseAutomationPage.tsx')),
})
const viewAs = createRoute({
  getParentRoute: () => base,
  path: '/view',
  validateSearch: viewSearch,
  component: pageFrom(() => import('../routes/ViewAsPage.tsx')),
})
const baseSettings = createRoute({
  getParentRoute: () => base,
  path: '/settings',
  component: pageFrom(() => import('../routes/BaseSettingsPage.tsx')),
})
const baseTrash = createRoute({
  getParentRoute: () => base,
  path: '/settings/trash',
  component: pageFrom(() => import('../routes/BaseTrashPage.tsx')),
})

const routeTree = root.addChildren([
  connect,
  connected.addChildren([
    signIn,
    signUp,
    reset,
    newPassword,
    callback,
    invite,
    shared,
    signedIn.addChildren([
      home,
      account,
      workspace,
      workspaceMembers,
      workspaceUsage,
      workspaceSettings,
      base.addChildren([
        baseHome,
        table.addChildren([recordPage]),
        tableView.addChildren([recordPageOfView]),
        baseMembers,
        baseRoles,
        baseRole,
        baseProof,
        baseAutomations,
        baseNewAutomation,
        baseAutomation,
        viewAs,
        baseSettings,
        baseTrash,
      ]),
    ]),
  ]),
])

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // React Query keeps what loaders fetch; the router must not keep a second copy.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 120,
    defaultPendingMinMs: 200,
    defaultErrorComponent: RouteErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: false,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
