import { describe, expect, it } from 'vitest'
import { date } from './date.ts'
import { datetime } from './datetime.ts'

const field = { options: {} }
const day = (text: string, locale = 'en-US') => {
  const result = date.parseText(text, field, { locale, timeZone: 'UTC' })
  return result.ok ? result.value : result.error.code
}
const instant = (text: string, timeZone = 'Europe/Berlin', locale = 'en-US') => {
  const result = datetime.parseText(text, field, { locale, timeZone })
  return result.ok ? result.value : result.error.code
}

describe('typed days', () => {
  it.each([
    ['2024-02-29', 'en-US', '2024-02-29'],
    ['2024/2/9', 'en-US', '2024-02-09'],
    ['06/12/1998', 'en-US', '1998-06-12'],
    ['06/12/1998', 'en-GB', '1998-12-06'],
    ['12.6.1998', 'de-DE', '1998-06-12'],
    // Nobody who writes points puts the month first, wherever the base is.
    ['1.12.2026', 'en-US', '2026-12-01'],
    ['31.12.2026', 'en-US', '2026-12-31'],
    ['Jun 12 1998', 'de-DE', '1998-06-12'],
    ['June 12, 1998', 'en-US', '1998-06-12'],
    ['Sept. 3 2001', 'en-US', '2001-09-03'],
    ['12-Jun-98', 'en-US', '1998-06-12'],
    ['3rd March 2020', 'en-US', '2020-03-03'],
    ['12. Juni 1998', 'de-DE', '1998-06-12'],
    ['12 juin 1998', 'fr-FR', '1998-06-12'],
    ['01/02/69', 'en-US', '2069-01-02'],
    ['01/02/70', 'en-US', '1970-01-02'],
  ])('reads %s in %s as %s', (text, locale, iso) => {
    expect(day(text, locale)).toBe(iso)
  })

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2024-13-01',
    '2024-00-10',
    '0000-01-01',
    '31/04/2024',
    '12.25.2026',
    'Foo 12 1998',
    '10.4.11',
    '1998',
    '2024-01-01T00:00',
  ])('refuses %s', (text) => {
    expect(day(text)).toBe('date_invalid')
  })

  it('shows a day in the language of the base whatever the zone of the computer', () => {
    const context = { locale: 'en-GB', timeZone: 'Pacific/Kiritimati' }
    expect(date.formatText('2024-06-01', field, context)).toBe('1 Jun 2024')
  })
})

describe('typed instants', () => {
  it.each([
    ['2024-06-12T08:30:00Z', '2024-06-12T08:30:00.000Z'],
    ['2024-06-12 08:30', '2024-06-12T06:30:00.000Z'],
    ['2024-01-12 08:30', '2024-01-12T07:30:00.000Z'],
    ['2024-06-12T08:30:15.120+05:30', '2024-06-12T03:00:15.120Z'],
    ['2024-06-12 08:30:15,123456Z', '2024-06-12T08:30:15.123Z'],
    ['Jun 12, 2024, 8:30 PM', '2024-06-12T18:30:00.000Z'],
    ['6/12/2024 12:00 am', '2024-06-11T22:00:00.000Z'],
    ['01.12.2026 9:30', '2026-12-01T08:30:00.000Z'],
    // The hour that summer time repeats: the first of the two, unless an offset tells.
    ['2024-10-27 02:30', '2024-10-27T00:30:00.000Z'],
    ['2024-10-27 02:30+01:00', '2024-10-27T01:30:00.000Z'],
  ])('reads %s as %s', (text, iso) => {
    expect(instant(text)).toBe(iso)
  })

  it.each([
    '2024-06-12 24:00',
    '2024-06-12 13:00 PM',
    '2024-06-12 10:61',
    '2024-02-30 10:00',
    '2024-06-12 10:00 XYZ',
    '2024-06-12 10:00+27:00',
    '10:00',
  ])('refuses %s', (text) => {
    expect(instant(text)).toBe('date_invalid')
  })

  it('says of an hour that the clocks skip that they do', () => {
    const context = { locale: 'en-GB', timeZone: 'Europe/Berlin' }
    expect(datetime.parseText('2024-03-31 02:30', field, context)).toMatchObject({
      error: {
        code: 'value_invalid',
        hint: expect.stringContaining('In Europe/Berlin the clocks skip this'),
      },
    })
  })

  it('shows an instant by the clocks of the base', () => {
    const context = { locale: 'en-GB', timeZone: 'Asia/Tokyo' }
    expect(datetime.formatText('2024-06-12T20:30:00Z', field, context)).toBe('13 Jun 2024, 05:30')
    expect(datetime.formatText('2024-06-12T20:30:05Z', field, context)).toBe('13 Jun 2024, 05:30:05')
  })

  it('keeps the second of two equal clock times apart in its editor', () => {
    const context = { locale: 'en-US', timeZone: 'Europe/Berlin' }
    expect(datetime.editText('2024-10-27T01:30:00Z', field, context)).toBe('2024-10-27 02:30+01:00')
    expect(datetime.editText('2024-10-27T00:30:00Z', field, context)).toBe('2024-10-27 02:30')
  })

  it('orders fractions of a second', () => {
    const compare = datetime.compare!
    expect(compare('2024-01-01T00:00:00Z', '2024-01-01T00:00:00.5Z', field)).toBe(-1)
    expect(compare('2024-01-01T00:00:00+00:00', '2024-01-01T00:00:00Z', field)).toBe(0)
  })
})

const hintOf = (type: typeof date, locale: string, text = 'soon') => {
  const read = type.parseText(text, field, { locale, timeZone: 'America/New_York' })
  return read.ok ? '' : (read.error.hint ?? '')
}

describe('a text that is no date', () => {
  it.each([
    ['en-GB', '12 Jun 2024'],
    ['en-US', 'Jun 12, 2024'],
    ['de-AT', '12.06.2024'],
    ['fr', '12 juin 2024'],
    // Its own way, “12 de jun. de 2024”, is not read.
    ['pt-BR', '2024-06-12'],
  ])('is told with a day as the base writes it: %s', (locale, day) => {
    expect(hintOf(date, locale)).toBe(`Type a day such as ${day}.`)
  })

  it.each([
    ['en-GB', '12 Jun 2024, 08:30'],
    ['de-AT', '12.06.2024, 08:30'],
    ['pt-BR', '2024-06-12 08:30'],
  ])('is told with a time as the base writes it: %s', (locale, time) => {
    expect(hintOf(datetime, locale)).toBe(`Type a day and a time such as ${time}.`)
  })

  it('but a day is told as one whose time is missing', () => {
    const said = 'A time is missing. Type a day and a time such as 12 Jun 2024, 08:30.'
    expect(hintOf(datetime, 'en-GB', '2024-06-12')).toBe(said)
    expect(hintOf(datetime, 'en-GB', '12 Jun 2024')).toBe(said)
  })

  it.each([
    'en-GB',
    'en-US',
    'de',
    'fr',
    'it',
    'pl',
    'ru',
    'ja',
    'ko',
    'zh',
    'ar',
    'fa',
    'hi',
    'th',
    'tr',
    'sv',
  ])('is told with what is read: %s', (locale) => {
    const context = { locale, timeZone: 'Asia/Tokyo' }
    const exampleOf = (type: typeof date) =>
      hintOf(type, locale)
        .replace(/^.*? such as /, '')
        .slice(0, -1)
    expect(date.parseText(exampleOf(date), field, context)).toEqual({ ok: true, value: '2024-06-12' })
    expect(datetime.parseText(exampleOf(datetime), field, context)).toEqual({
      ok: true,
      value: '2024-06-11T23:30:00.000Z',
    })
  })
})
