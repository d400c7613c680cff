import { describe, expect, test } from 'vitest'
import { valueOfText } from '../testing/value-of-text.ts'

describe('making dates', () => {
  test.each([
    ['date(2024, 2, 29)', '2024-02-29'],
    ['date(2024.9, 2.9, 29.9)', '2024-02-29'],
    ['date(2023, 2, 29)', null],
    ['date(0, 1, 1)', null],
    ['date(1, 1, 1)', '0001-01-01'],
    ['date(9999, 12, 31)', '9999-12-31'],
    ['date(10000, 1, 1)', null],
    ['date(2024, 0, 1)', null],
    ['date(2024, 13, 1)', null],
    ['date(2024, 1, -1)', null],
    ['date(1e308, 1, 1)', null],
    ['to_date("2024-02-29")', '2024-02-29'],
    ['to_date("2023-02-29")', null],
    ['to_date(" 2024-02-29")', null],
    ['to_date("2024-2-9")', null],
    ['to_date("0000-01-01")', null],
    ['to_date("2024-02-29\\n")', null],
    ['today()', '2024-07-06'],
    ['date_of(now())', '2024-07-06'],
    ['now()', 1_720_218_600_250],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })
})

describe('parts', () => {
  test.each([
    ['year(date(2024, 5, 6))', 2024],
    ['month(now())', 7],
    ['day(now())', 6],
    ['quarter(date(2024, 12, 1))', 4],
    ['quarter(date(2024, 3, 31))', 1],
    ['weekday(date(2024, 5, 5))', 7],
    ['weekday(date(1, 1, 1))', 1],
    ['iso_week(date(2020, 12, 31))', 53],
    ['iso_week(date(2021, 1, 3))', 53],
    ['iso_week(date(2021, 1, 4))', 1],
    ['iso_week(date(2024, 12, 30))', 1],
    ['iso_week(date(9999, 12, 31))', 52],
    ['day_of_year(date(2024, 12, 31))', 366],
    ['day_of_year(date(2023, 3, 1))', 60],
    ['hour(now())', 0],
    ['minute(now())', 30],
    ['second(now() + seconds(59.9))', 0],
    ['second(now() - seconds(0.5))', 59],
    ['year(empty)', null],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })

  test('of a moment are those of the base’s zone', () => {
    const cells = { 'Seen at': '2023-12-31T23:30:00.000Z' }
    const parts = 'text(year({Seen at})) & "-" & text(iso_week({Seen at})) & " " & text(hour({Seen at}))'
    expect(valueOfText(parts, cells, { timeZone: 'UTC' })).toBe('2023-52 23')
    expect(valueOfText(parts, cells, { timeZone: 'Europe/Berlin' })).toBe('2024-1 0')
    expect(valueOfText(parts, cells, { timeZone: 'America/New_York' })).toBe('2023-52 18')
  })

  test('are empty where the day is beyond the calendar, those of the clock are not', () => {
    const last = { 'Seen at': '9999-12-31T23:30:00.000Z' }
    const berlin = { timeZone: 'Europe/Berlin' }
    expect(valueOfText('year({Seen at})', last, berlin)).toBe(null)
    expect(valueOfText('date_of({Seen at})', last, berlin)).toBe(null)
    expect(valueOfText('hour({Seen at})', last, berlin)).toBe(0)
    expect(valueOfText('minute({Seen at})', last, berlin)).toBe(30)
    const first = { 'Seen at': '0001-01-01T00:30:00.000Z' }
    expect(valueOfText('day({Seen at})', first, { timeZone: 'America/New_York' })).toBe(null)
  })
})

describe('steps', () => {
  test.each([
    ['add_days(date(2024, 2, 28), 2)', '2024-03-01'],
    ['add_days(date(2024, 2, 28), -59)', '2023-12-31'],
    ['add_days(date(2024, 2, 28), 1.9)', '2024-02-29'],
    ['add_days(date(2024, 3, 1), -1.9)', '2024-02-29'],
    ['add_days(date(9999, 12, 31), 1)', null],
    ['add_days(date(1, 1, 1), -1)', null],
    ['add_days(date(2024, 1, 1), 1e308)', null],
    ['add_months(date(2024, 1, 31), 1)', '2024-02-29'],
    ['add_months(date(2024, 3, 31), -1)', '2024-02-29'],
    ['add_months(date(2024, 12, 31), 2)', '2025-02-28'],
    ['add_months(date(2024, 1, 31), 0.9)', '2024-01-31'],
    ['add_months(date(9999, 12, 1), 1)', null],
    ['add_months(date(1, 1, 31), -1)', null],
    ['add_months(date(2024, 1, 1), -1e308)', null],
    ['add_years(date(2024, 2, 29), 1)', '2025-02-28'],
    ['add_years(date(2024, 2, 29), 4)', '2028-02-29'],
    ['add_years(date(2024, 2, 29), 0.99)', '2024-02-29'],
    ['add_years(date(2024, 2, 29), 1e308)', null],
    ['start_of_week(date(2024, 5, 5))', '2024-04-29'],
    ['start_of_week(date(2024, 5, 6))', '2024-05-06'],
    ['start_of_week(date(1, 1, 3))', '0001-01-01'],
    ['start_of_month(date(2024, 5, 6))', '2024-05-01'],
    ['end_of_month(date(2023, 2, 1))', '2023-02-28'],
    ['end_of_month(date(9999, 12, 1))', '9999-12-31'],
    ['start_of_year(date(24, 5, 6))', '0024-01-01'],
    ['is_weekend(date(2024, 5, 4))', true],
    ['is_weekend(date(2024, 5, 6))', false],
    ['is_weekend(empty)', false],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })
})

describe('distances', () => {
  test.each([
    ['days_between(date(2024, 2, 28), date(2024, 3, 1))', 2],
    ['days_between(date(2024, 3, 1), date(2024, 2, 28))', -2],
    ['months_between(date(2024, 1, 31), date(2024, 2, 29))', 1],
    ['months_between(date(2024, 1, 31), date(2024, 2, 28))', 0],
    ['months_between(date(2024, 1, 15), date(2024, 3, 14))', 1],
    ['months_between(date(2024, 3, 15), date(2024, 1, 16))', -1],
    ['months_between(date(2024, 3, 15), date(2024, 1, 15))', -2],
    ['months_between(date(2024, 3, 31), date(2024, 2, 29))', -1],
    ['months_between(date(2024, 3, 15), date(2024, 3, 1))', 0],
    ['months_between(date(1, 1, 1), date(9999, 12, 31))', 119_987],
    ['years_between(date(2020, 2, 29), date(2021, 2, 28))', 1],
    ['years_between(date(2020, 2, 29), date(2021, 2, 27))', 0],
    ['years_between(date(2021, 2, 28), date(2020, 2, 29))', 0],
    ['years_between(date(2024, 5, 6), date(2000, 5, 7))', -23],
    ['in_days(hours(36))', 1.5],
    ['in_hours(days(1))', 24],
    ['in_minutes(seconds(90))', 1.5],
    ['in_seconds(minutes(1.5))', 90],
    ['days(1e308)', null],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })
})

const at = (text: string, timeZone = 'Europe/Berlin'): string | null => {
  const value = valueOfText(text, {}, { timeZone })
  return value === null ? null : new Date(Number(value)).toISOString()
}

describe('datetime_of', () => {
  test.each([
    ['datetime_of(date(2024, 1, 15), 12, 30)', '2024-01-15T11:30:00.000Z'],
    ['datetime_of(date(2024, 7, 15), 12, 30)', '2024-07-15T10:30:00.000Z'],
    ['datetime_of(date(2024, 7, 15), 12.9, 30.9)', '2024-07-15T10:30:00.000Z'],
    ['datetime_of(date(2024, 7, 15), -0.5, -0.5)', '2024-07-14T22:00:00.000Z'],
    ['datetime_of(date(2024, 7, 15), 24, 0)', null],
    ['datetime_of(date(2024, 7, 15), -1, 0)', null],
    ['datetime_of(date(2024, 7, 15), 0, 60)', null],
    ['datetime_of(date(1, 1, 1), 0, 0)', null],
  ])('%s is %s in Berlin', (text, value) => {
    expect(at(text)).toBe(value)
  })

  test('goes on from the beginning of a gap', () => {
    expect(at('datetime_of(date(2024, 3, 31), 2, 0)')).toBe('2024-03-31T01:00:00.000Z')
    expect(at('datetime_of(date(2024, 3, 31), 2, 30)')).toBe('2024-03-31T01:30:00.000Z')
    // Midnight is skipped in São Paulo, half an hour on Lord Howe, a whole day in Samoa.
    expect(at('datetime_of(date(2018, 11, 4), 0, 15)', 'America/Sao_Paulo')).toBe('2018-11-04T03:15:00.000Z')
    expect(at('datetime_of(date(2024, 10, 6), 2, 15)', 'Australia/Lord_Howe')).toBe(
      '2024-10-05T15:45:00.000Z',
    )
    expect(at('datetime_of(date(2011, 12, 30), 12, 0)', 'Pacific/Apia')).toBe('2011-12-30T22:00:00.000Z')
  })

  test('means the earlier moment where clocks are turned back', () => {
    expect(at('datetime_of(date(2024, 10, 27), 2, 30)')).toBe('2024-10-27T00:30:00.000Z')
    expect(at('datetime_of(date(2024, 11, 3), 1, 30)', 'America/New_York')).toBe('2024-11-03T05:30:00.000Z')
    expect(at('datetime_of(date(2024, 4, 7), 1, 45)', 'Australia/Lord_Howe')).toBe('2024-04-06T14:45:00.000Z')
  })

  test('takes a zone that nobody knows for UTC', () => {
    expect(at('datetime_of(date(2024, 7, 15), 12, 30)', 'Mars/Olympus')).toBe('2024-07-15T12:30:00.000Z')
  })
})
