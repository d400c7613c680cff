/** The field types of the app and those of the database judge every value alike. */
import { type CellValue, type FieldTypeName, familyOf, fieldTypes } from '@plinth/domain'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.db.stop())

const option = (id: string) => ({ id, label: id.toUpperCase(), hue: 'red' })
const options = { options: ['a', 'b2', 'c'].map(option) }
const checked = [
  'text',
  'long_text',
  'integer',
  'number',
  'checkbox',
  'date',
  'datetime',
  'single_select',
  'email',
  'url',
  'person',
  'status',
  'phone',
  'percent',
  'duration',
  'currency',
] as const

/** Text without what JSON cannot carry to the database (NUL, half surrogates). */
const anyText = fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => !text.includes('\0'))
const space = fc.constantFrom(
  '\u00a0',
  '\u2003',
  '\ufeff',
  '\t',
  '\n',
  ' ',
  '\u200b',
  '\u0085',
  '\u180e',
  '\u0001',
  '\u001f',
  '\u007f',
)
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
const mixed = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((list) => list.join(''))
const part = fc.oneof(
  fc.constantFrom('a', 'B', '1', '-', '_', 'ü', '😀', '.', '@', '/', '?', '#', ':', '"', '\\', '(', ';'),
  space,
)
const word = fc.array(part, { maxLength: 6 }).map((list) => list.join(''))
const nearMail = mixed(word, fc.constantFrom('@', '', '@@'), word, fc.constantFrom('.', '', '..'), word)
const nearUrl = mixed(
  fc.constantFrom('http', 'https', 'HTTPS', 'ftp', 'httpſ', ''),
  fc.constantFrom('://', ':/', '//'),
  word,
  fc.constantFrom('/', '?', ''),
  word,
)
const nearDay = mixed(
  digits(4),
  fc.constantFrom('-', '/'),
  fc.constantFrom('00', '01', '02', '06', '12', '13'),
  fc.constant('-'),
  fc.constantFrom('00', '01', '28', '29', '30', '31', '32'),
)
const nearMoment = mixed(
  fc.oneof(fc.constantFrom('2024-02-29', '0001-01-01', '9999-12-31', '0000-12-31'), nearDay),
  fc.constantFrom('T', ' ', 't'),
  fc.constantFrom('00', '12', '23', '24'),
  fc.constant(':'),
  fc.constantFrom('00', '59', '60'),
  fc.constantFrom('', ':00', ':59', ':60', ':30.1', ':30.123', ':30.123456', ':59.9999'),
  fc.constantFrom('Z', 'Z', '', '+01:00', '-23:59', '-15:59', '+14:00', '+0530', '+02', '+1', 'z'),
)
const long = fc
  .constantFrom(250, 254, 255, 1990, 2000, 2001)
  .chain((n) =>
    fc.constantFrom(
      'x'.repeat(n),
      '😀'.repeat(n),
      `${'x'.repeat(n - 6)}@b.cde`,
      `http://${'x'.repeat(n - 7)}`,
    ),
  )
const anyValue: fc.Arbitrary<CellValue> = fc.oneof(
  anyText,
  nearMail,
  nearUrl,
  nearDay,
  nearMoment,
  long,
  nearMoment,
  fc.constantFrom('', 'a', 'b2', 'A', 'today', 'infinity', 'NaN', '1'),
  fc.uuid(),
  fc.uuid().map((text) => text.toUpperCase()),
  mixed(digits(8), fc.constantFrom('-', ''), digits(4), fc.constant('-0000-0000-'), digits(12)),
  fc.boolean(),
  fc.constant(null),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.constantFrom(9007199254740991, -9007199254740991, 9007199254740992, 1e300, 0.5, 1e20),
)

describe.each(checked)('values of type %s', (type: FieldTypeName) => {
  const field = { options: familyOf(type) === 'choice' ? (options as never) : {} }
  const inApp = (value: CellValue) => {
    const result = fieldTypes[type].validate(value, field)
    return result.ok ? null : result.error.code
  }

  test('are refused for the same reason by the app and by the database', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyValue, { minLength: 50, maxLength: 200 }), async (values) => {
        const rows = await h.db.sql`
          select plinth_private.value_problem(${type}, '{a,b2,c}', v.value) as code
          from jsonb_array_elements(${JSON.stringify(values)}::text::jsonb) with ordinality as v order by v.ordinality`
        const judged = values.map((value, n) => ({
          value,
          app: inApp(value),
          database: rows[n]!['code'] as string | null,
        }))
        expect(judged.filter((each) => each.app !== each.database)).toEqual([])
      }),
      { numRuns: 15 },
    )
  })

  test('pass the constraints of the table exactly when the check lets them through', async () => {
    const checks = await h.db.sql<{ body: string }[]>`
      select body from plinth_private.column_checks(${type}, 'c', ${JSON.stringify(options)}::text::jsonb)`
    const body = checks.map((check) => `(${check.body}) is not false`).join(' and ') || 'true'
    const [sql] = await h.db.sql`select plinth_private.cast_sql(${type}, 'v.value #>> ''{}''') as cast`
    await fc.assert(
      fc.asyncProperty(fc.array(anyValue, { minLength: 50, maxLength: 200 }), async (values) => {
        // Only values that the cast can read reach a constraint.
        const castable = values.filter(
          (value) =>
            inApp(value) === null ||
            !['number', 'checkbox', 'integer', 'date', 'datetime', 'person'].includes(familyOf(type)),
        )
        const strings = castable.filter((value) => typeof value !== 'boolean' || type === 'checkbox')
        const rows = await h.db.sql.unsafe(
          `select ${body} as fits from (
             select ${sql!['cast'] as string} as c, v.ordinality from jsonb_array_elements($1::text::jsonb) with ordinality as v
           ) as x order by ordinality`,
          [JSON.stringify(strings)],
        )
        for (const [n, value] of strings.entries()) {
          if (typeof value !== 'string') continue
          expect([value, rows[n]!['fits']]).toEqual([value, inApp(value) === null])
        }
      }),
      { numRuns: 10 },
    )
  })
})
