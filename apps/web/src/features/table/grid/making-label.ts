import { countOf } from '../../../lib/count-of.ts'
import type { MissingOption } from './missing-options.ts'
import type { MissingName } from './pasted-values.ts'

export interface Missing {
  /** Names of records that are not there, and could be made. */
  readonly missing: readonly MissingName[]
  /** Options that fields do not have, and could be made. */
  readonly options: readonly MissingOption[]
}

/** For the button that makes what is missing, and then stores the values; null: nothing can be made. */
export function makingLabel({ missing, options }: Missing): string | null {
  const records = countOf(missing.length, 'record')
  const choices = countOf(options.length, 'option')
  if (missing.length > 0 && options.length > 0) return `Create ${records} and ${choices}`
  if (missing.length > 0) {
    const what = missing.length === 1 ? `“${missing[0]?.name}”` : records
    return `Create ${what}${placeOf(missing.map(({ target }) => target))}`
  }
  if (options.length === 0) return null
  const what = options.length === 1 ? `option “${options[0]?.label}”` : choices
  return `Create ${what}${placeOf(options.map(({ field }) => field))}`
}

/** Where all of it is made in one place. */
function placeOf(places: readonly { readonly id: string; readonly name: string }[]): string {
  return new Set(places.map(({ id }) => id)).size === 1 ? ` in ${places[0]?.name}` : ''
}
