import {
  type BaseId,
  type Computation,
  type Field,
  type FieldDefinition,
  type FieldId,
  type FieldRules,
  type FieldStep,
  type LinkDefinition,
  type Result,
  type Table,
  uuidV7,
} from '@plinth/domain'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { canonical } from '../../lib/canonical.ts'
import { computationOf } from '../../lib/computation.ts'
import { noteFieldChange, noteFieldMade, noteFormulaChange } from '../../lib/field-steps.ts'
import { useBaseSchema } from '../../lib/queries.ts'
import { useSessionCache } from '../../lib/session-cache.ts'
import { toTheEnd } from '../../lib/to-the-end.ts'
import { useAction } from '../../lib/use-action.ts'
import { type FieldDraft, optionsOfDraft } from './field-draft.ts'
import { computesThis } from './formula/formula-draft.ts'
import { acceptsOf, linkDefinition, pairName } from './link-draft.ts'
import { sameRules } from './rules-draft.ts'

type FieldNotes = Pick<FieldDefinition, 'description' | 'default'>

interface Wanted {
  readonly rules: FieldRules
  /** Rules that records break hold for new and changed values. */
  readonly keep: boolean
  /** Null: the field is written by people. */
  readonly computed: Computation | null
}

/** A new field that is there, but not computed for all records: the steps after the first were refused. */
interface Unfinished {
  readonly field: Field
  /** What it was made by, to tell whether the next try wants the same. */
  readonly asked: string
}

/**
 * Stores a field with its rules or what it is computed by; `share` tells how far it is with many records. `unfinished` is a new
 * field whose steps failed midway: the next try goes on with it, or gives it up for what is wanted by then.
 */
export function useSaveField(base: BaseId, table: Table, field: Field | undefined) {
  const { bases } = useBackend()
  const cache = useSessionCache()
  const { tables } = useBaseSchema(base)
  const scope = { bases, cache, base, table: table.id }
  const [share, setShare] = useState<number | null>(null)
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null)

  const definitionOf = (draft: FieldDraft, notes: FieldNotes): FieldDefinition | LinkDefinition => {
    const [id, name] = [uuidV7() as FieldId, draft.name.trim()]
    if (draft.type !== 'link') return { id, name, type: draft.type, options: optionsOfDraft(draft), ...notes }
    const pair = { pairId: uuidV7() as FieldId, pairName: pairName(draft.link, table, name, tables) }
    const { options, ...definition } = linkDefinition(draft.link, { id, name, ...pair })
    const { accepts } = acceptsIn(draft)
    return {
      ...definition,
      options: { ...options, ...(accepts ? { accepts } : {}) },
      description: notes.description ?? '',
    }
  }
  /** The condition of what may be linked, where the draft says one. */
  const acceptsIn = ({ type, link }: FieldDraft) =>
    type === 'link'
      ? acceptsOf(
          link,
          tables.find(({ id }) => id === link.target),
        )
      : {}

  /** The field, when all records are computed. */
  const computed = async (step: () => Promise<Result<FieldStep>>): Promise<Result<Field>> => {
    const last = await toTheEnd(step, setShare)
    return last.ok ? { ok: true, value: last.value.field } : last
  }

  const make = async (draft: FieldDraft, notes: FieldNotes, wanted: Wanted): Promise<Result<Field>> => {
    const { rules, computed: computedBy } = wanted
    const asked = canonical([draft, notes, wanted])
    const created = await bases.createField(table.id, {
      ...definitionOf(draft, notes),
      ...computedBy,
      ...(sameRules(rules, {}) ? {} : { rules }),
    })
    if (!created.ok) return created
    return created.value.changing ? finish(created.value, asked) : noted(created)
  }

  const noted = (made: Result<Field>): Result<Field> => {
    if (made.ok) noteFieldMade(scope, made.value)
    return made
  }

  /** Computes a field that is there for all records; what fails is remembered for the next try. */
  const finish = async (field: Field, asked: string): Promise<Result<Field>> => {
    setUnfinished({ field, asked })
    const { id, type } = field
    const finished = await computed(() =>
      computationOf(field) ? bases.changeFormula(id, null) : bases.changeType(id, type, {}),
    )
    if (finished.ok) setUnfinished(null)
    return noted(finished)
  }

  /** Goes on with what an earlier try began. One that is to be computed by something else is given up, and made anew. */
  const goOn = async (
    { field, asked }: Unfinished,
    ...request: Parameters<typeof make>
  ): Promise<Result<Field>> => {
    const isSame = asked === canonical(request)
    if (isSame || !computationOf(field)) {
      const finished = await finish(field, asked)
      return finished.ok && !isSame ? change(finished.value, ...request) : finished
    }
    const givenUp = await bases.cancelTypeChange(field.id)
    if (!givenUp.ok) return givenUp
    setUnfinished(null)
    return make(...request)
  }

  const change = async (
    before: Field,
    draft: FieldDraft,
    notes: FieldNotes,
    { rules, keep, computed: computedBy }: Wanted,
  ): Promise<Result<Field>> => {
    const [name, options] = [draft.name.trim(), optionsOfDraft(draft, before.options)]
    const isComputedAnew = computedBy !== null && !computesThis(before, computedBy, draft.type)
    const changes = {
      name,
      ...(isComputedAnew ? {} : { options: { ...options, ...acceptsIn(draft) } }),
      ...notes,
    }
    const ruled = sameRules(rules, before.rules ?? {}) ? undefined : { table: table.id, rules, keep }
    const saved = await bases.updateField(before.id, changes, ruled)
    if (!saved.ok) return saved
    noteFieldChange(scope, before, saved.value)
    if (!isComputedAnew) return saved
    const definition = { ...computedBy, type: draft.type, options }
    const changed = await computed(() => bases.changeFormula(before.id, definition))
    if (changed.ok) noteFormulaChange(scope, saved.value, changed.value)
    return changed
  }

  const action = useAction(async (...request: Parameters<typeof make>) => {
    const saved = await (field
      ? change(field, ...request)
      : unfinished
        ? goOn(unfinished, ...request)
        : make(...request))
    setShare(null)
    await cache.refreshBase(base)
    return saved
  })
  return { ...action, share, unfinished: unfinished?.field }
}
