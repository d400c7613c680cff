import { hasBody, refuse } from '../gateway/api-error.ts'
import type { StatementResult } from './execute.ts'
import type { Media } from './media.ts'

export interface AnswerOptions {
  media: Media
  /** Status unless the result is partial or a function set its own. */
  status: number
  /** HEAD: everything but the body. */
  isHead: boolean
  /** First row of the range asked for; undefined leaves the range out of the answer. */
  offset?: number
  headers?: Record<string, string>
}

/** Turns a statement's result into the HTTP answer. */
export function answer(result: StatementResult, options: AnswerOptions): Response {
  const headers = new Headers(options.headers)
  let { status } = options
  if (options.offset !== undefined) {
    headers.set('content-range', contentRange(result, options.offset))
    status = rangeStatus(result, options.offset, status)
  }
  status = applySettings(result, headers, status)
  if (!hasBody(status) || result.body === null) return new Response(null, { status, headers })
  if (!headers.has('content-type')) headers.set('content-type', options.media.contentType)
  return new Response(options.isHead ? null : result.body, { status, headers })
}

/** `first-last/total`, `*` for what is empty or unknown. */
export function contentRange({ rows, total }: StatementResult, offset: number): string {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
  return `${range}/${total ?? '*'}`
}

function rangeStatus({ rows, total }: StatementResult, offset: number, status: number): number {
  if (total === null || total === undefined || status !== 200) return status
  if (offset > 0 && offset >= total) {
    refuse(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    })
  }
  return rows < total ? 206 : 200
}

/** Status and headers that the called function set with `response.status` and `response.headers`. */
function applySettings(result: StatementResult, headers: Headers, status: number): number {
  if (result.headers !== null) {
    for (const entry of parseHeaders(result.headers)) {
      for (const [name, value] of Object.entries(entry)) headers.set(name, String(value))
    }
  }
  if (result.status === null) return status
  const own = Number(result.status)
  if (!Number.isInteger(own) || own < 200 || own > 599) {
    refuse(500, 'PGRST112', 'response.status guc must be a valid status code')
  }
  return own
}

function parseHeaders(text: string): Record<string, unknown>[] {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return value as Record<string, unknown>[]
  } catch {
    // Refused below, like a document of another shape.
  }
  refuse(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )
}
