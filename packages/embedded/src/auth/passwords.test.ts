import { describe, expect, it } from 'vitest'
import { AuthFailure } from './errors.ts'
import { checkPasswordStrength, hashPassword, verifyPassword } from './passwords.ts'

function codeOf(password: string): string | null {
  try {
    checkPasswordStrength(password)
    return null
  } catch (error) {
    return error instanceof AuthFailure ? error.code : 'another error'
  }
}

describe('passwords', () => {
  it('have 8 characters or more and 72 bytes or fewer', () => {
    expect(codeOf('1234567')).toBe('weak_password')
    expect(codeOf('12345678')).toBeNull()
    expect(codeOf('a'.repeat(72))).toBeNull()
    expect(codeOf('a'.repeat(73))).toBe('validation_failed')
    expect(codeOf('ü'.repeat(36))).toBeNull()
    expect(codeOf('ü'.repeat(37))).toBe('validation_failed')
  })

  it('match their own hash only', async () => {
    const stored = await hashPassword('correct horse')
    expect(stored).toMatch(/^\$2[aby]\$10\$/)
    expect(await verifyPassword('correct horse', stored)).toBe(true)
    expect(await verifyPassword('correct horsf', stored)).toBe(false)
  })

  it('match nothing where no hash, an empty or a foreign one is stored', async () => {
    expect(await verifyPassword('decoy of no account', null)).toBe(false)
    expect(await verifyPassword('', '')).toBe(false)
    expect(await verifyPassword('x', 'plain text')).toBe(false)
  })

  it('are hashed beside the main thread: timers go on meanwhile', async () => {
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 1)
    await Promise.all(Array.from({ length: 4 }, () => hashPassword('correct horse')))
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(5)
  })
})
