/** Patterns that makers need not write themselves. */

/**
 * Phone numbers as people write them: digits, in groups or not, a country code with `+`, codes in brackets, an extension at the end
 * (`x`, `ext`). At least three digits; whether somebody answers is not known.
 */
export const phonePattern = {
  text: '\\+?(\\(\\d{1,5}\\)|\\d)([ ./-]{0,3}(\\(\\d{1,5}\\)|\\d)){2,19}( ?(x|ext\\.?) ?\\d{1,6})?',
  message: 'A phone number is needed, such as +43 1 234 56 78.',
} as const
