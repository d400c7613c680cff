import {
  deletedLinks,
  type Field,
  type FieldDefault,
  type FieldRules,
  fieldTypeNames,
  hues,
  type Rollup,
  rollupFunctions,
} from '@plinth/domain'
import * as v from 'valibot'
import { fieldId, optionId, type Schema, tableId } from './ids.ts'

const option = v.object({
  id: optionId,
  label: v.string(),
  hue: v.picklist(hues),
})

const bound = v.union([v.number(), v.string()])

const fieldRules: Schema<FieldRules> = v.object({
  required: v.exactOptional(v.boolean()),
  unique: v.exactOptional(v.boolean()),
  min: v.exactOptional(bound),
  max: v.exactOptional(bound),
  minLength: v.exactOptional(v.number()),
  maxLength: v.exactOptional(v.number()),
  pattern: v.exactOptional(v.object({ text: v.string(), message: v.exactOptional(v.string()) })),
  newOnly: v.exactOptional(v.array(v.string())),
})

export const fieldOptions = v.object({
  options: v.exactOptional(v.array(option)),
  prefix: v.exactOptional(v.string()),
  digits: v.exactOptional(v.number()),
  decimals: v.exactOptional(v.number()),
  max: v.exactOptional(v.number()),
  unit: v.exactOptional(v.picklist(['minute', 'second'])),
  currency: v.exactOptional(v.string()),
  initial: v.exactOptional(v.nullable(optionId)),
  target: v.exactOptional(tableId),
  single: v.exactOptional(v.literal(true)),
  limit: v.exactOptional(v.number()),
  pair: v.exactOptional(fieldId),
  onDelete: v.exactOptional(v.picklist(deletedLinks)),
  takesAlong: v.exactOptional(v.literal(true)),
})

/** What people outside are told of a field's options: what is needed to show a value. */
export const toldOptionNames = [
  'options',
  'decimals',
  'currency',
  'max',
  'unit',
  'prefix',
  'digits',
  'single',
] as const

const fieldDefault: Schema<FieldDefault> = v.variant('kind', [
  v.object({
    kind: v.literal('value'),
    value: v.union([v.string(), v.number(), v.boolean(), v.array(optionId)]),
  }),
  v.object({ kind: v.literal('today') }),
  v.object({ kind: v.literal('now') }),
  v.object({ kind: v.literal('me') }),
])

const rollup: Schema<Rollup> = v.object({
  link: fieldId,
  function: v.picklist(rollupFunctions),
  field: v.exactOptional(fieldId),
  filter: v.exactOptional(v.record(v.string(), v.unknown())),
})

export const field: Schema<Field> = v.object({
  id: fieldId,
  name: v.string(),
  type: v.picklist(fieldTypeNames),
  options: fieldOptions,
  rules: v.optional(fieldRules, {}),
  column: v.string(),
  position: v.number(),
  access: v.exactOptional(v.literal('read')),
  changing: v.exactOptional(
    v.object({
      type: v.picklist(fieldTypeNames),
      done: v.number(),
      total: v.number(),
      new: v.exactOptional(v.literal(true)),
      plain: v.exactOptional(v.literal(true)),
    }),
  ),
  formula: v.exactOptional(v.record(v.string(), v.unknown())),
  rollup: v.exactOptional(rollup),
  onRead: v.exactOptional(v.literal(true)),
  hidden: v.exactOptional(v.literal(true)),
  aside: v.exactOptional(v.literal(true)),
  description: v.string(),
  default: v.nullable(fieldDefault),
})
