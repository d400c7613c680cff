/**
 * Refusals of the storage service, worded as the provider words them. Its HTTP status is 400 for every
 * refusal and 500 for every fault; the telling status is `statusCode` in the body.
 */
export class StorageFailure extends Error {
  constructor(
    readonly statusCode: number,
    readonly error: string,
    message: string,
    readonly httpStatus: number = statusCode >= 500 ? 500 : 400,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
    this.name = 'StorageFailure'
  }

  toResponse(isHead: boolean): Response {
    const body = JSON.stringify({
      statusCode: String(this.statusCode),
      error: this.error,
      message: this.message,
    })
    return new Response(isHead ? null : body, {
      status: this.httpStatus,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        ...this.headers,
      },
    })
  }
}

export const failures = {
  bucketNotFound: () => new StorageFailure(404, 'Bucket not found', 'Bucket not found'),
  objectNotFound: () => new StorageFailure(404, 'not_found', 'Object not found'),
  routeNotFound: () => new StorageFailure(404, 'not_found', 'Route not found', 404),
  accessDenied: (message = 'new row violates row-level security policy') =>
    new StorageFailure(403, 'Unauthorized', message),
  duplicate: () => new StorageFailure(409, 'Duplicate', 'The resource already exists'),
  bucketNotEmpty: () =>
    new StorageFailure(409, 'InvalidRequest', 'The bucket you tried to delete is not empty'),
  invalidKey: (key: string) => new StorageFailure(400, 'InvalidKey', `Invalid key: ${key.slice(0, 200)}`),
  invalidBucketName: () => new StorageFailure(400, 'InvalidBucketName', 'Bucket name invalid'),
  invalidMimeType: (type: string) =>
    new StorageFailure(415, 'invalid_mime_type', `mime type ${type.slice(0, 200)} is not supported`),
  tooLarge: () =>
    new StorageFailure(413, 'Payload too large', 'The object exceeded the maximum allowed size'),
  invalidToken: (message: string) => new StorageFailure(400, 'InvalidJWT', message),
  invalidSignature: () =>
    new StorageFailure(400, 'InvalidSignature', 'The signature does not match this URL'),
  invalidRequest: (message: string) => new StorageFailure(400, 'InvalidRequest', message),
  badRange: (size: number) =>
    new StorageFailure(416, 'InvalidRange', 'The requested range is not satisfiable', 416, {
      'content-range': `bytes */${size}`,
    }),
  timeout: () => new StorageFailure(544, 'DatabaseTimeout', 'The connection to the database timed out'),
}

const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'
const INSUFFICIENT_PRIVILEGE = '42501'
const QUERY_CANCELED = '57014'

/** A database error as a refusal; undefined when it is a fault. Never carries the error's detail. */
export function failureOfSqlState(code: string | undefined): StorageFailure | undefined {
  switch (code) {
    case UNIQUE_VIOLATION:
      return failures.duplicate()
    case FOREIGN_KEY_VIOLATION:
      return failures.bucketNotFound()
    case INSUFFICIENT_PRIVILEGE:
      return failures.accessDenied()
    case QUERY_CANCELED:
      return failures.timeout()
    default:
      // Data exceptions: what was sent is out of range or no text that Postgres can hold.
      return code?.startsWith('22') ? failures.invalidRequest('A value cannot be stored') : undefined
  }
}
