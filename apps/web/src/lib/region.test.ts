import { describe, expect, it } from 'vitest'
import { describeRegion, firstDayOf, localeOptions, suggestedRegion, timeZoneOptions } from './region.ts'

describe('region', () => {
  it('suggests a whole locale when the browser names only a language', () => {
    expect(suggestedRegion('de').locale).toBe('de-DE')
    expect(suggestedRegion('zh-Hant').locale).toBe('zh-TW')
  })

  it('knows where weeks start', () => {
    expect(firstDayOf('en-US')).toBe(7)
    expect(firstDayOf('de-DE')).toBe(1)
  })

  it('keeps a value among the choices that is not on the list', () => {
    expect(localeOptions('eu-ES').map((option) => option.id)).toContain('eu-ES')
    expect(timeZoneOptions('Etc/GMT+7').map((option) => option.id)).toContain('Etc/GMT+7')
  })

  it('suggests English where the browser names a language that Intl does not read', () => {
    expect(suggestedRegion('en_US@posix')).toMatchObject({ locale: 'en-GB', weekStart: 1 })
    expect(suggestedRegion('')).toMatchObject({ locale: 'en-GB' })
  })

  it('shows a tag that Intl does not read as it stands, with figures in English', () => {
    const own = localeOptions('en_US').find((option) => option.id === 'en_US')
    expect(own).toEqual({ id: 'en_US', label: 'en_US', description: '3/24/2026 · 12,345.6' })
    expect(describeRegion({ timeZone: 'Mars/Base', locale: 'en_US', weekStart: 9 })).toBe(
      'Base time · en_US · weeks start on Monday',
    )
  })

  it('says all three in one line', () => {
    expect(describeRegion({ timeZone: 'America/New_York', locale: 'en-US', weekStart: 7 })).toBe(
      'New York time · American English · weeks start on Sunday',
    )
  })
})
