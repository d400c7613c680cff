import { appError, type Backend, type ErrorCode, err, limits, ok } from '@plinth/domain'
import * as v from 'valibot'
import type { Rpc } from './rpc.ts'

/**
 * Migrations keep the app of the version before working (they expand first and contract one version later), so a
 * project may be one version ahead of an open tab.
 */
const newestKnown = limits.schemaVersion + 1

export async function checkProject(rpc: Rpc): ReturnType<Backend['checkProject']> {
  const answer = await rpc('schema_version', {}, v.pipe(v.number(), v.integer()))
  if (!answer.ok) return err(appError(codeOfCheck(answer.error.code)))
  const schemaVersion = answer.value
  if (schemaVersion < limits.schemaVersion) return err(appError('schema_outdated'))
  if (schemaVersion > newestKnown) return err(appError('schema_newer'))
  return ok({ schemaVersion })
}

function codeOfCheck(code: ErrorCode): ErrorCode {
  switch (code) {
    case 'schema_missing':
    case 'key_invalid':
    case 'busy':
    case 'timeout':
    case 'rate_limited':
      return code
    // A stored session that the project does not accept any more says nothing about the project's key.
    case 'session_expired':
    case 'not_signed_in':
      return code
    case 'forbidden':
      return 'schema_missing'
    default:
      // No answer, or one that no project gives.
      return 'project_unreachable'
  }
}
