import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hono } from 'hono'
import { WebSocketServer } from 'ws'
import type { GatewayContext } from '../context.ts'
import { refuseUpgrade } from '../gateway/http-server.ts'
import { probeTopic } from './authorization.ts'
import { createBroadcastRoutes } from './broadcast-routes.ts'
import { Connection, type ConnectionServices } from './connection.ts'
import type { Vsn } from './frames.ts'
import { Gate } from './gate.ts'
import { TopicHub } from './hub.ts'
import { RateMeter, REALTIME_LIMITS, type RealtimeLimits } from './limits.ts'
import { type MessageFeed, startMessageFeed } from './message-feed.ts'
import { broadcastJson } from './message-row.ts'
import { type Pruning, startPruning } from './pruning.ts'
import { createSessionReader, type RealtimeSession } from './session.ts'

export interface RealtimeServer {
  /** Takes over an upgrade request of `/realtime/v1/websocket`. */
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
  /** The HTTP side, to be mounted under `/realtime/v1`. */
  routes: Hono
  /** Resolves once broadcasts from the database flow. */
  ready(): Promise<void>
  /** Closes every socket and the stream from the database. */
  stop(): Promise<void>
}

/** How often silent sockets are looked for and living ones pinged. */
const PING_MS = 25_000

/** Connections of the callers' pool that joins may take at once: a wave of joins must not stop other work. */
const MAX_PROBES = 4

/** Starts the realtime service: websockets, and the feed of broadcasts from the database. */
export async function startRealtime(
  ctx: GatewayContext,
  limits: RealtimeLimits = REALTIME_LIMITS,
): Promise<RealtimeServer> {
  const hub = new TopicHub()
  const feed = await startMessageFeed({
    replicationUrl: ctx.replicationUrl,
    pool: ctx.pools.caller,
    onMessage: (row) => {
      const address = { name: row.topic, isPrivate: row.isPrivate }
      hub.broadcast(address, { form: 'object', json: broadcastJson(row) }, null)
    },
    log: ctx.log,
  })
  const probing = new Gate(MAX_PROBES)
  const services: ConnectionServices = {
    hub,
    limits,
    messages: new RateMeter(limits.messagesPerSecond, 1_000),
    joins: new RateMeter(limits.joinsPerSecond, 1_000),
    sessions: createSessionReader(ctx),
    probe: (session, topic) => probing.run(() => probeTopic(ctx.pools.caller, session.identity, topic)),
    feedReady: () => feed.ready(),
    log: ctx.log,
  }
  const sockets = new SocketServer(services)
  const pruning = startPruning(ctx)
  return {
    handleUpgrade: (req, socket, head) => sockets.handleUpgrade(req, socket, head),
    routes: createBroadcastRoutes(services),
    ready: () => feed.ready(),
    stop: () => stopAll(sockets, feed, pruning),
  }
}

async function stopAll(sockets: SocketServer, feed: MessageFeed, pruning: Pruning): Promise<void> {
  sockets.stop()
  await Promise.all([feed.stop(), pruning.stop()])
}

class SocketServer {
  private readonly server: WebSocketServer
  private readonly connections = new Set<Connection>()
  private readonly pinging: NodeJS.Timeout

  constructor(private readonly services: ConnectionServices) {
    this.server = new WebSocketServer({
      noServer: true,
      maxPayload: services.limits.frameBytes,
      perMessageDeflate: false,
    })
    this.pinging = setInterval(() => {
      const now = Date.now()
      for (const connection of this.connections) connection.checkAlive(now)
    }, PING_MS)
    this.pinging.unref()
  }

  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Without a listener, a socket that breaks before it is accepted would end the process.
    const onError = () => socket.destroy()
    socket.on('error', onError)
    this.accept(req, socket, head, onError).catch((error: unknown) => {
      this.services.log(`realtime: ${error instanceof Error ? error.message : String(error)}`)
      refuse(socket, 500)
    })
  }

  stop(): void {
    clearInterval(this.pinging)
    for (const connection of this.connections) connection.close(1001, 'the server stops')
    this.server.close()
    for (const client of this.server.clients) setTimeout(() => client.terminate(), 200).unref()
  }

  private async accept(
    req: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    onError: () => void,
  ): Promise<void> {
    const admitted = await this.admit(req)
    if ('status' in admitted) {
      refuse(socket, admitted.status)
      return
    }
    socket.off('error', onError)
    this.server.handleUpgrade(req, socket, head, (webSocket) => {
      const connection = new Connection(webSocket, admitted.vsn, this.services, admitted.session)
      this.connections.add(connection)
      webSocket.on('close', () => this.connections.delete(connection))
    })
  }

  private async admit(
    req: IncomingMessage,
  ): Promise<{ vsn: Vsn; session: RealtimeSession } | { status: number }> {
    const query = new URL(req.url ?? '/', 'http://localhost').searchParams
    const vsn = query.get('vsn') ?? '1.0.0'
    if (vsn !== '1.0.0' && vsn !== '2.0.0') return { status: 400 }
    if (this.connections.size >= this.services.limits.connections) return { status: 429 }
    const apikey = query.get('apikey') ?? ''
    const session = await this.services.sessions.readRequest(
      new Request('http://localhost/', { headers: { apikey } }),
    )
    return 'fault' in session ? { status: 403 } : { vsn, session }
  }
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
}

function refuse(socket: Duplex, status: number): void {
  refuseUpgrade(socket, `${status} ${REASONS[status] ?? 'Error'}`)
}
