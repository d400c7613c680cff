/** A refusal as the provider's REST service words it; `status` is the HTTP status. */
export interface ApiError {
  status: number
  code: string
  message: string
  details: string | null
  hint: string | null
  /** Further response headers, such as a challenge. */
  headers?: Record<string, string>
}

/** An expected failure is a value. */
export type Result<T, E = ApiError> = { ok: true; value: T } | { ok: false; error: E }

/** Makes a refusal; `more` fills in details, hint and headers. */
export function apiError(
  status: number,
  code: string,
  message: string,
  more: Partial<Pick<ApiError, 'details' | 'hint' | 'headers'>> = {},
): ApiError {
  return { status, code, message, details: null, hint: null, ...more }
}

/** Carries an `ApiError` out of nested parsing; caught at the edge of each route. */
export class ApiFailure extends Error {
  readonly error: ApiError

  constructor(error: ApiError) {
    super(error.message)
    this.name = 'ApiFailure'
    this.error = error
  }
}

/** Throws a refusal from inside a parser or a planner. */
export function refuse(
  status: number,
  code: string,
  message: string,
  more: Partial<Pick<ApiError, 'details' | 'hint' | 'headers'>> = {},
): never {
  throw new ApiFailure(apiError(status, code, message, more))
}

/** Statuses whose answers have no body. */
const BODILESS = new Set([204, 205, 304])

export const hasBody = (status: number): boolean => !BODILESS.has(status)

/** The refusal as an HTTP response with the provider's JSON body. */
export function errorResponse(error: ApiError): Response {
  const { status, headers, code, message, details, hint } = error
  return new Response(hasBody(status) ? JSON.stringify({ code, details, hint, message }) : null, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
}
