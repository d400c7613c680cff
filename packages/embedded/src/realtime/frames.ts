/**
 * The websocket frames of the provider's realtime service.
 *
 * Text frames are objects (`vsn=1.0.0`) or arrays `[join_ref, ref, topic, event, payload]`
 * (`vsn=2.0.0`). With 2.0.0, clients send every broadcast as a binary frame of kind 3 and receive it as
 * kind 4; lengths in the header are single bytes:
 *
 *     3, joinRef, ref, topic, event, metadata lengths, encoding (0 binary, 1 JSON), the five strings, body
 *     4, topic, event, metadata lengths, encoding, the three strings, body
 */

export type Vsn = '1.0.0' | '2.0.0'

export interface ClientMessage {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
  /** Set when the message came as a binary broadcast; `payload` is then null. */
  broadcast: UserBroadcast | null
}

/** A broadcast whose body is passed on as it came. */
export interface UserBroadcast {
  form: 'frame'
  event: string
  encoding: 'json' | 'binary'
  body: Buffer
}

/** A broadcast given as the JSON text of its whole payload object `{type, event, payload, …}`. */
export interface ObjectBroadcast {
  form: 'object'
  json: string
}

export type Broadcast = UserBroadcast | ObjectBroadcast

export interface ServerMessage {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

const KIND_USER_PUSH = 3
const KIND_USER_BROADCAST = 4
const ENCODING_JSON = 1
const PUSH_HEADER_BYTES = 7
const MAX_HEADER_FIELD = 255

// A byte order mark stays: JSON does not allow it.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads a text frame; null when it is not one of the two known shapes. */
export function decodeText(text: string, vsn: Vsn): ClientMessage | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  return vsn === '2.0.0' ? fromArray(value) : fromObject(value)
}

function fromArray(value: unknown): ClientMessage | null {
  if (!Array.isArray(value) || value.length !== 5) return null
  const [joinRef, ref, topic, event, payload] = value as unknown[]
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  return { joinRef: asRef(joinRef), ref: asRef(ref), topic, event, payload, broadcast: null }
}

function fromObject(value: unknown): ClientMessage | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { join_ref: joinRef, ref, topic, event, payload } = value as Record<string, unknown>
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  return { joinRef: asRef(joinRef), ref: asRef(ref), topic, event, payload, broadcast: null }
}

function asRef(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : null
}

/** Reads a binary frame of kind 3; null when it is malformed or its JSON body does not parse. */
export function decodePush(frame: Buffer): ClientMessage | null {
  if (frame.length < PUSH_HEADER_BYTES || frame[0] !== KIND_USER_PUSH) return null
  const lengths = [...frame.subarray(1, 6)]
  const encoding = frame[6]
  if (encoding !== 0 && encoding !== ENCODING_JSON) return null
  let offset = PUSH_HEADER_BYTES
  const fields: string[] = []
  for (const length of lengths) {
    if (offset + length > frame.length) return null
    fields.push(headerText(frame.subarray(offset, offset + length)))
    offset += length
  }
  const [joinRef = '', ref = '', topic = '', event = ''] = fields
  const body = frame.subarray(offset)
  // A body that is not JSON would make every receiver's client throw.
  if (encoding === ENCODING_JSON && !isJson(body)) return null
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: null,
    broadcast: { form: 'frame', event, encoding: encoding === ENCODING_JSON ? 'json' : 'binary', body },
  }
}

// The client writes the low byte of each UTF-16 unit, so a name outside ASCII may not be UTF-8.
function headerText(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(strictUtf8.decode(body))
    return true
  } catch {
    return false
  }
}

/** A text frame from the server. */
export function encodeMessage(message: ServerMessage, vsn: Vsn): string {
  const { joinRef, ref, topic, event, payload } = message
  return vsn === '2.0.0'
    ? JSON.stringify([joinRef, ref, topic, event, payload])
    : JSON.stringify({ topic, event, payload, ref })
}

/** The answer to a client's message. */
export function replyTo(message: ClientMessage, status: 'ok' | 'error', response: unknown): ServerMessage {
  const { joinRef, ref, topic } = message
  return { joinRef, ref, topic, event: 'phx_reply', payload: { status, response } }
}

/**
 * A broadcast as a client of that version receives it; null when the version cannot carry it (binary
 * bodies need 2.0.0).
 */
export function encodeBroadcast(topic: string, broadcast: Broadcast, vsn: Vsn): string | Buffer | null {
  if (broadcast.form === 'object') return encodeObject(topic, broadcast.json, vsn)
  if (vsn === '2.0.0') {
    const frame = encodeFrame(topic, broadcast)
    if (frame) return frame
  }
  if (broadcast.encoding === 'binary') return null
  const body = broadcast.body.toString('utf8')
  const json = `{"type":"broadcast","event":${JSON.stringify(broadcast.event)},"payload":${body}}`
  return encodeObject(topic, json, vsn)
}

function encodeObject(topic: string, json: string, vsn: Vsn): string {
  return vsn === '2.0.0'
    ? `[null,null,${JSON.stringify(topic)},"broadcast",${json}]`
    : `{"topic":${JSON.stringify(topic)},"event":"broadcast","payload":${json},"ref":null}`
}

function encodeFrame(topic: string, { event, encoding, body }: UserBroadcast): Buffer | null {
  const topicBytes = Buffer.from(topic)
  const eventBytes = Buffer.from(event)
  if (topicBytes.length > MAX_HEADER_FIELD || eventBytes.length > MAX_HEADER_FIELD) return null
  const header = Buffer.from([
    KIND_USER_BROADCAST,
    topicBytes.length,
    eventBytes.length,
    0,
    encoding === 'json' ? ENCODING_JSON : 0,
  ])
  return Buffer.concat([header, topicBytes, eventBytes, body])
}
