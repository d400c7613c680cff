/** What a world may hold for certain, in its first table most of all, so that there is something to probe of whatever can be broken. */
import type { FieldId } from '@plinth/domain'
import type { Ast } from '@plinth/expression'
import { grantField, isHideable } from './grants.ts'
import { must, type Workshop } from './make-world.ts'
import {
  attachmentField,
  boundField,
  type FieldModel,
  ruleFields,
  type TableModel,
  type TransitionModel,
} from './model.ts'
import { isCreator } from './oracle.ts'
import type { Random } from './random.ts'
import { ruleOf } from './rules.ts'
import { saveFieldRules, saveTableRule, saveTransitions } from './validation.ts'

export const traits = [
  /** Constraints that no record breaks, and many a new value. */
  'bound values',
  /** The same rules when there are records that break them: they are for new and changed values. */
  'late bounds',
  /** Fields and files that all but creators and editors have hidden. */
  'hidden fields',
  /** A field that was half way back from aside when it was hidden again. */
  'hidden again',
  /** No field stands aside. */
  'nothing aside',
  /** Nobody's reading has rules. */
  'plain reading',
  /** A workflow in which each kind of refusal comes up. */
  'workflow',
  /** A field is on its way to another type. */
  'under way',
  /** The second table is in the trash. */
  'trash',
] as const
export type Trait = (typeof traits)[number]

/** A few of them. */
export function drawTraits(random: Random): Trait[] {
  const drawn = random.some(traits, random.upTo(4))
  const hides = drawn.includes('hidden fields') || drawn.includes('hidden again')
  return drawn.filter((trait) => trait !== 'nothing aside' || !hides)
}

/** A rule of a field and one of its table, which many a value breaks. */
export async function boundValues(shop: Workshop, table: TableModel): Promise<void> {
  const field = boundField(table)
  await saveFieldRules(shop, field, { min: 0 })
  const cell: Ast = { field: field.id }
  const below: Ast = { call: '<', args: [cell, { number: 12 }] }
  const condition: Ast = { call: 'or', args: [{ call: 'is_empty', args: [cell] }, below] }
  const text = shop.canaries.draw(shop.random, 'r')
  shop.canaries.mark(text, 'the text of a rule of a table', (person) => isCreator(table.base, person))
  await saveTableRule(shop, table, ruleOf(ruleFields(table), condition, text)!)
}

/** Hides what is private and the files from all but creators and editors. */
export async function hideFields(shop: Workshop, table: TableModel): Promise<void> {
  const hidden = [table.fields.find(({ isPrivate }) => isPrivate), attachmentField(table)]
  for (const field of hidden) {
    if (!field || !isHideable(table, field)) continue
    for (const role of table.base.roles) {
      if (role.kind === 'editor') continue
      await grantField(shop, role, table, { field, access: 'hidden' })
    }
  }
}

/** Hides a field from somebody, then from nobody, brings it back a part of the way, and hides it again. */
export async function hideAgain(shop: Workshop, table: TableModel): Promise<void> {
  const field = table.fields.find(({ isPrivate }) => isPrivate)!
  const role = table.base.roles.find(({ kind }) => kind === 'viewer')!
  for (const access of ['hidden', null, 'hidden'] as const) {
    await must(shop, 'owner', 'set_field_grant', { role: role.id, field: field.id, access })
    const steps = access === null ? [1, 2] : []
    for (const _ of steps) await must(shop, 'owner', 'bring_back_field', { field: field.id })
  }
  await grantField(shop, role, table, { field, access: 'hidden' })
}

/** To each state leads one way, which asks for one thing: a second person, a filled field, a role. */
export async function bindStates(shop: Workshop, table: TableModel): Promise<void> {
  const { random } = shop
  const field = table.fields.find(({ type }) => type === 'status')
  if (!field) return
  const [first, second, third] = random.shuffled(field.options.options!.map(({ id }) => id as string))
  const open = { from: null, roles: null, guard: null, requires: [], fourEyes: false }
  const role = random.oneOf(table.base.roles.filter(({ kind }) => kind === 'custom'))
  const transitions: TransitionModel[] = [
    { ...open, id: random.uuid(), to: first!, fourEyes: true },
    { ...open, id: random.uuid(), to: second!, requires: [oftenEmpty(table)] },
    { ...open, id: random.uuid(), to: third!, roles: [role.id] },
  ]
  await saveTransitions(shop, table, field, transitions)
}

function oftenEmpty(table: TableModel): FieldId {
  const records = [...table.records.values()]
  const empties = ({ id }: FieldModel) => records.filter(({ cells }) => (cells[id] ?? null) === null).length
  const [field] = ruleFields(table)
    .slice(1)
    .filter(({ type }) => type !== 'status' && type !== 'attachment')
    .sort((a, b) => empties(b) - empties(a))
  return field!.id
}
