/**
 * Reading numbers from text. A decimal mark is either `.` or `,`; every other usual mark may group digits, as long as
 * one text uses one of them throughout. Nothing here depends on the language: `locale-numbers.ts` chooses the mark.
 */
export type DecimalMark = '.' | ','

export interface NumberReading {
  readonly value: number
  /** Digits after the decimal mark, as written; scientific notation counts as 0. */
  readonly decimals: number
  /** Written without a fraction and without an exponent. */
  readonly isWhole: boolean
  /**
   * False: the number says less than the text does. Leading zeros, a leading plus, more digits than a double keeps,
   * whole numbers beyond ±(2^53 − 1), or something that may be a code (`12E3`).
   */
  readonly isFaithful: boolean
}

const patterns: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^([+-]?)(\d{1,3}([, \u00a0\u202f'’])(?:\d{2,3}\3)*\d{3}|\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/,
  ',': /^([+-]?)(\d{1,3}([. \u00a0\u202f'’])(?:\d{2,3}\3)*\d{3}|\d*)(?:,(\d+))?(?:[eE]([+-]?\d{1,3}))?$/,
}
/** Behind a share, or not. */
export const percentSign = / ?%$/
const grouping = /[.,\s'’]/g

/**
 * The number that a trimmed text says under one decimal mark, its point moved by `shift` digits to the right; null when it says none or
 * an infinite one.
 */
export function readNumber(text: string, mark: DecimalMark, shift = 0): NumberReading | null {
  const match = patterns[mark].exec(text)
  if (!match) return null
  const [, sign = '', grouped = '', group, fraction = '', exponent] = match
  const whole = group === undefined ? grouped : grouped.replace(grouping, '')
  if (whole === '' && (fraction === '' || exponent !== undefined)) return null
  const digits = `${sign}${whole || '0'}${fraction && `.${fraction}`}`
  const value = Number(`${digits}e${Number(exponent ?? 0) + shift}`)
  if (!Number.isFinite(value)) return null
  const isCodeLike = exponent !== undefined && fraction === '' && !/^[+-]/.test(exponent)
  const hasLeadingZero = whole.length > 1 && whole.startsWith('0')
  const isWhole = fraction === '' && exponent === undefined
  const isTooLarge = isWhole && !Number.isSafeInteger(value)
  const isKept = !hasLeadingZero && !isCodeLike && !isTooLarge && keepsDigits(whole + fraction, value)
  return {
    value: value === 0 ? 0 : value,
    decimals: exponent === undefined ? fraction.length : 0,
    isWhole,
    isFaithful: sign !== '+' && isKept,
  }
}

/** True when a double carries all the significant digits (15 always do; up to 17 when they are its own). */
function keepsDigits(digits: string, value: number): boolean {
  if (digits.length <= 15) return true
  const significant = digits.replace(/^0+/, '').replace(/0+$/, '')
  if (significant.length <= 15) return true
  if (significant.length > 17) return significantDigits(String(value)) === significant
  return significantDigits(value.toPrecision(significant.length)) === significant
}

/** A number without an exponent, its point moved by `shift` digits to the right; every digit of its shortest text. */
export function plainDigits(value: number, shift = 0): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  const moved = Number(power) + shift
  if (moved === 0) return String(value)
  const digits = whole + part
  const point = whole.length + moved
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  const [before, behind] = [digits.slice(0, point).padEnd(point, '0'), digits.slice(point)]
  return `${sign}${before.replace(/^0+(?=\d)/, '')}${behind === '' ? '' : `.${behind}`}`
}

function significantDigits(text: string): string {
  return text.replace(/e.*$/i, '').replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '')
}
