/**
 * From the profile of a file to what is written: fields for a new table or places in an existing one, and the
 * conversion of each record. Nothing is changed in silence: a text that does not fit leaves its cell empty and is a
 * misfit; cells beyond the columns are handed back.
 */

import type { FieldDefinition } from '../backend/bases.ts'
import { currencyOf, usualCurrency } from '../field-types/currency.ts'
import { splitLabels } from '../field-types/link-text.ts'
import { mostOfRating, mostPoints } from '../field-types/rating.ts'
import { hasOptions, isComputed } from '../field-types/traits.ts'
import { type MonthNames, monthNames } from '../formats/date-text.ts'
import { isStorable, isTooLong } from '../formats/storable-text.ts'
import type { FieldId, OptionId } from '../ids.ts'
import { limits } from '../limits.ts'
import { type Field, type FieldOptions, type FieldTypeName, hues, type SelectOption } from '../schema.ts'
import { type ColumnChoice, choiceKey } from './column-choice.ts'
import type { ColumnEvidence } from './column-profile.ts'
import { type Converter, compileConverter, type ImportedValue, misfit } from './convert.ts'
import { type Candidate, candidateOf, currencyIn } from './infer.ts'
import { type Primary, suggestPrimary } from './primary.ts'
import type { ColumnProfile, TableProfile } from './table-profile.ts'
import { decimalsOf, fitBit } from './value-shape.ts'

/** A person's decision about one column; absent parts follow the suggestion. */
export interface ColumnOverride {
  readonly name?: string
  readonly choice?: ColumnChoice
  readonly isSkipped?: boolean
}

/** Plain data, so that it can be handed to a worker. */
export interface PlannedColumn {
  readonly index: number
  readonly name: string
  readonly choice: ColumnChoice
  readonly field: FieldId
  /** single_select, multi_select, status: the options; person: the people, by their names and addresses. */
  readonly options: readonly SelectOption[]
}

export interface ImportPlan {
  readonly columns: readonly PlannedColumn[]
  /** Cells that a record should have. */
  readonly width: number
  /** JSON objects leave out what they do not have: few cells are no defect there. */
  readonly allowsShortRows: boolean
  /** Rows may update records: there a value that does not fit leaves the one that is there. */
  readonly isUpdate?: boolean
  readonly locale: string
  readonly timeZone: string
}

export function isSkipped(column: ColumnProfile, override: ColumnOverride | undefined): boolean {
  return override?.isSkipped ?? (column.isBlank || column.index >= limits.fieldsPerTable)
}

/** The columns that are taken over, with the names and types that they get. */
function takeColumns(profile: TableProfile, overrides: Readonly<Record<number, ColumnOverride>>) {
  return profile.columns.flatMap((column) => {
    const override = overrides[column.index]
    if (isSkipped(column, override)) return []
    const choice = override?.choice ?? column.inference.choice
    return [{ column, choice, name: override?.name?.trim() || column.name, type: choice.type }]
  })
}

/** The column that names the records: the one asked for while it is taken, else the suggestion. */
export function choosePrimary(
  profile: TableProfile,
  overrides: Readonly<Record<number, ColumnOverride>>,
  wanted: number | null,
): Primary | null {
  const taken = takeColumns(profile, overrides)
  const isTaken = taken.some(({ column }) => column.index === wanted)
  return wanted !== null && isTaken ? { index: wanted, reason: 'Chosen by you.' } : suggestPrimary(taken)
}

/**
 * Fields of a new table and the columns that fill them, the one that names the records first (`primary`: its place in
 * the file; null: the suggestion). `newId` makes the ids of the fields.
 */
export function planImport(
  profile: TableProfile,
  overrides: Readonly<Record<number, ColumnOverride>>,
  newId: () => string,
  primary: number | null = null,
): { fields: FieldDefinition[]; columns: PlannedColumn[] } {
  const fields: FieldDefinition[] = []
  const columns: PlannedColumn[] = []
  const first = choosePrimary(profile, overrides, primary)?.index
  const taken = takeColumns(profile, overrides)
  const inOrder = [
    ...taken.filter(({ column }) => column.index === first),
    ...taken.filter(({ column }) => column.index !== first),
  ]
  for (const { column, choice: chosen, name } of inOrder) {
    const options = optionsFor(chosen, column.evidence)
    const choice = choiceOf({ type: chosen.type, options }, chosen)
    const id = newId() as FieldId
    fields.push({ id, name, type: choice.type, options })
    columns.push({ index: column.index, name, choice, field: id, options: options.options ?? [] })
  }
  return { fields, columns }
}

/** Options of the field that a choice makes: the labels of a select, the decimals that all values have. */
export function optionsFor(choice: ColumnChoice, evidence: ColumnEvidence): FieldOptions {
  if (choice.type === 'single_select' || choice.type === 'multi_select') {
    const labels = labelsIn(choice, evidence.distinct ?? [])
    return { options: labels.map((label, index) => optionAt(label, index)) }
  }
  if (choice.type === 'rating') return { max: mostInRatings(evidence) }
  if (choice.type === 'currency') return { currency: currencyIn(evidence, choice.mark) ?? usualCurrency }
  if (choice.type === 'duration') return tellsSeconds(evidence) ? { unit: 'second' } : {}
  if (choice.type !== 'number') return {}
  const bit = fitBit(choice)
  const decimals = new Set(
    evidence.shapes.filter(({ shape }) => shape & bit).map(({ shape }) => decimalsOf(shape, choice.mark)),
  )
  const [same = 0] = decimals
  return decimals.size === 1 && same > 0 && same <= 10 ? { decimals: same } : {}
}

/** Does a text name seconds that are not none? A field without them would show 0:00:45 as nothing. */
const tellsSeconds = ({ distinct, shapes }: ColumnEvidence): boolean =>
  [...(distinct ?? []).map(({ label }) => label), ...shapes.map(({ first }) => first.raw)].some((text) =>
    /:\d\d:(?!00)\d\d$|\d ?s$/i.test(text.trim()),
  )

/** Five, unless the values say or may say that there are more. */
function mostInRatings({ distinct }: ColumnEvidence): number {
  return distinct?.every(({ label }) => Number(label) <= 5) ? 5 : mostPoints
}

function optionAt(label: string, index: number): SelectOption {
  // Neutral stone comes last, so that neighbours differ.
  return { id: `o${index + 1}` as OptionId, label, hue: hues[(index + 1) % hues.length]! }
}

/**
 * Columns of a file for fields that exist. `mapping`: place in the file → field; `ways`: how a column is read, where a
 * person has chosen that.
 */
export function planAppend(
  profile: TableProfile,
  fields: readonly Field[],
  mapping: ReadonlyMap<number, FieldId>,
  ways: ReadonlyMap<number, ColumnChoice> = new Map(),
): PlannedColumn[] {
  const columns: PlannedColumn[] = []
  for (const column of profile.columns) {
    const field = fields.find(({ id }) => id === mapping.get(column.index))
    const way = field && choiceFor(field.type, column, ways.get(column.index))
    if (!field || !way) continue
    const choice = choiceOf(field, way)
    const options = field.options.options ?? []
    columns.push({ index: column.index, name: field.name, choice, field: field.id, options })
  }
  return columns
}

/** A choice with what the field itself says of how texts are read. */
function choiceOf(field: Pick<Field, 'type' | 'options'>, choice: ColumnChoice): ColumnChoice {
  if (choice.type === 'currency') return { ...choice, currency: currencyOf(field) }
  if (choice.type === 'rating') return { ...choice, max: mostOfRating(field) }
  return choice.type === 'duration' && field.options.unit ? { ...choice, unit: field.options.unit } : choice
}

/** The way in which a column fills a field of a type: the one asked for, else that which leaves the fewest cells empty. */
export function choiceFor(
  type: FieldTypeName,
  column: ColumnProfile,
  wanted?: ColumnChoice,
): ColumnChoice | null {
  if (wanted?.type === type) return wanted
  // Candidates come with the preferred reading first.
  const best = readingsFor(type, column).toSorted((a, b) => a.misfits - b.misfits)[0]
  return best?.choice ?? waysOf(type)[0] ?? null
}

/** The ways in which the texts of a column can be read as a type; more than one where only a person can tell. */
export function readingsFor(type: FieldTypeName, column: ColumnProfile): Candidate[] {
  return column.inference.candidates.filter(({ choice }) => choice.type === type)
}

function waysOf(type: FieldTypeName): ColumnChoice[] {
  switch (type) {
    case 'attachment':
    case 'created_time':
    case 'changed_time':
    case 'created_by':
    case 'changed_by':
    case 'autonumber':
      return []
    case 'integer':
    case 'number':
    case 'percent':
    case 'currency':
      return [{ type, mark: '.' }]
    case 'date':
    case 'datetime':
      return [{ type, order: 'mdy' }]
    default:
      return [{ type }]
  }
}

const loose = (name: string): string => name.toLocaleLowerCase('en').replace(/[^\p{L}\p{N}]/gu, '')

/** May an import fill this field? Files are brought one by one, and some fields may only be read. */
export const isImportable = ({ type, access }: Pick<Field, 'type' | 'access'>): boolean =>
  type !== 'attachment' && !isComputed(type) && access !== 'read'

/** Fields by the names of columns: equal names first, then names that differ in case, spaces and punctuation alone. */
export function mapByName(profile: TableProfile, fields: readonly Field[]): Map<number, FieldId> {
  const mapping = new Map<number, FieldId>()
  const taken = new Set<FieldId>()
  for (const same of [(a: string, b: string) => a === b, (a: string, b: string) => loose(a) === loose(b)]) {
    for (const column of profile.columns) {
      if (mapping.has(column.index)) continue
      const field = fields.find(
        (one) => isImportable(one) && !taken.has(one.id) && same(one.name, column.name),
      )
      if (!field) continue
      mapping.set(column.index, field.id)
      taken.add(field.id)
    }
  }
  return mapping
}

const namesOptions = ({ type }: ColumnChoice): boolean => hasOptions(type) || type === 'person'

/** Filled cells of a column that a choice would leave empty. */
export function countMisfits(
  column: ColumnProfile,
  choice: ColumnChoice,
  options: readonly SelectOption[] | null,
): number | null {
  // The names of records are known to the database alone.
  if (choice.type === 'link') return null
  if (!namesOptions(choice) || options === null) {
    const known = column.inference.candidates.find(({ key }) => key === choiceKey(choice))
    return known ? known.misfits : candidateOf(choice, column.evidence).misfits
  }
  const unknown = unknownValues(column, choice, options)
  return unknown && unknown.reduce((sum, { count }) => sum + count, 0)
}

/** Values of a column that name no option or person; null: too many different ones to know without reading the file again. */
function unknownValues(column: ColumnProfile, choice: ColumnChoice, options: readonly SelectOption[]) {
  const type = choice.type === 'multi_select' ? 'multi_select' : 'single_select'
  const convert = compileConverter({ type }, options, shapeContext('en', 'UTC'))
  return column.evidence.distinct?.filter(({ label }) => convert(label) === misfit) ?? null
}

/**
 * The options of a field with those that a column brings along: its values that are no option yet and can be one. The
 * same list when there are none, or more than a field can have.
 */
export function withNewOptions(
  column: ColumnProfile,
  choice: Pick<Field, 'type'>,
  options: readonly SelectOption[],
): readonly SelectOption[] {
  const type = choice.type === 'multi_select' ? 'multi_select' : 'single_select'
  const known = compileConverter({ type: 'single_select' }, options, shapeContext('en', 'UTC'))
  const labels = labelsIn({ type }, unknownValues(column, { type }, options) ?? []).filter(
    (label) => canBeLabel(label) && known(label) === misfit,
  )
  if (labels.length === 0 || options.length + labels.length > limits.optionsPerField) return options
  const taken = new Set<string>(options.map(({ id }) => id))
  const made = [...options]
  for (let no = options.length; made.length < options.length + labels.length; no++) {
    const option = optionAt(labels[made.length - options.length]!, no)
    if (!taken.has(option.id)) made.push(option)
  }
  return made
}

/** The labels that the values of a column name, in order of appearance. */
function labelsIn({ type }: ColumnChoice, values: readonly { readonly label: string }[]): readonly string[] {
  const labels = values.flatMap(({ label }) => (type === 'multi_select' ? splitLabels(label) : [label]))
  // As they are stored; what differs in spaces alone is one option.
  const stored = labels.map((label) => label.trim()).filter((label) => label !== '')
  return [...new Set(stored)].slice(0, limits.optionsPerField)
}

const canBeLabel = (label: string): boolean =>
  isStorable(label) && !isTooLong(label, limits.optionLength) && !/[\r\n]/.test(label)

export function shapeContext(locale: string, timeZone: string): { timeZone: string; months: MonthNames } {
  return { timeZone, months: monthNames(locale) }
}

export interface ConvertedRow {
  /** In the order of the plan's columns. */
  readonly values: ImportedValue[]
  readonly misfits: { readonly column: PlannedColumn; readonly raw: string }[]
  /** Cells beyond the columns of the file, when one of them is not empty. */
  readonly extra: readonly string[] | null
  /** Cells that the record lacks. */
  readonly missing: number
}

const noMisfits: ConvertedRow['misfits'] = []

/** Makes the conversion of records: to be called once per import. */
export function compileRows(plan: ImportPlan): (cells: readonly string[]) => ConvertedRow {
  const context = shapeContext(plan.locale, plan.timeZone)
  const converters: Converter[] = plan.columns.map(({ choice, options }) =>
    compileConverter(choice, options, context),
  )
  const { columns, width } = plan
  return (cells) => {
    const values: ImportedValue[] = Array.from({ length: columns.length })
    let misfits = noMisfits
    for (let place = 0; place < columns.length; place++) {
      const column = columns[place]!
      const raw = cells[column.index] ?? ''
      const value = converters[place]!(raw)
      if (value === misfit) {
        if (misfits === noMisfits) misfits = []
        misfits.push({ column, raw })
        values[place] = null
      } else values[place] = value
    }
    const extra = cells.length > width ? cells.slice(width) : null
    const hasExtra = extra?.some((cell) => cell.trim() !== '') ?? false
    const missing = plan.allowsShortRows ? 0 : Math.max(0, width - cells.length)
    return { values, misfits, extra: hasExtra ? extra : null, missing }
  }
}
