import { createClient } from '@supabase/supabase-js'

/** Where the session is kept; `localStorage` has this shape. */
export interface SessionStorageLike {
  getItem(key: string): string | null | Promise<string | null>
  setItem(key: string, value: string): void | Promise<void>
  removeItem(key: string): void | Promise<void>
}

/** A websocket class; browsers and Node ≥ 22 have one, older Nodes pass that of `ws`. */
export type WebSocketTransport = NonNullable<
  NonNullable<NonNullable<Parameters<typeof createClient>[2]>['realtime']>['transport']
>

export interface BackendOptions {
  /** Origin of the project, such as `https://abc.supabase.co`. */
  url: string
  /** `sb_publishable_…`: names the project, grants nothing by itself. */
  publishableKey: string
  /** Default: `localStorage` where there is one, else memory. */
  storage?: SessionStorageLike
  /** Default: the platform's `WebSocket`. */
  transport?: WebSocketTransport
}

export type Client = ReturnType<typeof makeClient>

/** How long the server may take to answer a join; the library’s own default, stated because tests rely on it. */
const joinTimeoutMs = 10_000

/** The one place that makes the provider's client. */
export function makeClient(options: BackendOptions) {
  const { url, publishableKey, storage, transport } = options
  return createClient(url, publishableKey, {
    db: { schema: 'plinth' },
    auth: {
      flowType: 'pkce',
      persistSession: true,
      autoRefreshToken: true,
      // The callback route completes links itself, so that it can say what went wrong.
      detectSessionInUrl: false,
      storageKey: sessionKey(url),
      ...(storage === undefined ? {} : { storage }),
    },
    realtime: { timeout: joinTimeoutMs, ...(transport === undefined ? {} : { transport }) },
  })
}

/** Two projects used from one origin keep two sessions: the library's default key sees the first label only. */
export function sessionKey(url: string): string {
  return `plinth-session:${new URL(url).host}`
}
