import { invalidRequest } from './errors.ts'
import { limits } from './limits.ts'

/** Letters, digits and the symbols of RFC 5322 atoms; labels of ≤ 63 characters. Excludes any line break. */
const FORMAT =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** The address in lower case; throws `validation_failed`. */
export function normalizeEmail(email: string): string {
  if (email === '') throw invalidRequest('An email address is required')
  if (email.length > limits.emailMaxLength) throw invalidRequest('An email address is too long')
  const lower = email.toLowerCase()
  if (!FORMAT.test(lower)) throw invalidRequest('Unable to validate email address: invalid format')
  return lower
}
