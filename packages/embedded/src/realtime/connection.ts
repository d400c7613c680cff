import type { WebSocket } from 'ws'
import { Channel, type ChannelHost, type ChannelServices } from './channel.ts'
import {
  type ClientMessage,
  decodePush,
  decodeText,
  encodeMessage,
  replyTo,
  type ServerMessage,
  type Vsn,
} from './frames.ts'
import { type JoinConfig, parseJoinPayload } from './join-config.ts'
import type { RateMeter } from './limits.ts'
import type { RealtimeSession } from './session.ts'

export interface ConnectionServices extends ChannelServices {
  joins: RateMeter
  /** Resolves once broadcasts from the database flow. */
  feedReady: () => Promise<void>
}

const TOPIC_PREFIX = 'realtime:'
const MAX_TOPIC = 255
const STUCK_FACTOR = 8

/** One websocket: routes its messages to its channels. */
export class Connection implements ChannelHost {
  private readonly channels = new Map<string, Channel>()
  private lastSeenMs = Date.now()
  private slowTimer: NodeJS.Timeout | null = null

  constructor(
    private readonly socket: WebSocket,
    readonly vsn: Vsn,
    private readonly services: ConnectionServices,
    /** The caller by the key of the socket's address; channels may bring a token of their own. */
    private readonly keySession: RealtimeSession,
  ) {
    socket.on('message', (data, isBinary) => {
      this.lastSeenMs = Date.now()
      this.receive(data as Buffer, isBinary)
    })
    socket.on('pong', () => {
      this.lastSeenMs = Date.now()
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.closeChannels())
  }

  /** Drops a silent socket, pings a living one. */
  checkAlive(now: number): void {
    if (now - this.lastSeenMs > this.services.limits.silenceMs) this.socket.terminate()
    else this.socket.ping()
  }

  close(code: number, reason: string): void {
    this.closeChannels()
    this.socket.close(code, reason)
  }

  send(message: ServerMessage): void {
    this.sendFrame(encodeMessage(message, this.vsn))
  }

  sendFrame(frame: string | Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    if (this.isStuck()) {
      this.socket.terminate()
      return
    }
    this.socket.send(frame, { binary: typeof frame !== 'string' })
  }

  /** Whether far too much is unsent; notes a slow reader and looks at it again later. */
  private isStuck(): boolean {
    const { bufferedBytes, slowMs } = this.services.limits
    const unsent = this.socket.bufferedAmount
    if (unsent > bufferedBytes * STUCK_FACTOR) return true
    if (unsent > bufferedBytes && this.slowTimer === null) {
      this.slowTimer = setTimeout(() => {
        this.slowTimer = null
        if (this.socket.bufferedAmount > bufferedBytes) this.socket.terminate()
      }, slowMs)
      this.slowTimer.unref()
    }
    return false
  }

  forget(channel: Channel): void {
    const topic = TOPIC_PREFIX + channel.address.name
    if (this.channels.get(topic) === channel) this.channels.delete(topic)
  }

  private closeChannels(): void {
    for (const channel of this.channels.values()) channel.close()
    this.channels.clear()
  }

  private receive(data: Buffer, isBinary: boolean): void {
    const message = isBinary ? decodePush(data) : decodeText(data.toString('utf8'), this.vsn)
    if (!message) return
    this.route(message).catch((error: unknown) => {
      this.services.log(`realtime: ${error instanceof Error ? error.message : String(error)}`)
      if (message.ref !== null) {
        this.send(replyTo(message, 'error', { reason: 'Unknown Error on Channel' }))
      }
    })
  }

  private async route(message: ClientMessage): Promise<void> {
    if (message.topic === 'phoenix') {
      if (message.event === 'heartbeat') this.send(replyTo(message, 'ok', {}))
      return
    }
    if (message.event === 'phx_join') return this.join(message)
    const channel = this.channels.get(message.topic)
    if (message.event === 'phx_leave') {
      this.leave(message, channel)
      return
    }
    if (!channel) {
      if (message.ref !== null) this.send(replyTo(message, 'error', { reason: 'unmatched topic' }))
      return
    }
    // A message of an earlier join of the same topic is not for this channel.
    if (message.joinRef !== null && message.joinRef !== channel.joinRef) return
    await channel.handle(message)
  }

  private leave(message: ClientMessage, channel: Channel | undefined): void {
    if (!channel || (message.joinRef !== null && message.joinRef !== channel.joinRef)) {
      this.send(replyTo(message, 'ok', {}))
      return
    }
    channel.close()
    this.forget(channel)
    this.send(replyTo(message, 'ok', {}))
    channel.sendClose()
  }

  private async join(message: ClientMessage): Promise<void> {
    const refusal = this.refuseJoin(message)
    if (refusal !== null) {
      this.send(replyTo(message, 'error', { reason: refusal }))
      return
    }
    const config = parseJoinPayload(message.payload)
    const address = { name: message.topic.slice(TOPIC_PREFIX.length), isPrivate: config.isPrivate }
    const joinRef = message.joinRef ?? message.ref
    const channel = new Channel(this, this.services, config, { address, joinRef })
    this.channels.get(message.topic)?.close()
    this.channels.set(message.topic, channel)
    const reason = await this.authorize(channel, config)
    // The client may have left, joined again or gone away while the database was asked.
    if (this.channels.get(message.topic) !== channel) {
      channel.close()
      return
    }
    if (reason !== null) {
      channel.close()
      this.forget(channel)
      this.send(replyTo(message, 'error', { reason }))
      return
    }
    channel.open()
    this.send(replyTo(message, 'ok', { postgres_changes: config.postgresChanges.map(withId) }))
    this.afterJoin(channel, config)
  }

  private refuseJoin(message: ClientMessage): string | null {
    if (!message.topic.startsWith(TOPIC_PREFIX)) return 'unmatched topic'
    const name = message.topic.slice(TOPIC_PREFIX.length)
    if (name === '' || name.length > MAX_TOPIC) return 'TopicNameRequired: You must provide a topic name'
    if (!this.services.joins.take()) {
      queueMicrotask(() => this.close(1013, 'too many joins'))
      return 'ClientJoinRateLimitReached: Too many joins per second'
    }
    const others = this.channels.size - (this.channels.has(message.topic) ? 1 : 0)
    if (others >= this.services.limits.channelsPerConnection) {
      return 'ChannelRateLimitReached: Too many channels'
    }
    return null
  }

  /** The reason of a refusal, or null. */
  private async authorize(channel: Channel, config: JoinConfig): Promise<string | null> {
    const token = config.accessToken
    const session =
      token === null || token.startsWith('sb_') ? this.keySession : await this.services.sessions.read(token)
    if ('fault' in session) return `${session.fault}: ${session.message}`
    try {
      return await channel.authorize(session)
    } catch (error) {
      this.services.log(`realtime: ${error instanceof Error ? error.message : String(error)}`)
      return 'UnableToSetPolicies: Realtime was unable to connect to the project database'
    }
  }

  private afterJoin(channel: Channel, config: JoinConfig): void {
    channel.syncPresence()
    if (config.postgresChanges.length > 0) {
      const text = 'Changes of tables are not sent by this server; use broadcasts from the database'
      channel.system('postgres_changes', 'error', text)
    }
    if (config.awaitsReplication) void this.announceReplication(channel)
  }

  private async announceReplication(channel: Channel): Promise<void> {
    await this.services.feedReady()
    channel.system('system', 'ok', 'Replication connection established')
  }
}

// The client matches the answer with its request by position.
function withId(change: Record<string, unknown>, index: number): Record<string, unknown> {
  return { ...change, id: index + 1 }
}
