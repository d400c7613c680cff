/**
 * A change of a field's type as a step. Back and again are the same: another change of type, filled from the values that the one before
 * put into the trash.
 */
import { type Field, fieldTypes, isComputed, type TypeChangeStep } from '@plinth/domain'
import { toast } from '../ui/Toast.tsx'
import { canonical } from './canonical.ts'
import { computationOf } from './computation.ts'
import { type FieldScope, isThere, type KnownField } from './field-steps.ts'
import { patiently } from './patiently.ts'
import { noteStep } from './table-steps.ts'
import { toTheEnd } from './to-the-end.ts'

/** The last step of a change. */
type Changed = Pick<TypeChangeStep, 'kept'> & { readonly field: Field }

/** Notes that a field became another type. */
export function noteTypeChange(scope: FieldScope, before: Field, changed: Changed): void {
  let [was, now] = [before, changed]
  const turn = async () => {
    const { field, kept } = now
    const known = { ...scope, id: field.id, name: field.name }
    const isAsLeft = (one: Field) => canonical(shapeOf(one)) === canonical(shapeOf(field))
    if (!kept || !(await isThere(known, isAsLeft))) return false
    const next = await changeBack(known, was, kept)
    if (next) [was, now] = [field, next]
    return next !== null
  }
  noteStep(scope.table, { back: turn, again: turn })
}

/** What a change of type replaces: whoever changed it since shall not lose that. */
const shapeOf = ({ type, options, default: first, rules, changing, formula, rollup }: Field) => ({
  type,
  options,
  computed: formula ?? rollup ?? null,
  default: first ?? null,
  // Which rules hold for new values only, the database finds out by and by.
  rules: { ...rules, newOnly: null },
  changing: changing ?? null,
})

async function changeBack(
  { bases, cache, base, id, name }: KnownField,
  before: Field,
  kept: NonNullable<Changed['kept']>,
): Promise<Changed | null> {
  const { type, rules } = before
  const isAgain = computationOf(before) !== null
  const label = fieldTypes[type].label.toLocaleLowerCase()
  const toastId = `type of ${id}`
  let isTold = false
  const tell = () => {
    if (isTold) return
    isTold = true
    toast.info(isAgain ? `“${name}” is being computed again` : `“${name}” becomes of type ${label} again`, {
      id: toastId,
      description: isAgain
        ? 'Until that is done, it shows what was written.'
        : 'Until that is done, nobody can edit its values.',
      durationMs: Number.POSITIVE_INFINITY,
    })
    // The field says so too.
    void cache.refreshBase(base)
  }
  const result = await toTheEnd(() => patiently(() => bases.changeTypeBack(id, type, kept)), tell)
  await cache.refreshBase(base)
  if (!result.ok) {
    toast.error(result.error, {
      id: toastId,
      description: `“${name}” is not ${isAgain ? 'computed' : `of type ${label}`} again.`,
    })
    return null
  }
  if (isAgain) {
    toast.success(`“${name}” is computed again.`, {
      id: toastId,
      description: 'What was written since is in the trash of the base.',
    })
    return result.value
  }
  const isUnique = rules?.unique !== true || !result.value.field.rules?.newOnly?.includes('unique')
  toast.success(`“${name}” is of type ${label} again.`, {
    id: toastId,
    description: isUnique
      ? `Its values are back. What was changed since ${
          isComputed(type) || type === 'attachment' ? 'is in the trash of the base' : 'was converted'
        }.`
      : 'Its values are back. Some are the same by now: only new and changed values must be unique.',
  })
  return result.value
}
