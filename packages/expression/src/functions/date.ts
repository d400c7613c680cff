import { isIsoDay, isoDay } from '@plinth/domain'
import * as calendar from '../values/calendar.ts'
import { dateAt, instantOf, timeOfDay } from '../values/clock.ts'
import type { FunctionEntry } from './function-entry.ts'
import { filling, strict } from './signature.ts'

const { addDays, addMonths, civilDay } = calendar

export const dateFunctions: readonly FunctionEntry[] = [
  {
    name: 'today',
    parameters: [],
    description: 'Gives the date of today in the time zone of the base.',
    examples: [{ text: 'today() = date_of(now())', result: 'true' }],
    signatures: [strict([], 'date', (_, { now, timeZone }) => dateAt(now, timeZone))],
    dependsOn: 'clock',
  },
  {
    name: 'now',
    parameters: [],
    description: 'Gives the present moment.',
    examples: [{ text: 'in_days(now() - now())', result: '0' }],
    signatures: [strict([], 'datetime', (_, { now }) => now)],
    dependsOn: 'clock',
  },
  {
    name: 'date',
    parameters: ['year', 'month', 'day'],
    description: 'Makes a date; empty when there is no such day.',
    examples: [
      { text: 'text(date(2024, 2, 29))', result: '"2024-02-29"' },
      { text: 'date(2023, 2, 29)', result: 'empty' },
    ],
    signatures: [
      strict(['number', 'number', 'number'], 'date', ([year, month, day]) =>
        isoDay(Math.trunc(year), Math.trunc(month), Math.trunc(day)),
      ),
    ],
  },
  {
    name: 'to_date',
    parameters: ['text'],
    description: 'Reads a text of the form YYYY-MM-DD as a date.',
    examples: [
      { text: 'to_date("2024-02-29")', result: 'date(2024, 2, 29)' },
      { text: 'to_date("29.2.2024")', result: 'empty' },
    ],
    signatures: [strict(['text'], 'date', ([text]) => (isIsoDay(text) ? text : null))],
  },
  {
    name: 'date_of',
    parameters: ['moment'],
    description: 'Gives the day of a date with time.',
    examples: [{ text: 'date_of(datetime_of(date(2024, 5, 6), 23, 59))', result: 'date(2024, 5, 6)' }],
    signatures: [strict(['datetime'], 'date', ([at], { timeZone }) => dateAt(at, timeZone))],
    dependsOn: 'time zone',
  },
  {
    name: 'datetime_of',
    parameters: ['date', 'hour', 'minute'],
    description: 'Makes a date with time from a day, an hour (0–23) and a minute (0–59).',
    examples: [
      { text: 'hour(datetime_of(date(2024, 5, 6), 17, 30))', result: '17' },
      { text: 'datetime_of(date(2024, 5, 6), 24, 0)', result: 'empty' },
    ],
    signatures: [strict(['date', 'number', 'number'], 'datetime', momentOf)],
    dependsOn: 'time zone',
  },
  dayPart('year', 'Gives the year.', ['year(date(2024, 5, 6))', '2024'], (date) => civilDay(date).year),
  dayPart(
    'month',
    'Gives the month, 1 to 12.',
    ['month(date(2024, 5, 6))', '5'],
    (date) => civilDay(date).month,
  ),
  dayPart('day', 'Gives the day of the month.', ['day(date(2024, 5, 6))', '6'], (date) => civilDay(date).day),
  dayPart('quarter', 'Gives the quarter of the year, 1 to 4.', ['quarter(date(2024, 5, 6))', '2'], (date) =>
    Math.ceil(civilDay(date).month / 3),
  ),
  dayPart(
    'weekday',
    'Gives the day of the week, 1 (Monday) to 7.',
    ['weekday(date(2024, 5, 6))', '1'],
    calendar.weekday,
  ),
  dayPart(
    'iso_week',
    'Gives the week of the year; week 1 is the one with the first Thursday.',
    ['iso_week(date(2027, 1, 1))', '53'],
    calendar.isoWeek,
  ),
  dayPart(
    'iso_year',
    'Gives the year that the week of a date belongs to.',
    ['iso_year(date(2027, 1, 1))', '2026'],
    calendar.isoYear,
  ),
  dayPart(
    'day_of_year',
    'Gives the day of the year, 1 to 366.',
    ['day_of_year(date(2024, 12, 31))', '366'],
    calendar.dayOfYear,
  ),
  clockPart('hour', 'Gives the hour, 0 to 23.', 3_600_000, 24, '17'),
  clockPart('minute', 'Gives the minute, 0 to 59.', 60_000, 60, '30'),
  clockPart('second', 'Gives the second, 0 to 59.', 1_000, 60, '0'),
  later(
    'add_days',
    'days',
    'Gives the date so many days later.',
    ['add_days(date(2024, 2, 28), 2)', 'date(2024, 3, 1)'],
    addDays,
  ),
  later(
    'add_months',
    'months',
    'Gives the date so many months later, at most that month’s last day.',
    ['add_months(date(2024, 1, 31), 1)', 'date(2024, 2, 29)'],
    addMonths,
  ),
  later(
    'add_years',
    'years',
    'Gives the date so many years later, at most that month’s last day.',
    ['add_years(date(2024, 2, 29), -1)', 'date(2023, 2, 28)'],
    (date, years) => addMonths(date, Math.trunc(years) * 12),
  ),
  later(
    'add_weeks',
    'weeks',
    'Gives the date so many weeks later.',
    ['add_weeks(date(2024, 2, 26), 1)', 'date(2024, 3, 4)'],
    (date, weeks) => addDays(date, Math.trunc(weeks) * 7),
  ),
  later(
    'add_workdays',
    'days',
    'Gives the date so many days from Monday to Friday later.',
    ['add_workdays(date(2024, 5, 10), 2)', 'date(2024, 5, 14)'],
    (date, count) => calendar.addWorkdays(date, Math.trunc(count)),
  ),
  later(
    'next_weekday',
    'weekday',
    'Gives the next day with this number in the week, 1 (Monday) to 7.',
    ['next_weekday(date(2024, 5, 6), 1)', 'date(2024, 5, 13)'],
    (date, weekday) => calendar.nextWeekday(date, Math.trunc(weekday)),
  ),
  between('days', 'Counts the days from the first date to the second.', '31', (a, b) => {
    return calendar.dayNumber(b) - calendar.dayNumber(a)
  }),
  between('weeks', 'Counts the whole weeks from the first date to the second.', '4', (a, b) =>
    Math.trunc((calendar.dayNumber(b) - calendar.dayNumber(a)) / 7),
  ),
  between(
    'workdays',
    'Counts the days from Monday to Friday behind the first date, up to the second.',
    '22',
    (a, b) => calendar.workdaysUpTo(b) - calendar.workdaysUpTo(a),
  ),
  between(
    'months',
    'Counts the whole months from the first date to the second.',
    '1',
    calendar.monthsBetween,
  ),
  between('years', 'Counts the whole years from the first date to the second.', '0', (a, b) =>
    Math.trunc(calendar.monthsBetween(a, b) / 12),
  ),
  boundary('start_of_week', 'Gives the Monday of a date’s week.', 'date(2024, 5, 6)', calendar.startOfWeek),
  boundary(
    'start_of_month',
    'Gives the first day of a date’s month.',
    'date(2024, 5, 1)',
    (date) => `${date.slice(0, 7)}-01`,
  ),
  boundary('end_of_month', 'Gives the last day of a date’s month.', 'date(2024, 5, 31)', (date) => {
    const { year, month } = civilDay(date)
    return isoDay(year, month, calendar.monthLength(year, month))
  }),
  boundary(
    'start_of_year',
    'Gives the first day of a date’s year.',
    'date(2024, 1, 1)',
    (date) => `${date.slice(0, 4)}-01-01`,
  ),
  boundary('end_of_week', 'Gives the Sunday of a date’s week.', 'date(2024, 5, 12)', (date) => {
    const monday = calendar.startOfWeek(date)
    return monday && addDays(monday, 6)
  }),
  boundary('start_of_quarter', 'Gives the first day of a date’s quarter.', 'date(2024, 4, 1)', (date) => {
    const { year, month } = civilDay(date)
    return isoDay(year, month - ((month - 1) % 3), 1)
  }),
  boundary('end_of_quarter', 'Gives the last day of a date’s quarter.', 'date(2024, 6, 30)', (date) => {
    const { year, month } = civilDay(date)
    const last = month - ((month - 1) % 3) + 2
    return isoDay(year, last, calendar.monthLength(year, last))
  }),
  boundary(
    'end_of_year',
    'Gives the last day of a date’s year.',
    'date(2024, 12, 31)',
    (date) => `${date.slice(0, 4)}-12-31`,
  ),
  {
    name: 'days_in_month',
    parameters: ['date'],
    description: 'Counts the days of a date’s month.',
    examples: [{ text: 'days_in_month(date(2024, 2, 3))', result: '29' }],
    signatures: [
      strict(['date'], 'number', ([date]) => {
        const { year, month } = civilDay(date)
        return calendar.monthLength(year, month)
      }),
    ],
  },
  {
    name: 'is_workday',
    parameters: ['date'],
    description: 'Tells whether a date is a day from Monday to Friday.',
    examples: [{ text: 'is_workday(date(2024, 5, 10))', result: 'true' }],
    signatures: [filling(['date'], 'boolean', ([date]) => date !== null && calendar.weekday(date) < 6)],
  },
  {
    name: 'is_weekend',
    parameters: ['date'],
    description: 'Tells whether a date is a Saturday or a Sunday.',
    examples: [{ text: 'is_weekend(date(2024, 5, 11))', result: 'true' }],
    signatures: [filling(['date'], 'boolean', ([date]) => date !== null && calendar.weekday(date) > 5)],
  },
  ...unit('weeks', 604_800),
  ...unit('days', 86_400),
  ...unit('hours', 3_600),
  ...unit('minutes', 60),
  ...unit('seconds', 1),
]

function momentOf(
  [date, hour, minute]: readonly [string, number, number],
  { timeZone }: { timeZone: string },
): number | null {
  const [hours, minutes] = [Math.trunc(hour), Math.trunc(minute)]
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return null
  return instantOf(date, hours * 60 + minutes, timeZone)
}

type Example = readonly [text: string, result: string]

function dayPart(
  name: string,
  description: string,
  [text, result]: Example,
  read: (date: string) => number,
): FunctionEntry {
  return {
    name,
    parameters: ['date'],
    description,
    examples: [{ text, result }],
    signatures: [
      strict(['date'], 'number', ([date]) => read(date)),
      strict(['datetime'], 'number', ([at], { timeZone }) => {
        const date = dateAt(at, timeZone)
        return date === null ? null : read(date)
      }),
    ],
    dependsOn: 'time zone',
  }
}

function clockPart(
  name: string,
  description: string,
  ms: number,
  cycle: number,
  result: string,
): FunctionEntry {
  return {
    name,
    parameters: ['moment'],
    description,
    examples: [{ text: `${name}(datetime_of(date(2024, 5, 6), 17, 30))`, result }],
    signatures: [
      strict(
        ['datetime'],
        'number',
        ([at], { timeZone }) => Math.floor(timeOfDay(at, timeZone) / ms) % cycle,
      ),
    ],
    dependsOn: 'time zone',
  }
}

function later(
  name: string,
  unit: string,
  description: string,
  [text, result]: Example,
  add: (date: string, count: number) => string | null,
): FunctionEntry {
  const signatures = [strict(['date', 'number'], 'date', ([date, count]) => add(date, count))]
  return { name, parameters: ['date', unit], description, examples: [{ text, result }], signatures }
}

function between(
  unit: string,
  description: string,
  result: string,
  count: (from: string, to: string) => number,
): FunctionEntry {
  const name = `${unit}_between`
  return {
    name,
    parameters: ['from', 'to'],
    description,
    examples: [{ text: `${name}(date(2024, 1, 31), date(2024, 3, 2))`, result }],
    signatures: [strict(['date', 'date'], 'number', ([from, to]) => count(from, to))],
  }
}

function boundary(
  name: string,
  description: string,
  result: string,
  move: (date: string) => string | null,
): FunctionEntry {
  const signatures = [strict(['date'], 'date', ([date]) => move(date))]
  const examples = [{ text: `${name}(date(2024, 5, 8))`, result }]
  return { name, parameters: ['date'], description, examples, signatures }
}

function unit(name: string, seconds: number): readonly FunctionEntry[] {
  return [
    {
      name,
      parameters: ['number'],
      description: `Makes a duration of so many ${name}.`,
      examples: [{ text: `${name}(1) = seconds(${seconds})`, result: 'true' }],
      signatures: [strict(['number'], 'duration', ([count]) => count * seconds)],
    },
    {
      name: `in_${name}`,
      parameters: ['duration'],
      description: `Gives a duration as a number of ${name}.`,
      examples: [{ text: `in_${name}(seconds(${seconds * 2}))`, result: '2' }],
      signatures: [strict(['duration'], 'number', ([duration]) => duration / seconds)],
    },
  ]
}
