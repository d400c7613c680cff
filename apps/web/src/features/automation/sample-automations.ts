/** For tests: automations of the sample base, whatever they do. */
import type {
  AutomationAction,
  AutomationDraft,
  AutomationSetting,
  AutomationTrigger,
  FieldId,
  OptionId,
  RecordId,
  RuleTree,
} from '@plinth/domain'
import { parseExpression } from '@plinth/expression'
import * as fc from 'fast-check'
import { ids, place } from './sample-base.ts'

const shots = place.schema.tables[0]!

export function tree(text: string): RuleTree {
  const parsed = parseExpression(text, { fields: shots.fields })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  return parsed.value.ast
}

const conditions = ['{Takes} > 3', '{State} = "Approved"', '{Done} or is_empty({Title})'].map(tree)

const trigger: fc.Arbitrary<AutomationTrigger> = fc.oneof(
  fc.constant({ kind: 'created' } as const),
  fc
    .subarray([ids.title, ids.state, ids.takes, ids.made], { minLength: 1 })
    .map((fields) => ({ kind: 'changed', fields }) as const),
  fc.constantFrom(
    { kind: 'entered', field: ids.state, option: 'approved' as OptionId } as const,
    { kind: 'entered', field: ids.kind, option: 'night' as OptionId } as const,
  ),
  fc.constantFrom(...conditions).map((expression) => ({ kind: 'matches', expression }) as const),
  fc
    .record({
      isDay: fc.boolean(),
      amount: fc.integer({ min: -999_999, max: 999_999 }),
      unit: fc.constantFrom('minutes' as const, 'hours' as const, 'days' as const),
      time: fc.constantFrom('00:00', '09:30', '23:59'),
    })
    // Nothing before or after is of no unit.
    .map(({ isDay, amount, unit, time }) => ({
      kind: 'reached' as const,
      field: isDay ? ids.day : ids.moment,
      offset: { amount, unit },
      time: isDay ? time : null,
    })),
)

const setting = (field: FieldId, ...values: AutomationSetting['value'][]) =>
  fc.constantFrom(...values, { kind: 'value', value: null } as const).map((value) => ({ field, value }))

const written = (value: Extract<AutomationSetting['value'], { kind: 'value' }>['value']) =>
  ({ kind: 'value', value }) as const
const computed = (text: string) => ({ kind: 'expression', expression: tree(text) }) as const
const record = 'r-1' as RecordId

const settings = fc
  .tuple(
    setting(ids.title, written('Harbour'), computed('upper({Title})')),
    setting(ids.state, written('draft')),
    setting(ids.tags, written(['a', 'b'] as OptionId[])),
    setting(ids.day, written('2026-12-31'), computed('today()'), computed('add_days({Approved on}, 2)')),
    setting(ids.moment, written('2026-12-31T12:30:00.000Z'), computed('now()')),
    setting(ids.takes, written(12), computed('{Takes} + 1')),
    setting(ids.cost, written(1250), computed('{Cost} * 2')),
    setting(ids.owner, written(ids.ben), computed('{Owner}')),
    fc.boolean().map((value) => ({ field: ids.done, value: written(value) })),
    fc.constant({ field: ids.next, value: written({ link: [record] }) }),
  )
  .chain((all) => fc.subarray([...all], { minLength: 1 }))

const madeTask: fc.Arbitrary<AutomationAction> = fc.constantFrom<AutomationAction>(
  { kind: 'create', table: ids.tasks, values: [] },
  { kind: 'create', table: ids.tasks, values: [{ field: ids.shot, value: { kind: 'record' } }] },
)

const other: fc.Arbitrary<AutomationAction> = fc.oneof(
  fc.constant<AutomationAction>({ kind: 'link', field: ids.next, to: { createdBy: 0 } }),
  fc.constant<AutomationAction>({ kind: 'link', field: ids.next, to: { record } }),
  fc.record({
    kind: fc.constant('notify' as const),
    people: fc.subarray([ids.ada, ids.ben], { minLength: 1 }),
    fields: fc.subarray([ids.owner]),
    message: fc.constantFrom('It is approved.', 'Look at it'),
  }),
  fc.constant<AutomationAction>({
    kind: 'webhook',
    url: 'https://example.org/hook?a=1',
    fields: [ids.title],
  }),
)

/** The first action makes a record; at most one sets fields. */
const actions = fc
  .tuple(madeTask, fc.option(settings), fc.array(other, { maxLength: 3 }))
  .map(([made, values, others]): readonly AutomationAction[] => [
    made,
    ...(values ? [{ kind: 'set' as const, values }] : []),
    ...others,
  ])

export const someAutomation: fc.Arbitrary<AutomationDraft> = fc.record({
  name: fc.constantFrom('Approved', 'A longer name'),
  table: fc.constant(ids.shots),
  trigger,
  condition: fc.option(fc.constantFrom(...conditions)),
  actions,
})
