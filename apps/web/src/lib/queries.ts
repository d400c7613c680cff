import type {
  Backend,
  BaseId,
  BaseMember,
  BaseSchema,
  FieldId,
  SessionInfo,
  WorkspaceId,
} from '@plinth/domain'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useBackend } from './backend-context.ts'
import { knowingChanges } from './changes-under-way.ts'
import { unwrap } from './unwrap.ts'

/** Keys and fetchers of everything that React Query holds. */
export const queries = {
  session: (backend: Backend) =>
    queryOptions({
      queryKey: ['session'],
      queryFn: () => unwrap(knowingChanges(() => backend.workspaces.session())),
    }),
  baseSchema: (backend: Backend, base: BaseId) =>
    queryOptions({
      queryKey: ['base', base, 'schema'],
      queryFn: () => unwrap(knowingChanges(() => backend.bases.schema(base))),
    }),
  baseMembers: (backend: Backend, base: BaseId) =>
    queryOptions({ queryKey: ['base', base, 'members'], queryFn: () => unwrap(backend.bases.members(base)) }),
  roles: (backend: Backend, base: BaseId) =>
    queryOptions({ queryKey: ['base', base, 'roles'], queryFn: () => unwrap(backend.roles.list(base)) }),
  proof: (backend: Backend, base: BaseId) =>
    queryOptions({
      queryKey: ['base', base, 'access', 'proof'],
      queryFn: () => unwrap(backend.roles.proof(base)),
      // What is in force is not what was.
      staleTime: 0,
      gcTime: 0,
    }),
  shareLinks: (backend: Backend, base: BaseId) =>
    queryOptions({
      queryKey: ['base', base, 'share-links'],
      queryFn: () => unwrap(backend.shares.list(base)),
      // Nothing tells the app when one is opened.
      staleTime: 0,
    }),
  shareFeatures: (backend: Backend, base: BaseId) =>
    queryOptions({
      queryKey: ['base', base, 'share-features'],
      queryFn: () => unwrap(backend.shares.features(base)),
      // They change in the database alone.
      staleTime: 0,
    }),
  transitions: (backend: Backend, base: BaseId, field: FieldId) =>
    queryOptions({
      queryKey: ['base', base, 'transitions', field],
      queryFn: () => unwrap(backend.workflows.transitions(field)),
      staleTime: 0,
      gcTime: 0,
    }),
  trash: (backend: Backend, base: BaseId) =>
    queryOptions({
      queryKey: ['base', base, 'trash'],
      queryFn: () => unwrap(backend.bases.trash(base)),
      staleTime: 0,
    }),
  members: (backend: Backend, workspace: WorkspaceId) =>
    queryOptions({
      queryKey: ['workspace', workspace, 'members'],
      queryFn: () => unwrap(backend.workspaces.members(workspace)),
    }),
  invitations: (backend: Backend, workspace: WorkspaceId) =>
    queryOptions({
      queryKey: ['workspace', workspace, 'invitations'],
      queryFn: () => unwrap(backend.workspaces.invitations(workspace)),
    }),
  usage: (backend: Backend, workspace: WorkspaceId) =>
    queryOptions({
      queryKey: ['workspace', workspace, 'usage'],
      queryFn: () => unwrap(backend.workspaces.usage(workspace)),
      // Nothing tells the app when others add to it.
      staleTime: 0,
    }),
  unusedFiles: (backend: Backend, workspace: WorkspaceId) =>
    queryOptions({
      queryKey: ['workspace', workspace, 'unused-files'],
      queryFn: () => unwrap(backend.files.unused(workspace)),
      staleTime: 0,
    }),
  creators: (backend: Backend) =>
    queryOptions({
      queryKey: ['installation', 'creators'],
      queryFn: () => unwrap(backend.workspaces.creators()),
    }),
  picture: (backend: Backend, key: string) =>
    queryOptions({
      queryKey: ['picture', key],
      queryFn: async () => URL.createObjectURL(await unwrap(backend.files.download(key))),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    }),
}

/** Who is signed in, with workspaces, bases and table names. Suspends; below the signed-in routes it is loaded already. */
export function useSession(): SessionInfo {
  return useSuspenseQuery(queries.session(useBackend())).data
}

/** Tables, fields and the caller's role of one base. Suspends until it is there. */
export function useBaseSchema(base: BaseId): BaseSchema {
  return useSuspenseQuery(queries.baseSchema(useBackend(), base)).data
}

/** Who is in a base. Suspends until it is there. */
export function useBaseMembers(base: BaseId): readonly BaseMember[] {
  return useSuspenseQuery(queries.baseMembers(useBackend(), base)).data
}
