/** Numbers as people of one language write and read them. Formatters are made once per language. */
import { knownLocale } from './known-region.ts'
import { type DecimalMark, type NumberReading, plainDigits, readNumber } from './number-text.ts'

interface LocaleNumbers {
  readonly mark: DecimalMark
  /** Digits of the language's own script, in order, when they are not 0–9. */
  readonly digits: ReadonlyMap<string, string> | null
}

const known = new Map<string, LocaleNumbers>()

function localeNumbers(locale: string): LocaleNumbers {
  let found = known.get(locale)
  if (!found) {
    const tag = knownLocale(locale)
    const decimal = new Intl.NumberFormat(tag).formatToParts(1.5).find((part) => part.type === 'decimal')
    const ten = new Intl.NumberFormat(tag, { useGrouping: false }).format(9_876_543_210)
    const digits =
      ten === '9876543210' ? null : new Map([...ten].reverse().map((digit, i) => [digit, String(i)]))
    found = { mark: decimal?.value === ',' ? ',' : '.', digits }
    known.set(locale, found)
  }
  return found
}

/** The decimal mark that a language writes. */
export function decimalMark(locale: string): DecimalMark {
  return localeNumbers(locale).mark
}

/**
 * Reads what a person typed or pasted: the language's own marks and digits first, else the plain form `-1234.5` that keyboards
 * and programs write. A sign or code of a currency says nothing of the number; a percentage is its hundredth part.
 */
export function readLocaleNumber(text: string, locale: string): NumberReading | null {
  const bare = text.trim().replace(/[\u200e\u200f\u061c]/g, '')
  const percentage = /^(.*\d)\s?[%٪]$/u.exec(bare)
  if (percentage === null) return readAmount(withoutCurrency(bare), locale)
  return readAmount(percentage[1]!, locale, -2)
}

const money =
  /^(?<sign>[-+−]?)(?:(?<before>\p{Sc}|[A-Z]{3})\s?)?(?<amount>[-+−]?[\p{Nd}.,].*?)(?:\s?(?<behind>\p{Sc}|[A-Z]{3}))?$/u
const currencies: ReadonlySet<string | undefined> = new Set(Intl.supportedValuesOf('currency'))

/** The amount of a sum of money; other texts as they are. */
function withoutCurrency(text: string): string {
  const { sign = '', before, amount = '', behind } = money.exec(text)?.groups ?? {}
  const unit = before ?? behind
  const isMoney = (before ?? behind) !== undefined && (before === undefined || behind === undefined)
  return isMoney && (unit?.length === 1 || currencies.has(unit)) ? `${sign}${amount}` : text
}

/** A number alone, its point moved by `shift` digits to the right. */
export function readAmount(text: string, locale: string, shift = 0): NumberReading | null {
  const { mark, digits } = localeNumbers(locale)
  let plain = text
  if (digits) plain = [...plain].map((letter) => digits.get(letter) ?? letter).join('')
  plain = plain.replaceAll('−', '-').replaceAll('٫', '.').replaceAll('٬', ',')
  return (
    readNumber(plain, mark, shift) ??
    (/^[+-]?\d*(\.\d+)?(e[+-]?\d+)?$/i.test(plain) ? readNumber(plain, '.', shift) : null)
  )
}

const formatters = new Map<string, Intl.NumberFormat>()

/** `decimals` undefined shows as many digits as the value has; of a share those of its hundredths. */
export function formatLocaleNumber(
  value: number,
  locale: string,
  decimals: number | undefined,
  style: 'decimal' | 'percent' = 'decimal',
): string {
  const size = Math.abs(value)
  if (decimals === undefined && size !== 0 && (size < 1e-15 || size >= 1e21))
    return style === 'percent' ? writePercent(value, locale) : writeNumber(value, locale)
  const key = `${locale} ${decimals} ${style}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.NumberFormat(knownLocale(locale), {
      style,
      minimumFractionDigits: decimals ?? 0,
      maximumFractionDigits: decimals ?? 20,
    })
    formatters.set(key, formatter)
  }
  return formatter.format(value)
}

/** The shortest exact text of a number with the language's decimal mark and no grouping; read back unchanged. */
export function writeNumber(value: number, locale: string): string {
  const text = String(value === 0 ? 0 : value)
  return decimalMark(locale) === ',' ? text.replace('.', ',') : text
}

/** A share with every digit that it has, 12.5% for 0.125; read back unchanged. */
export function writePercent(value: number, locale: string): string {
  const text = plainDigits(value === 0 ? 0 : value, 2)
  return `${decimalMark(locale) === ',' ? text.replace('.', ',') : text}%`
}
