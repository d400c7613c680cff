/** Requests as anybody can send them: HTTP with a key and a token, nothing of the app in between. */

export interface Project {
  readonly url: string
  readonly publishableKey: string
}

export interface Ask {
  readonly method?: string
  readonly path: string
  /** Sent as JSON; a text as it is. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly text: string
  /** The text as JSON; undefined where it is none. */
  readonly data: unknown
  /** `message` of a refusal: for our calls a code of the catalogue. */
  readonly code: string
  /** `Content-Range`. */
  readonly range: string
  /** `Location`: where something that was begun goes on. */
  readonly location: string
}

/** Busy, timed out, or not reached: the same again may go through. */
const isPassing = ({ status, text }: Answer) =>
  status === 423 || status === 502 || status === 503 || status === 504 || text.includes('"57014"')

export async function send(project: Project, token: string | null, ask: Ask): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await sendOnce(project, token, ask)
    if (!isPassing(answer) || tries === 5) return answer
    await new Promise((resolve) => setTimeout(resolve, 200 * tries))
  }
}

async function sendOnce(project: Project, token: string | null, ask: Ask): Promise<Answer> {
  const isText = typeof ask.body === 'string'
  const response = await fetch(`${project.url}${ask.path}`, {
    method: ask.method ?? 'GET',
    redirect: 'manual',
    headers: {
      apikey: project.publishableKey,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(ask.body === undefined ? {} : { 'content-type': isText ? 'text/plain' : 'application/json' }),
      ...ask.headers,
    },
    ...(ask.body === undefined ? {} : { body: isText ? (ask.body as string) : JSON.stringify(ask.body) }),
  })
  const text = await response.text()
  const data = parsed(text)
  const message = (data as { message?: unknown } | null | undefined)?.message
  return {
    status: response.status,
    text,
    data,
    code: response.status >= 400 && typeof message === 'string' ? message : '',
    range: response.headers.get('content-range') ?? '',
    location: response.headers.get('location') ?? '',
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a refusal says; null: it is none. A status stands for what has no code. */
export function faultIn(answer: Answer): { code: string; field?: string; rule?: string } | null {
  if (isOk(answer)) return null
  const { details } = (answer.data ?? {}) as { details?: unknown }
  const told = typeof details === 'string' ? (parsed(details) as object | undefined) : undefined
  return { ...told, code: answer.code || `status ${answer.status}` }
}

export const isOk = ({ status }: Answer) => status < 400

/** A call of `plinth.<name>`. */
export const callOf = (name: string, args: Readonly<Record<string, unknown>>): Ask => ({
  method: 'POST',
  path: `/rest/v1/rpc/${name}`,
  body: args,
  headers: { 'content-profile': 'plinth' },
})

/** A request to the route of a users' table. */
export function routeOf(relation: string, query: string, more: Partial<Ask> = {}): Ask {
  return {
    ...more,
    path: `/rest/v1/${relation}${query === '' ? '' : `?${query}`}`,
    headers: { 'accept-profile': 'data', 'content-profile': 'data', ...more.headers },
  }
}
