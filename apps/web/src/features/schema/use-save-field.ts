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

/** Stores a field with its rules or what it is computed by; `share` tells how far it is with many records. */
export function useSaveField(base: BaseId, table: Table, field: Field | undefined) {
  const { bases } = useBackend()
  const cache = useSessionCache()
  const { tables } = useBaseSchema(base)
  const scope = { bases, cache, base, table: table.id }
  const [share, setShare] = useState<number | null>(null)

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

  const make = async (
    draft: FieldDraft,
    notes: FieldNotes,
    { rules, computed: computedBy }: Wanted,
  ): Promise<Result<Field>> => {
    const created = await bases.createField(table.id, {
      ...definitionOf(draft, notes),
      ...computedBy,
      ...(sameRules(rules, {}) ? {} : { rules }),
    })
    if (!created.ok) return created
    noteFieldMade(scope, created.value)
    if (!created.value.changing) return created
    const { id, type } = created.value
    return computed(() => (computedBy ? bases.changeFormula(id, null) : bases.changeType(id, type, {})))
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

  const action = useAction(async (draft: FieldDraft, notes: FieldNotes, wanted: Wanted) => {
    const saved = await (field ? change(field, draft, notes, wanted) : make(draft, notes, wanted))
    setShare(null)
    if (saved.ok || field) await cache.refreshBase(base)
    return saved
  })
  return { ...action, share }
}
