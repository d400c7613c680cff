export type { BackendOptions, SessionStorageLike, WebSocketTransport } from './client.ts'
export {
  createMemoryStorage,
  createSupabaseBackend,
  type SupabaseBackend,
} from './create-supabase-backend.ts'
