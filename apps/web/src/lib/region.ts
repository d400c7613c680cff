import { knownLocale, knownTimeZone } from '@plinth/domain'

/** Time zone, locale and week start of a base: what the browser suggests, and what can be chosen. */
export interface Region {
  readonly timeZone: string
  readonly locale: string
  /** 1 Monday … 7 Sunday. */
  readonly weekStart: number
}

const locales = [
  'ar-EG',
  'bg-BG',
  'bn-BD',
  'ca-ES',
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'el-GR',
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IE',
  'en-IN',
  'en-NZ',
  'en-US',
  'en-ZA',
  'es-AR',
  'es-ES',
  'es-MX',
  'et-EE',
  'fa-IR',
  'fi-FI',
  'fr-BE',
  'fr-CA',
  'fr-CH',
  'fr-FR',
  'he-IL',
  'hi-IN',
  'hr-HR',
  'hu-HU',
  'id-ID',
  'is-IS',
  'it-CH',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'lt-LT',
  'lv-LV',
  'ms-MY',
  'nb-NO',
  'nl-BE',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ro-RO',
  'ru-RU',
  'sk-SK',
  'sl-SI',
  'sr-RS',
  'sv-SE',
  'th-TH',
  'tr-TR',
  'uk-UA',
  'vi-VN',
  'zh-CN',
  'zh-TW',
]

interface WeekInfoLocale extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

export function firstDayOf(locale: string): number {
  try {
    const info: WeekInfoLocale = new Intl.Locale(locale)
    return (info.getWeekInfo?.() ?? info.weekInfo)?.firstDay ?? 1
  } catch {
    return 1
  }
}

/** What this browser says about where its person is. Some name a language or a zone that no Intl reads ("en_US@posix"). */
export function suggestedRegion(language: string = navigator.language): Region {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const locale = knownLocale(language) === language ? new Intl.Locale(language).maximize() : null
  const tag = locale?.region ? `${locale.language}-${locale.region}` : 'en-GB'
  return { timeZone: knownTimeZone(timeZone), locale: tag, weekStart: firstDayOf(tag) }
}

/** "British English"; of a tag that Intl does not read, the tag. */
function languageName(tag: string): string {
  if (knownLocale(tag) !== tag) return tag
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag
}

export function localeOptions(own: string): { id: string; label: string; description: string }[] {
  const tags = locales.includes(own) ? locales : [own, ...locales]
  const day = new Date(2026, 2, 24)
  return tags
    .map((id) => {
      const known = knownLocale(id)
      const description = `${new Intl.DateTimeFormat(known).format(day)} · ${new Intl.NumberFormat(known).format(12345.6)}`
      return { id, label: languageName(id), description }
    })
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
}

export function timeZoneOptions(own: string): { id: string; label: string }[] {
  const zones = Intl.supportedValuesOf('timeZone')
  return [...new Set(['UTC', own, ...zones])].map((id) => ({ id, label: id.replaceAll('_', ' ') }))
}

export const weekDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (label, at) => ({ id: String(at + 1), label }),
)

/** In one line: "Lisbon time · English (United Kingdom) · weeks start on Monday". */
export function describeRegion(region: Region): string {
  const place = region.timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? region.timeZone
  return `${place} time · ${languageName(region.locale)} · weeks start on ${weekDays[region.weekStart - 1]?.label ?? 'Monday'}`
}
