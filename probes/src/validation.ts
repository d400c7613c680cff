/** Random rules of fields and tables, and random workflows, made by the calls that the app uses. */
import type { FieldId, FieldRuleName, FieldRules } from '@plinth/domain'
import { rulesOfType } from '@plinth/domain'
import type { CheckedExpression } from '@plinth/expression'
import { must, type Workshop } from './make-world.ts'
import { boundField, type FieldModel, ruleFields, type TableModel, type TransitionModel } from './model.ts'
import { isCreator, scopeOf, sees } from './oracle.ts'
import type { Random } from './random.ts'
import { drawRule } from './rules.ts'
import { invalidities } from './validity.ts'

const patterns = ['[^@]+', '.*[a-zA-Z].*', '.{1,9}', '\\S+(.*\\S)?', '[vx].*|[a-z0-9 ]+']

const bounds: Readonly<Record<string, readonly (number | string)[]>> = {
  integer: [0, 4, 15],
  number: [-1, 0.5, 2],
  percent: [-1, 0.07, 1],
  duration: [0, 60, 5_400],
  currency: [0, 100, 1_250],
  date: ['1999-12-31', '2024-01-01', '2025-01-01'],
  datetime: ['1970-01-01T00:00:00.001Z', '2024-01-01T00:00:00.000Z'],
}

function drawFieldRules(random: Random, field: FieldModel): FieldRules {
  const drawn: Record<FieldRuleName, () => unknown> = {
    required: () => true,
    unique: () => true,
    min: () => random.oneOf(bounds[field.type]!),
    max: () => random.oneOf(bounds[field.type]!),
    minLength: () => 2 + random.upTo(3),
    maxLength: () => 5 + random.upTo(12),
    pattern: () => ({ text: random.oneOf(patterns) }),
  }
  // No two that contradict each other; which values stand once is said when the table is made.
  const [name] = random.some(
    rulesOfType(field.type).filter(
      (rule) => rule !== 'unique' && (rule !== 'required' || field.side === null),
    ),
    1,
  )
  return name ? ({ [name]: drawn[name]() } as FieldRules) : {}
}

/** Another rule for one of the fields, or that its values stand once; where records break it, it is for new and changed values. */
export async function setFieldRules(shop: Workshop, table: TableModel): Promise<void> {
  const field = shop.random.oneOf(
    table.fields
      .slice(1)
      .filter(({ isPrivate, isChanging, computes }) => !isPrivate && !isChanging && !computes),
  )
  const mayBecomeOnce = rulesOfType(field.type).includes('unique') && field !== boundField(table)
  const becomesOnce = mayBecomeOnce && shop.random.chance(0.3)
  const unique = field.rules.unique || becomesOnce ? { unique: true } : {}
  const rules = { ...unique, ...(shop.random.chance(0.8) ? drawFieldRules(shop.random, field) : {}) }
  await saveFieldRules(shop, field, rules)
}

export async function saveFieldRules(
  shop: Workshop,
  field: FieldModel,
  rules: FieldRules,
  who: 'owner' | 'stranger' = 'owner',
): Promise<void> {
  await must(shop, who, 'set_field_rules', { field: field.id, rules, keep: true })
  field.rules = rules
}

/** From now on each value stands in the field once. */
export async function setUnique(shop: Workshop, who: 'owner' | 'stranger', field: FieldModel): Promise<void> {
  await saveFieldRules(shop, field, { ...field.rules, unique: true }, who)
}

/** Of a few rules the one that most records follow. Its message is for those who write in the table, its text for creators. */
export async function setTableRule(shop: Workshop, table: TableModel): Promise<void> {
  const { random, canaries, accounts } = shop
  const text = canaries.draw(random, 'r')
  canaries.mark(text, 'the text of a rule of a table', (person) => isCreator(table.base, person))
  const names = [...table.base.roles.map(({ name }) => name), 'creator']
  const owner = accounts.idOf('owner')
  const rules = [1, 2, 3, 4]
    .map(() => drawRule(random, ruleFields(table), text, names))
    .map((rule) => {
      const trial = { ...table, rules: [{ id: '', rule }] }
      const broken = [...table.records.values()].filter((next) =>
        invalidities({ table: trial, person: owner, next, stored: null }).some(
          ({ code }) => code === 'rule_violated',
        ),
      )
      return { rule, broken: broken.length }
    })
    .sort((a, b) => a.broken - b.broken)
  await saveTableRule(shop, table, rules[0]!.rule)
}

export async function saveTableRule(
  shop: Workshop,
  table: TableModel,
  rule: CheckedExpression,
): Promise<void> {
  const { random, canaries } = shop
  const id = random.uuid()
  const message = canaries.draw(random, 'n')
  for (const token of [id, message]) {
    canaries.mark(token, 'a rule of a table', (person) => writesSomething(table, person))
  }
  const definition = { message, rule: rule.ast }
  await must(shop, 'owner', 'save_table_rule', { table: table.id, rule: id, definition, keep: true })
  table.rules.push({ id, rule })
}

/** Who may meet the rules of a table. */
export const writesSomething = (table: TableModel, person: string | null) =>
  sees(table, person) &&
  (scopeOf(table, person, 'create') !== 'none' || scopeOf(table, person, 'update') !== 'none')

export async function removeTableRule(shop: Workshop, table: TableModel): Promise<void> {
  const rule = table.rules.pop()
  if (rule) await must(shop, 'owner', 'delete_table_rule', { rule: rule.id })
}

/** Other transitions for a field of states, or none. */
export async function setTransitions(shop: Workshop, table: TableModel, field: FieldModel): Promise<void> {
  const { random } = shop
  const count = random.chance(0.15) ? 0 : 3 + random.upTo(4)
  const drawn = Array.from({ length: count }, () => drawTransition(shop, table, field))
  await saveTransitions(shop, table, field, drawn)
}

/** Their names, like their conditions, are for creators. */
export async function saveTransitions(
  shop: Workshop,
  table: TableModel,
  field: FieldModel,
  transitions: readonly TransitionModel[],
): Promise<void> {
  const { random, canaries } = shop
  const sent = transitions.map(({ guard, ...plain }) => {
    const name = canaries.draw(random, 'n')
    canaries.mark(name, 'the name of a transition', (person) => isCreator(table.base, person))
    return { ...plain, name, guard: guard?.ast ?? null }
  })
  await must(shop, 'owner', 'set_transitions', { field: field.id, transitions: sent })
  field.transitions = transitions
}

function drawTransition(shop: Workshop, table: TableModel, field: FieldModel): TransitionModel {
  const { random, canaries } = shop
  const states = field.options.options!.map(({ id }) => id as string)
  const to = random.oneOf(states)
  const from = random.chance(0.2) ? null : random.oneOf(states.filter((state) => state !== to))
  const { roles: all } = table.base
  const roles = random.chance(0.5) ? null : [...new Set(['creator', random.oneOf(all).id])]
  const text = canaries.draw(random, 'r')
  canaries.mark(text, 'the text of a guard', (person) => isCreator(table.base, person))
  const names = [...all.map(({ name }) => name), 'creator']
  return {
    id: random.uuid(),
    from,
    to,
    roles: roles && random.some(roles, 1 + random.upTo(2)),
    guard: random.chance(0.3) ? drawRule(random, ruleFields(table), text, names) : null,
    requires: random.chance(0.25) ? [random.oneOf(ruleFields(table).slice(1)).id as FieldId] : [],
    fourEyes: random.chance(0.4),
  }
}
