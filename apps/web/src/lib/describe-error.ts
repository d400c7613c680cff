import { type AppError, errorCatalogue, type MoveRefusal } from '@plinth/domain'
import { hiddenSentence } from './hidden-words.ts'
import { listOf } from './list-of.ts'
import { quotaSentence } from './quota-error.ts'
import { nameRoles, refusalSentence } from './transition-words.ts'

/** Display names of what the ids in an error stand for. */
export interface ErrorNames {
  readonly fields?: ReadonlyMap<string, string> | undefined
  readonly tables?: ReadonlyMap<string, string> | undefined
  /** Options that the request takes out of a field: the database does not say which of them are held. */
  readonly gone?: { readonly labels: readonly string[]; readonly canMerge: boolean } | undefined
}

/**
 * The words for an error: the place as title when it is known ("Field “Due”"), the catalogue's sentence, the limit when
 * one was met. Codes are not shown.
 */
export function describeError(
  error: AppError,
  names: ErrorNames = {},
): { title: string | null; text: string } {
  const { details } = error
  const field = details?.field ? names.fields?.get(details.field) : undefined
  const table = details?.table ? names.tables?.get(details.table) : undefined
  const places = [
    table ? `Table “${table}”` : null,
    field ? `Field “${field}”` : null,
    details?.line === undefined ? null : `Line ${details.line}`,
  ].filter((place) => place !== null)
  const title = places.length > 0 ? places.join(' · ') : null
  const quota = quotaSentence(error)
  if (quota !== null) return { title, text: quota }
  // That a value does not fit is seen where it is said what would.
  if (error.code === 'value_invalid' && error.hint) return { title, text: error.hint }
  if (error.code === 'transition_refused' && details?.rule) {
    // The database refuses with the same rules as it tells beforehand.
    return { title, text: refusalSentence(details as MoveRefusal, names.fields ?? new Map()) }
  }
  const sentence =
    formulaSentence(error, names) ??
    alongSentence(error, names) ??
    linkSentence(error) ??
    neededSentence(error, names) ??
    hiddenSentence(error) ??
    shapeSentence(error) ??
    inUseSentence(error, names) ??
    (error.message || errorCatalogue[error.code])
  const limit =
    details?.limit === undefined || error.code === 'link_limit'
      ? ''
      : ` The limit is ${details.limit.toLocaleString()}.`
  const hint = error.hint && error.code !== 'unexpected' ? ` ${error.hint}` : ''
  return { title, text: `${sentence}${limit}${hint}` }
}

/** What would go along with a deleted record, and may not. */
function alongSentence({ code, details }: AppError, { tables }: ErrorNames): string | null {
  const table = details?.table ? tables?.get(details.table) : undefined
  if (code === 'along_refused' && table) {
    return `Records of “${table}” would be deleted too, and you may not delete all of them. Unlink them first, or ask somebody who may.`
  }
  return code === 'limit_exceeded' && details?.rule === 'recordsAlong'
    ? 'Too many linked records would be deleted too. Delete some of them first.'
    : null
}

/** What a field of links does not let be. */
function linkSentence({ code, details }: AppError): string | null {
  if (code === 'link_limit' && details?.limit !== undefined) {
    return `This field links at most ${details.limit.toLocaleString()} records. Take another one out first.`
  }
  return null
}

/** What needs what is to go, so that its maker finds it. */
function neededSentence({ code, details }: AppError, { fields }: ErrorNames): string | null {
  if (code !== 'used_by_rule') return null
  if (details?.formula) {
    const known = fields?.get(details.formula)
    return known
      ? `“${known}” is computed from this. Change that field or delete it first.`
      : 'A field of another table is computed from this. Change that field or delete it first.'
  }
  if (details?.link) {
    const known = fields?.get(details.link)
    return `What may be linked in ${known ? `“${known}”` : 'a field of another table'} depends on this. Change that condition first.`
  }
  if (details?.roles?.length) {
    return `Which records ${nameRoles(details.roles)} may ${details.action} depends on this. Change that rule of the role first.`
  }
  if (!details?.needed) return null
  const { kind, name } = details.needed
  return kind === 'workflow'
    ? `The workflow of “${name}” needs this. Change its steps first.`
    : `The ${kind} “${name}” looks at this. Change or delete that ${kind} first.`
}

/** What is in the way of a formula. */
function formulaSentence({ code, details }: AppError, { fields }: ErrorNames): string | null {
  const nameOf = (id: string) => `“${fields?.get(id) ?? 'another field'}”`
  if (code === 'formula_ring' && details?.ring) {
    return `These formulas would need each other in a ring: ${details.ring.map(nameOf).join(' → ')}. Take one of them out of it.`
  }
  if (code === 'rollup_invalid') return rollupTexts[details?.rule ?? ''] ?? null
  if (code !== 'expression_invalid') return null
  return formulaTexts[details?.rule ?? ''] ?? null
}

const formulaTexts: Readonly<Record<string, string>> = {
  momentary:
    'This field keeps its values, so it cannot ask who reads it, or when. A new field with this formula is computed when it is read.',
  on_read: 'What is kept, and every rule, can look at no field that is computed when it is read.',
  result: 'A formula gives a text, a number, true or false, a date, a date with time or a duration.',
  field: 'The formula reads a field that is not there, or that you do not see.',
  condition: 'What linked records are asked is true or false.',
  rollup:
    'A rule of a table cannot look at what is computed from other records: who changes those would be refused for it.',
}

const rollupTexts: Readonly<Record<string, string>> = {
  link: 'This reads linked records through a field that is not there any more, or whose table is in the trash.',
  field: 'The linked records have no such field, or one whose values cannot be computed in this way.',
}

/** A table that got another shape in the middle of a call, and goes on having one that does not fit. */
const shapeSentence = ({ code, details }: AppError): string | null =>
  code === 'busy' && details?.rule === 'shape'
    ? 'The table got another shape meanwhile. Try again; if this stays so, load the page anew, then ask who runs this project.'
    : null

/** What records hold that the field would hold no longer: options, a higher rating, more than one link. */
function inUseSentence({ code, details }: AppError, { gone }: ErrorNames): string | null {
  if (code !== 'invalid_input' || details?.rule !== 'option_in_use') return null
  if (!gone?.labels.length) return 'Records hold more than the field would allow then. Change them first.'
  const held = `Records hold ${listOf(
    gone.labels.map((label) => `“${label}”`),
    'or',
  )}.`
  const them = gone.labels.length === 1 ? 'it' : 'them'
  return gone.canMerge
    ? `${held} Bring ${them} back and save; then “Merge options…” gives those records another one.`
    : `${held} Bring ${them} back, and give those records another value first.`
}
