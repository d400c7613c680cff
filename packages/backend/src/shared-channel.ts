/**
 * One topic, joined once however many parts of the app listen to it. The provider's client gives the same channel to
 * everybody who asks for a topic and closes it for all when one leaves, and a topic that is left while somebody joins it again
 * loses the new one; so joins are counted here and leaving waits a little.
 *
 * A server may close a channel for good (`phx_close`: rate limit, expired token, withdrawn right): then a new one is
 * made after a pause. Lost sockets are the client's own business; it rejoins the channels it has. A refused join is mostly
 * one to the topic of an older epoch, which its listeners leave at once. It is asked for again, slowly, while any stay: a tab
 * that wakes up may ask before its session is renewed, as nobody.
 */
import type { RealtimeChannel } from '@supabase/supabase-js'
import type { Client } from './client.ts'

export type ChannelState = 'live' | 'lost' | 'refused'

export interface TopicListener {
  onState(state: ChannelState): void
  onBroadcast?(event: string, payload: unknown): void
  onPresence?(metas: readonly unknown[]): void
}

export interface TopicOptions {
  topic: string
  /** Who this tab is in the topic's presence; null: presence is not used. */
  presenceKey: string | null
}

/** Pauses before a closed channel is made again, in milliseconds, each with up to half of jitter. */
const rejoinMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000] as const
/** Pauses before a refused topic is asked for again, with as much jitter. */
const askAgainMs = [5_000, 10_000, 30_000] as const
/** A view that closes and opens again (a changed sort, a remount) keeps its channel. */
const lingerMs = 1_000

/** The server's words for a join that the policies refuse. */
const refusal = /unauthorized|do not have permissions|not authorized/i

export class SharedChannel {
  readonly #client: Client
  readonly #options: TopicOptions
  readonly #onEmpty: () => void
  readonly #listeners = new Set<TopicListener>()
  #channel: RealtimeChannel | null = null
  #state: ChannelState = 'lost'
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Set while the server is told that the topic was left: joining it meanwhile would be undone. */
  #leaving: Promise<unknown> | null = null
  #lingering: ReturnType<typeof setTimeout> | undefined
  #tracked: Record<string, unknown> | null = null

  constructor(client: Client, options: TopicOptions, onEmpty: () => void) {
    this.#client = client
    this.#options = options
    this.#onEmpty = onEmpty
  }

  /** Adds a listener and tells it the present state; the answer takes it away again. */
  listen(listener: TopicListener): () => void {
    this.#listeners.add(listener)
    clearTimeout(this.#lingering)
    if (this.#channel === null && this.#timer === undefined) void this.#join()
    if (this.#state !== 'lost') queueMicrotask(() => this.#tellNewcomer(listener))
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return
      this.#lingering = setTimeout(() => void this.#close(), lingerMs)
    }
  }

  /** Says who is here; kept and said again after each rejoin. */
  track(meta: Record<string, unknown>): void {
    this.#tracked = meta
    if (this.#state === 'live') void this.#channel?.track(meta)
  }

  #tellNewcomer(listener: TopicListener): void {
    if (!this.#listeners.has(listener)) return
    listener.onState(this.#state)
    if (this.#channel !== null) listener.onPresence?.(presenceMetas(this.#channel))
  }

  async #join(): Promise<void> {
    this.#timer = undefined
    await this.#leaving
    // A fresh token, not the one of the last join: a tab may have slept for hours.
    await this.#client.realtime.setAuth()
    if (this.#listeners.size === 0 || this.#channel !== null) return
    const { topic, presenceKey } = this.#options
    const presence = presenceKey === null ? { enabled: false } : { enabled: true, key: presenceKey }
    const channel = this.#client.channel(topic, { config: { private: true, presence } })
    this.#channel = channel
    channel.on('broadcast', { event: '*' }, (message: { event: string; payload?: unknown }) => {
      for (const listener of this.#listeners) listener.onBroadcast?.(message.event, message.payload)
    })
    if (presenceKey !== null) {
      channel.on('presence', { event: 'sync' }, () => {
        const metas = presenceMetas(channel)
        for (const listener of this.#listeners) listener.onPresence?.(metas)
      })
    }
    channel.subscribe((status, error) => {
      if (channel === this.#channel) this.#onStatus(channel, status, error)
    })
  }

  #onStatus(channel: RealtimeChannel, status: string, error: Error | undefined): void {
    switch (status) {
      case 'SUBSCRIBED':
        this.#failures = 0
        this.#setState('live')
        if (this.#tracked !== null) void channel.track(this.#tracked)
        return
      case 'CLOSED':
        this.#channel = null
        this.#setState('lost')
        return this.#joinLater(rejoinMs)
      default:
        // CHANNEL_ERROR and TIMED_OUT: the client's own timer tries again, unless the policies said no.
        if (error !== undefined && refusal.test(error.message)) return this.#refused(channel)
        return this.#setState('lost')
    }
  }

  #refused(channel: RealtimeChannel): void {
    this.#leave(channel)
    this.#setState('refused')
    this.#joinLater(askAgainMs)
  }

  #joinLater(pauses: readonly number[]): void {
    if (this.#listeners.size === 0) return
    const pause = pauses[Math.min(this.#failures, pauses.length - 1)] ?? 30_000
    this.#failures += 1
    this.#timer = setTimeout(() => void this.#join(), pause * (1 + Math.random() / 2))
  }

  #setState(state: ChannelState): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener.onState(state)
  }

  /** Forgets the listeners and starts nothing any more; the socket itself is closed by the caller. */
  dispose(): void {
    this.#listeners.clear()
    clearTimeout(this.#timer)
    clearTimeout(this.#lingering)
  }

  async #close(): Promise<void> {
    if (this.#listeners.size > 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#state = 'lost'
    if (this.#channel !== null) this.#leave(this.#channel)
    await this.#leaving
    // Somebody may have come back while the server was told.
    if (this.#listeners.size === 0) this.#onEmpty()
  }

  #leave(channel: RealtimeChannel): void {
    this.#channel = null
    const leaving = this.#client.removeChannel(channel).finally(() => {
      if (this.#leaving === leaving) this.#leaving = null
    })
    this.#leaving = leaving
  }
}

function presenceMetas(channel: RealtimeChannel): readonly unknown[] {
  return Object.values(channel.presenceState()).flat()
}
