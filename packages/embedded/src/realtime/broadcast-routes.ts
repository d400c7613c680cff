import { type Context, Hono } from 'hono'
import { PUBLIC_VERDICT } from './authorization.ts'
import type { ChannelServices } from './channel.ts'
import type { Broadcast } from './frames.ts'
import { asRecord } from './join-config.ts'
import type { RealtimeSession } from './session.ts'

/** Messages of one request. */
const MAX_MESSAGES = 100
const MAX_NAME = 255

interface HttpMessage {
  topic: string
  isPrivate: boolean
  broadcast: Broadcast
}

/**
 * Broadcasts over HTTP, for clients without a socket: `POST /api/broadcast` with
 * `{messages: [{topic, event, payload, private}]}`, and one message at
 * `POST /api/broadcast/:topic/events/:event`. Answers 202.
 */
export function createBroadcastRoutes(services: ChannelServices): Hono {
  const app = new Hono()
  app.post('/api/broadcast', async (c) => {
    const body = await readBody(c, services.limits.frameBytes)
    const messages = body === null ? null : parseMessages(parseJson(body))
    return send(c, services, messages)
  })
  app.post('/api/broadcast/:topic/events/:event', async (c) => {
    const { topic, event } = c.req.param()
    const body = await readBody(c, services.limits.payloadBytes)
    const broadcast = body && eventBroadcast(c, event, body)
    const isPrivate = c.req.query('private') === 'true'
    return send(c, services, broadcast ? [{ topic, isPrivate, broadcast }] : null)
  })
  return app
}

async function send(
  c: Context,
  services: ChannelServices,
  messages: HttpMessage[] | null,
): Promise<Response> {
  const session = await services.sessions.readRequest(c.req.raw)
  if ('fault' in session) return c.json({ message: session.message }, 401)
  if (!messages || messages.some((message) => !isSound(message, services))) {
    return c.json({ message: 'The messages are malformed or too large' }, 422)
  }
  const maySend = new Map<string, boolean>()
  for (const message of messages) {
    const topic = `${message.isPrivate} ${message.topic}`
    const allowed = maySend.get(topic) ?? (await asksToSend(services, session, message))
    maySend.set(topic, allowed)
    // As on hosted, messages that the caller may not send are left out without a word.
    if (!allowed) continue
    const address = { name: message.topic, isPrivate: message.isPrivate }
    const delivered = services.hub.broadcast(address, message.broadcast, null)
    if (!services.messages.take(1 + delivered)) return c.json({ message: 'Too many requests' }, 429)
  }
  return c.body(null, 202)
}

async function asksToSend(
  services: ChannelServices,
  session: RealtimeSession,
  { topic, isPrivate }: HttpMessage,
): Promise<boolean> {
  const verdict = isPrivate ? await services.probe(session, topic) : PUBLIC_VERDICT
  return verdict.broadcast.write
}

async function readBody(c: Context, maxBytes: number): Promise<Buffer | null> {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.length
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

function parseMessages(body: unknown): HttpMessage[] | null {
  const list = asRecord(body)['messages']
  if (!Array.isArray(list) || list.length > MAX_MESSAGES) return null
  const messages: HttpMessage[] = []
  for (const item of list as unknown[]) {
    const { topic, event, payload, private: isPrivate } = asRecord(item)
    if (typeof topic !== 'string' || typeof event !== 'string') return null
    const json = JSON.stringify({ event, payload: payload ?? {}, type: 'broadcast' })
    messages.push({ topic, isPrivate: isPrivate === true, broadcast: { form: 'object', json } })
  }
  return messages
}

function eventBroadcast(c: Context, event: string, body: Buffer): Broadcast | null {
  const isBinary = (c.req.header('content-type') ?? '').startsWith('application/octet-stream')
  if (!isBinary && parseJson(body) === null) return null
  return { form: 'frame', event, encoding: isBinary ? 'binary' : 'json', body }
}

function isSound({ topic, broadcast }: HttpMessage, { limits }: ChannelServices): boolean {
  const bytes = broadcast.form === 'frame' ? broadcast.body.length : Buffer.byteLength(broadcast.json)
  return topic !== '' && topic.length <= MAX_NAME && bytes <= limits.payloadBytes
}
