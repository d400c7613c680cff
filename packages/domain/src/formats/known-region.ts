/** Languages and time zones that this browser knows. A base may carry one that an older browser does not. */

/** The language, or English where Intl refuses its tag. */
export function knownLocale(locale: string): string {
  try {
    Intl.getCanonicalLocales(locale)
    return locale
  } catch {
    // Intl tells a malformed tag by throwing; that is the answer here.
    return 'en'
  }
}

/** The time zone, or UTC where Intl does not know its name. */
export function knownTimeZone(timeZone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions()
    return timeZone
  } catch {
    // As above.
    return 'UTC'
  }
}
