export interface PasswordStrength {
  /** 0 refused, 1 weak, 2 fair, 3 good, 4 strong. */
  readonly level: 0 | 1 | 2 | 3 | 4
  readonly label: string
  /** What would help most. */
  readonly hint: string
}

const least = 8
const common =
  /^(?:password|passwort|qwerty|qwertz|azerty|letmein|welcome|iloveyou|admin|abc123|monkey|dragon|plinth)?[\d!.]*$/i

/**
 * A rough estimate for a hint while typing: length and the kinds of characters give the size of the space; repeats,
 * sequences and the person's own name take away. The backend decides what it accepts.
 */
export function passwordStrength(password: string, about: readonly string[] = []): PasswordStrength {
  if (password === '')
    return {
      level: 0,
      label: '',
      hint: `At least ${least} characters. Three or four unrelated words are good.`,
    }
  if (password.length < least) {
    return { level: 0, label: 'Too short', hint: `${least - [...password].length} more to go.` }
  }
  const bits = effectiveLength(password, about) * Math.log2(alphabet(password))
  if (common.test(password) || bits < 30)
    return { level: 1, label: 'Weak', hint: 'Easy to guess. Add another word.' }
  if (bits < 50) return { level: 2, label: 'Fair', hint: 'Longer is better than stranger.' }
  if (bits < 70) return { level: 3, label: 'Good', hint: '' }
  return { level: 4, label: 'Strong', hint: '' }
}

function alphabet(password: string): number {
  let size = 0
  if (/\p{Ll}/u.test(password)) size += 26
  if (/\p{Lu}/u.test(password)) size += 26
  if (/\p{N}/u.test(password)) size += 10
  if (/[^\p{L}\p{N}]/u.test(password)) size += 20
  return Math.max(size, 2)
}

/** Characters that are not a repeat of, nor a step from, the one before, and not part of the person's own details. */
function effectiveLength(password: string, about: readonly string[]): number {
  let text = password.toLowerCase()
  for (const detail of about.flatMap((part) => part.toLowerCase().split(/[^\p{L}\p{N}]+/u))) {
    if (detail.length > 2) text = text.replaceAll(detail, '\u0000')
  }
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  return codes.filter((code, at) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1).length
}
