import { hash, verify } from '@node-rs/bcrypt'
import { AuthFailure, invalidRequest } from './errors.ts'
import { limits } from './limits.ts'

/** More would occupy the pool of native threads that file access shares. */
const CONCURRENT_HASHES = 2

const running = { count: 0, waiting: [] as (() => void)[] }

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running.count >= CONCURRENT_HASHES) await new Promise<void>((go) => running.waiting.push(go))
  else running.count += 1
  try {
    return await work()
  } finally {
    const next = running.waiting.shift()
    if (next) next()
    else running.count -= 1
  }
}

/** Throws `weak_password` (422) or `validation_failed` (400) as the hosted service does. */
export function checkPasswordStrength(password: string): void {
  if (Buffer.byteLength(password) > limits.passwordMaxBytes) {
    throw invalidRequest(`Password cannot be longer than ${limits.passwordMaxBytes} characters`)
  }
  if (Buffer.byteLength(password) < limits.passwordMinLength) {
    const message = `Password should be at least ${limits.passwordMinLength} characters.`
    throw new AuthFailure(422, 'weak_password', message, ['length'])
  }
}

/** bcrypt on a native thread. */
export const hashPassword = (password: string): Promise<string> =>
  withSlot(() => hash(password, { cost: limits.bcryptCost }))

const decoy = { hash: null as Promise<string> | null }

/**
 * True if `password` belongs to `storedHash`. Without a hash (no such user, or no password) the same
 * work is done on a decoy, so that the time of the answer does not tell the two apart.
 */
export async function verifyPassword(password: string, storedHash: string | null): Promise<boolean> {
  const known = storedHash !== null && storedHash !== ''
  decoy.hash ??= hashPassword('decoy of no account')
  const against = known ? storedHash : await decoy.hash
  try {
    const matches = await withSlot(() => verify(password, against))
    return known && matches
  } catch {
    // A stored value that is no bcrypt hash (imported rows) opens nothing.
    return false
  }
}
