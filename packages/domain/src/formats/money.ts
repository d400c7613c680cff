/**
 * Sums of money in minor units of a currency: 1234 is 12.34 €. How many digits a currency has is said here, as ISO 4217 has it, and
 * not by Intl: runtimes differ (of the forint some show two digits, some none), and a stored sum must not depend on who reads it.
 * Equal to `currency_digits`, `money_of` and `money_text` of the database.
 */
import { limits } from '../limits.ts'
import { knownLocale } from './known-region.ts'
import { decimalMark, readAmount } from './locale-numbers.ts'
import { type DecimalMark, plainDigits, readNumber } from './number-text.ts'

const unusualDigits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const digitsByCode = new Map(
  Object.entries(unusualDigits).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)] as const),
  ),
)

/** Digits after the point, 0–4; two of every code that is not known. */
export const currencyDigits = (code: string): number => digitsByCode.get(code) ?? 2

/** What a currency is called by a sign, whoever writes; of a sign that several have, each of them. */
const signs: Readonly<Record<string, string>> = {
  $: 'USD AUD CAD NZD MXN SGD HKD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY CNY',
  '₹': 'INR',
  '₩': 'KRW',
  '₺': 'TRY',
  '₽': 'RUB',
  '₴': 'UAH',
  '₫': 'VND',
  '₪': 'ILS',
  '฿': 'THB',
}

/** The currency that a sign or a code names first; null: none. */
export function currencyNamed(unit: string): string | null {
  return signs[unit]?.split(' ')[0] ?? (/^[A-Z]{3}$/.test(unit) ? unit : null)
}

const isSignOf = (sign: string, code: string): boolean => signs[sign]?.split(' ').includes(code) ?? false

const unitsByLocale = new Map<string, ReadonlySet<string>>()

/** How people of a language write a currency. */
function unitsOf(code: string, locale: string): ReadonlySet<string> {
  const key = `${locale} ${code}`
  let units = unitsByLocale.get(key)
  if (!units) {
    units = new Set(
      (['code', 'symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
        new Intl.NumberFormat(knownLocale(locale), { style: 'currency', currency: code, currencyDisplay })
          .formatToParts(1)
          .filter(({ type }) => type === 'currency')
          .map(({ value }) => bare(value)),
      ),
    )
    unitsByLocale.set(key, units)
  }
  return units
}

const marks = /[\u200e\u200f\u061c]/g
const bare = (text: string): string => text.trim().replace(marks, '')
const money =
  /^(?<sign>[-+−]?)\s*(?<before>(?:[^\p{Nd}.,+−-]+\.?)?)\s*(?<amount>[-+−]?[.,٫]?\p{Nd}(?:.*[\p{Nd}.,])?)\s*(?<behind>[^\p{Nd}]*)$/u

/** Longer texts are no sums of money. */
const longest = 60

/** A text taken apart into the number and the unit beside it; null where it is no sum of money. */
function apart(text: string): { amount: string; unit: string } | null {
  if (text.length > longest) return null
  const { sign = '', before = '', amount, behind = '' } = money.exec(bare(text))?.groups ?? {}
  if (amount === undefined || (before !== '' && behind !== '')) return null
  if (sign !== '' && /^[-+−]/.test(amount)) return null
  return { amount: `${sign}${amount}`, unit: (before || behind).trim() }
}

/** `wrong_currency`: it is a sum, and of another one. */
export type MoneyReading = number | 'wrong_currency' | null

/** The minor units that a person typed, with or without a sign or code of the currency; may have a fraction or be too large. */
export function readLocaleMoney(text: string, code: string, locale: string): MoneyReading {
  const parts = apart(text)
  if (!parts) return null
  const reading = readAmount(parts.amount, locale, currencyDigits(code))
  if (!reading) return null
  const { unit } = parts
  if (unit === '' || isSignOf(unit, code) || unitsOf(code, locale).has(unit)) return reading.value
  return currencyNamed(unit) === null ? null : 'wrong_currency'
}

/** The number of a sum of money; other texts as they are. */
export const amountIn = (text: string): string => apart(text)?.amount ?? text

/** A sum of a file: its unit is a code or one of the usual signs. */
export interface PlainMoney {
  readonly minor: number
  /** As it is written; empty: none. */
  readonly unit: string
}

/** Null where the text is no sum or has more digits than the currency. */
export function readMoney(text: string, mark: DecimalMark, code?: string): PlainMoney | null {
  const parts = apart(text)
  if (!parts) return null
  const named = parts.unit === '' ? (code ?? null) : currencyNamed(parts.unit)
  if (parts.unit !== '' && named === null) return null
  if (code !== undefined && named !== code && !isSignOf(parts.unit, code)) return null
  const reading = readNumber(parts.amount, mark, currencyDigits(code ?? named ?? ''))
  return reading && isMinor(reading.value) ? { minor: reading.value, unit: parts.unit } : null
}

const isMinor = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= limits.maxInteger

/** The sum in digits, all that the currency has: 12.50. */
export function moneyText(minor: number, code: string): string {
  return plainDigits(minor, -currencyDigits(code))
}

/** The same with the decimal mark of a language; read back unchanged. */
export function writeMoney(minor: number, code: string, locale: string): string {
  const text = moneyText(minor, code)
  return decimalMark(locale) === ',' ? text.replace('.', ',') : text
}

const formatters = new Map<string, Intl.NumberFormat>()

/** As people of a language read it. `text`: a decimal number, so that no digit is lost on the way. */
export function formatMoney(text: string, code: string, locale: string): string {
  const key = `${locale} ${code}`
  let formatter = formatters.get(key)
  if (!formatter) {
    const digits = currencyDigits(code)
    formatter = new Intl.NumberFormat(knownLocale(locale), {
      style: 'currency',
      currency: code,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    formatters.set(key, formatter)
  }
  return formatter.format(text as Intl.StringNumericLiteral)
}
