/** Why the backend could not start. The start script shows `message` and `hint`, never a stack. */
export type StartFailureCode =
  | 'binaries_missing'
  | 'bootstrap_failed'
  | 'data_incomplete'
  | 'data_in_use'
  | 'data_other_version'
  | 'database_rights'
  | 'database_unreachable'
  | 'migration_failed'
  | 'no_account'
  | 'no_disk_space'
  | 'no_permission'
  | 'port_taken'
  | 'postgres_failed'

/** A failure a person can act on: thrown while starting, shown as two plain sentences. */
export class StartFailure extends Error {
  readonly code: StartFailureCode
  readonly hint: string | undefined

  constructor(code: StartFailureCode, message: string, hint?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'StartFailure'
    this.code = code
    this.hint = hint
  }
}

/** Maps an operating-system error met at `path` to a failure that names the path; rethrows what is no such error. */
export function fileFailure(error: unknown, path: string): StartFailure {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StartFailure(
      'no_permission',
      `No permission to write ${path}.`,
      'Choose another folder with --data, or correct its owner.',
      error,
    )
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StartFailure(
      'no_disk_space',
      `No disk space left at ${path}.`,
      'Free some space and start again.',
      error,
    )
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartFailure('no_permission', `${path} is not a folder.`, 'Choose another with --data.', error)
  }
  if (code === undefined) throw error
  return new StartFailure(
    'no_permission',
    `${path} cannot be used (${code}).`,
    'Choose another folder with --data.',
    error,
  )
}
