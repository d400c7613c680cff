import { setTimeout as delay } from 'node:timers/promises'
import { PUBLIC_VERDICT, type Verdict } from './authorization.ts'
import { type Broadcast, type ClientMessage, replyTo, type ServerMessage, type Vsn } from './frames.ts'
import type { Subscriber, TopicAddress, TopicHub } from './hub.ts'
import { asRecord, type JoinConfig } from './join-config.ts'
import { RateMeter, type RealtimeLimits } from './limits.ts'
import type { RealtimeSession, SessionReader } from './session.ts'

/** What channels share. */
export interface ChannelServices {
  hub: TopicHub
  limits: RealtimeLimits
  messages: RateMeter
  sessions: SessionReader
  probe: (session: RealtimeSession, topic: string) => Promise<Verdict>
  log: (line: string) => void
}

/** The socket that carries the channel. */
export interface ChannelHost {
  readonly vsn: Vsn
  send(message: ServerMessage): void
  sendFrame(frame: string | Buffer): void
  /** The channel has ended by itself and is to be forgotten. */
  forget(channel: Channel): void
}

export interface ChannelIdentity {
  address: TopicAddress
  joinRef: string | null
}

/** Pause before the database is asked again about a token, when it did not answer. */
const ASK_AGAIN_MS = 2_000

/** `setTimeout` fires at once beyond this. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** One joined topic of one socket: its rights, its presence and its messages. */
export class Channel implements Subscriber {
  readonly address: TopicAddress
  readonly joinRef: string | null
  private verdict: Verdict | null = null
  private token: string | null = null
  private expiryTimer: NodeJS.Timeout | null = null
  private presenceEnabled: boolean
  private trackedPayload: string | null = null
  private isOpen = false
  private readonly presenceCalls: RateMeter

  constructor(
    private readonly host: ChannelHost,
    private readonly services: ChannelServices,
    private readonly config: JoinConfig,
    identity: ChannelIdentity,
  ) {
    this.address = identity.address
    this.joinRef = identity.joinRef
    this.presenceEnabled = config.presenceEnabled
    this.presenceCalls = new RateMeter(services.limits.presenceCalls, services.limits.presenceWindowMs)
  }

  get vsn(): Vsn {
    return this.host.vsn
  }

  get readsBroadcasts(): boolean {
    return this.isOpen && this.verdict?.broadcast.read === true
  }

  get readsPresence(): boolean {
    return this.isOpen && this.presenceEnabled && this.verdict?.presence.read === true
  }

  private get topic(): string {
    return `realtime:${this.address.name}`
  }

  /** Checks the caller's rights; returns the reason of a refusal, or null when it may join. */
  async authorize(session: RealtimeSession): Promise<string | null> {
    const { name, isPrivate } = this.address
    this.verdict = isPrivate ? await this.services.probe(session, name) : PUBLIC_VERDICT
    if (!mayRead(this.verdict, this.presenceEnabled)) return `Unauthorized: ${noReadPermission(name)}`
    this.token = session.token
    this.scheduleExpiry(session)
    return null
  }

  /** Starts to receive, after a successful `authorize`. */
  open(): void {
    this.isOpen = true
    this.services.hub.join(this.address, this)
  }

  /** Sends the state of presences when the client wants it. */
  syncPresence(): void {
    if (this.readsPresence) this.push('presence_state', this.services.hub.presenceState(this.address))
  }

  /** Stops receiving and leaves the presences; says nothing to the client. */
  close(): void {
    if (this.expiryTimer) clearTimeout(this.expiryTimer)
    this.expiryTimer = null
    if (!this.isOpen) return
    this.isOpen = false
    this.services.hub.leave(this.address, this)
  }

  /** Tells the client why and closes the channel for good. */
  shutdown(message: string): void {
    this.system('system', 'error', message)
    this.close()
    this.sendClose()
    this.host.forget(this)
  }

  sendClose(): void {
    const { joinRef, topic } = this
    this.host.send({ joinRef, ref: joinRef, topic, event: 'phx_close', payload: {} })
  }

  system(extension: string, status: 'ok' | 'error', message: string): void {
    this.push('system', { extension, status, message, channel: this.address.name })
  }

  push(event: string, payload: unknown): void {
    this.host.send({ joinRef: this.joinRef, ref: null, topic: this.topic, event, payload })
  }

  deliver(frame: string | Buffer): void {
    this.host.sendFrame(frame)
  }

  async handle(message: ClientMessage): Promise<void> {
    switch (message.event) {
      case 'broadcast':
        return this.handleBroadcast(message)
      case 'presence':
        return this.handlePresence(message)
      case 'access_token':
        return this.handleToken(asRecord(message.payload)['access_token'])
      default:
        // As on hosted, an unknown event is ignored.
        return undefined
    }
  }

  private handleBroadcast(message: ClientMessage): void {
    // As on hosted, a broadcast without the right to send is dropped without an answer.
    if (this.verdict?.broadcast.write !== true) return
    const broadcast = message.broadcast ?? objectBroadcast(message.payload)
    if (!broadcast) return
    const bytes = broadcast.form === 'frame' ? broadcast.body.length : Buffer.byteLength(broadcast.json)
    if (bytes > this.services.limits.payloadBytes) {
      if (this.config.acksBroadcasts) this.reply(message, 'error', { reason: 'payload_size_exceeded' })
      return
    }
    const except = this.config.echoesBroadcasts ? null : this
    const delivered = this.services.hub.broadcast(this.address, broadcast, except)
    if (!this.services.messages.take(1 + delivered)) {
      this.shutdown('Too many messages per second')
      return
    }
    if (this.config.acksBroadcasts) this.reply(message, 'ok', {})
  }

  private handlePresence(message: ClientMessage): void {
    const body = asRecord(message.payload)
    const event = typeof body['event'] === 'string' ? body['event'].toLowerCase() : ''
    if (!this.presenceCalls.take()) {
      this.shutdown('Client presence rate limit exceeded')
      return
    }
    if (event === 'untrack') {
      this.trackedPayload = null
      this.services.hub.untrack(this.address, this)
      this.reply(message, 'ok', {})
      return
    }
    if (event !== 'track' || this.verdict?.presence.write !== true) {
      this.reply(message, 'error', {})
      return
    }
    this.track(message, body['payload'] ?? {})
  }

  private track(message: ClientMessage, payload: unknown): void {
    if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
      this.reply(message, 'error', { reason: 'Presence track payload must be a map' })
      return
    }
    const text = JSON.stringify(payload)
    if (Buffer.byteLength(text) > this.services.limits.payloadBytes) {
      this.shutdown('Track message size exceeded')
      return
    }
    const wasEnabled = this.presenceEnabled
    this.presenceEnabled = true
    if (text !== this.trackedPayload) {
      this.trackedPayload = text
      const entry = { key: this.config.presenceKey, payload: payload as Record<string, unknown> }
      this.services.hub.track(this.address, this, entry)
    }
    this.reply(message, 'ok', {})
    // Tracking enables presence: without the state, members of before would stay invisible.
    if (!wasEnabled) this.syncPresence()
  }

  /** A new token keeps the channel when its holder still may read, and closes it otherwise. */
  private async handleToken(token: unknown): Promise<void> {
    if (typeof token !== 'string' || token.startsWith('sb_') || token === this.token) return
    this.token = token
    const session = await this.services.sessions.read(token)
    if (!this.isOpen || this.token !== token) return
    if ('fault' in session) {
      this.shutdown(session.message)
      return
    }
    const before = this.verdict
    const after = await this.askUntilAnswered(session)
    if (after === null) return
    this.verdict = after
    if (!mayRead(after, this.presenceEnabled)) {
      this.shutdown(noReadPermission(this.address.name))
    } else if (before && isReadRevoked(before, after, this.presenceEnabled)) {
      this.shutdown(`You no longer have permission to read from this Channel topic: ${this.address.name}`)
    } else {
      if (!after.presence.write) this.services.hub.untrack(this.address, this)
      this.scheduleExpiry(session)
    }
  }

  /** The verdict on a new token; null once it is of no use. Clients do not send a token again. */
  private async askUntilAnswered(session: RealtimeSession): Promise<Verdict | null> {
    const { name, isPrivate } = this.address
    const isAwaited = () => this.isOpen && this.token === session.token
    for (; isAwaited(); await delay(ASK_AGAIN_MS, undefined, { ref: false })) {
      try {
        const verdict = isPrivate ? await this.services.probe(session, name) : PUBLIC_VERDICT
        return isAwaited() ? verdict : null
      } catch (error) {
        this.services.log(`realtime: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    return null
  }

  private scheduleExpiry(session: RealtimeSession): void {
    if (this.expiryTimer) clearTimeout(this.expiryTimer)
    this.expiryTimer = null
    if (session.expiresAtMs === null) return
    const { expiresAtMs } = session
    const left = expiresAtMs - Date.now()
    this.expiryTimer = setTimeout(
      () => {
        if (Date.now() < expiresAtMs) this.scheduleExpiry(session)
        else this.shutdown('Token has expired 0 seconds ago')
      },
      Math.min(Math.max(left, 0), MAX_TIMER_MS),
    )
    this.expiryTimer.unref()
  }

  private reply(message: ClientMessage, status: 'ok' | 'error', response: unknown): void {
    if (message.ref !== null) this.host.send(replyTo(message, status, response))
  }
}

function mayRead(verdict: Verdict, presenceEnabled: boolean): boolean {
  return verdict.broadcast.read || (presenceEnabled && verdict.presence.read)
}

function isReadRevoked(before: Verdict, after: Verdict, presenceEnabled: boolean): boolean {
  return (
    (before.broadcast.read && !after.broadcast.read) ||
    (presenceEnabled && before.presence.read && !after.presence.read)
  )
}

function noReadPermission(topic: string): string {
  return `You do not have permissions to read from this Channel topic: ${topic}`
}

function objectBroadcast(payload: unknown): Broadcast | null {
  const body = asRecord(payload)
  return typeof body['event'] === 'string' ? { form: 'object', json: JSON.stringify(body) } : null
}
