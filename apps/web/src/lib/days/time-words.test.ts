import { describe, expect, it } from 'vitest'
import { dayMs } from './civil-time.ts'
import { dayOf } from './days.ts'
import { stretchOf, type Timing } from './stretch.ts'
import { daysText, monthsText, onDayText, stretchText } from './time-words.ts'

const zone = 'Europe/Berlin'
const days: Timing = { start: 'date', end: 'date', zone }
const moments: Timing = { start: 'datetime', end: 'datetime', zone }
const june = dayOf('2026-06-15')!
/** By which spaces a language parts them is its own matter. */
const plain = (text: string) => text.replaceAll(/\s/g, '')
const texts = (start: string, end: string | null, timing: Timing, locale = 'en-GB') => {
  const stretch = stretchOf({ start, end }, timing)!
  const all = Array.from({ length: stretch.last - stretch.first + 1 }, (_, at) =>
    onDayText(stretch, stretch.first + at, locale),
  )
  return [stretchText(stretch, locale), ...all].map(plain)
}

describe('when a record stands', () => {
  it('is told as a time, or as times', () => {
    expect(texts('2026-06-15T06:00:00.000Z', null, moments)).toEqual(['08:00', '08:00'])
    expect(texts('2026-06-15T06:00:00.000Z', '2026-06-15T07:30:00.000Z', moments)).toEqual([
      '08:00–09:30',
      '08:00–09:30',
    ])
    expect(texts('2026-06-15T06:00:00.000Z', null, moments, 'en-US')[0]).toBe('8:00AM')
  })

  it('is told of each of its days', () => {
    expect(texts('2026-06-15T06:00:00.000Z', '2026-06-17T07:30:00.000Z', moments).slice(1)).toEqual([
      'from08:00',
      'day2of3',
      'until09:30',
    ])
    expect(texts('2026-06-15', '2026-06-16', days).slice(1)).toEqual(['day1of2', 'day2of2'])
    expect(texts('2026-06-15', null, days)).toEqual(['allday', ''])
    expect(june * dayMs).toBe(Date.UTC(2026, 5, 15))
  })
})

const told = (first: string, last: string, text: typeof daysText) =>
  plain(text({ first: dayOf(first)!, last: dayOf(last)! }, 'en-GB'))

it('days and months are told from the first to the last', () => {
  expect(told('2026-06-15', '2026-06-15', daysText)).toBe('15Jun2026')
  expect(told('2026-06-15', '2026-07-02', daysText)).toBe('15Jun–2Jul2026')
  expect(plain(daysText({ first: june, last: june + 2 }, 'en-GB', true))).toBe('15–17Jun')
  expect(told('2026-10-01', '2026-12-31', monthsText)).toBe('October–December2026')
  expect(told('2026-11-01', '2026-11-30', monthsText)).toBe('November2026')
})
