/** What the tests of a timeline try things out on. */
import * as fc from 'fast-check'

export const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'] as const
export const aZone = fc.constantFrom(...zones)

/** Days on which clocks are changed, and some others. */
const days = [
  '2027-03-28',
  '2027-10-31',
  '2027-03-14',
  '2027-11-07',
  '2027-10-03',
  '2027-04-04',
  '2027-01-01',
  '2028-02-29',
]

/** Whole minutes, most of them on a day with a change or beside one. */
export const anInstant: fc.Arbitrary<number> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...days), fc.integer({ min: -2_880, max: 2_880 }))
    .map(([day, minutes]) => Date.parse(`${day}T00:00:00Z`) + minutes * 60_000),
  fc.integer({ min: -1_000_000, max: 70_000_000 }).map((minutes) => minutes * 60_000),
)

export const aDay: fc.Arbitrary<string> = anInstant.map((instant) =>
  new Date(instant).toISOString().slice(0, 10),
)
