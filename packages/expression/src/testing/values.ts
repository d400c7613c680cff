/** Values where rules differ most: ends of ranges, clocks that change, characters that count in different ways. */
import * as fc from 'fast-check'

/** Zones with summer time in both halves of the year, of half an hour, at midnight, a lost day, odd offsets, and none. */
export const sampleTimeZones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
] as const

const oddNumbers = [
  0,
  0.1,
  0.29,
  0.5,
  1.005,
  1.5,
  2.5,
  2.675,
  99.995,
  1e-7,
  1e15,
  1e21,
  1e23,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 53 + 2,
  1_125_899_906_842_624.25,
  1e100,
  1e300,
  1e308,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  2 ** -1022,
]

/** Not negative. */
export const sizes: fc.Arbitrary<number> = fc.oneof(
  { weight: 5, arbitrary: fc.nat(12) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100) },
  { weight: 2, arbitrary: fc.constantFrom(...oddNumbers) },
  {
    weight: 1,
    arbitrary: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((size) => size + 0),
  },
)

export const numbers: fc.Arbitrary<number> = fc
  .tuple(sizes, fc.boolean())
  .map(([size, negative]) => (negative && size !== 0 ? -size : size))

const pieces = [
  ...'a b A Z an - , 0 7 . " \\ } % _'.split(' '),
  ...' |\t|\n|\r|\u00a0|\u200d|\u0001|\ue000|\uffff'.split('|'),
  ...'ß İ ı Σ σ ς Ა ა Ƛ ƛ 𐕾 𐖥 ﬃ é e\u0301 😀 👩‍👧 𝒳 \u{10000} \u{10ffff}'.split(' '),
]
const wholeTexts = [
  ...'12.5| -3 |+0.10|1e3|.5|5.|-0|true|editor|EU|2024-02-29|2023-02-29|0000-01-01|9999-12-31'.split('|'),
  ...'ΌΔΟΣ ΣΑΣ|a-b--c|banana'.split('|'),
  '9'.repeat(100),
]

/** Text as the database can keep it; may be empty. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((all) => all.join('')) },
  { weight: 2, arbitrary: fc.constantFrom(...wholeTexts) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
  },
)

const oddDays = [
  ...'0001-01-01 0001-01-31 0004-02-29 1582-10-10 1900-02-28 1969-12-31 1970-01-01 2000-02-29'.split(' '),
  ...'2011-12-30 2018-11-04 2020-12-31 2021-01-03 2024-02-29 2024-03-10 2024-03-31 2024-04-07'.split(' '),
  ...'2024-10-06 2024-10-27 2024-11-03 2024-12-30 2027-01-01 9999-12-01 9999-12-31'.split(' '),
]

/** `YYYY-MM-DD` in the years 1970 to 2037, or one of the odd ones. */
export const dates: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...oddDays),
  fc.integer({ min: 0, max: 24_836 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
)

/** Around these, clocks of some sample zone are turned. */
const turns = [
  ...'2024-03-31T01:00Z 2024-10-27T01:00Z 2024-03-10T07:00Z 2024-11-03T06:00Z 2018-11-04T03:00Z'.split(' '),
  ...'2018-02-18T02:00Z 2024-04-06T15:00Z 2024-10-05T15:30Z 2011-12-30T10:00Z 2024-04-06T14:00Z'.split(' '),
].map((at) => Date.parse(at))
const ends = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map((at) => Date.parse(at))

/** Milliseconds since 1970 UTC. */
export const instants: fc.Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 2_145_916_799_999 }) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...turns), fc.integer({ min: -8, max: 8 }), fc.constantFrom(0, -1, 1))
      .map(([turn, quarters, ms]) => turn + quarters * 900_000 + ms),
  },
  { weight: 1, arbitrary: fc.constantFrom(...ends) },
)
