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

  it('says all three in one line', () => {
    expect(describeRegion({ timeZone: 'America/New_York', locale: 'en-US', weekStart: 7 })).toBe(
      'New York time · American English · weeks start on Sunday',
    )
  })
})
