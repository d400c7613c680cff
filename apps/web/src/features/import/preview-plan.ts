/** What the decisions of the preview come to: per column, and what still stands in the way. Pure. */
import {
  type BaseRole,
  type Candidate,
  type ColumnChoice,
  type ColumnProfile,
  choiceFor,
  choosePrimary,
  countMisfits,
  describeLoss,
  type Field,
  type FieldTypeName,
  isSkipped,
  limits,
  type Primary,
  readingsFor,
  type Table,
  withNewOptions,
} from '@plinth/domain'
import { takesNewOptions } from './destinations.ts'
import type { Destination, PreviewState } from './import-state.ts'

export interface ColumnDecision {
  readonly column: ColumnProfile
  readonly isSkipped: boolean
  readonly name: string
  readonly choice: ColumnChoice
  /** The field that it fills, when the table exists. */
  readonly field: Field | null
  /** Cells that would be left empty; null: unknown until the rows are sent. */
  readonly misfits: number | null
  /** What values that fit would lose; null: nothing. */
  readonly loss: string | null
  readonly nameProblem: string | null
  /** Ways to read the column, where there is more than one. */
  readonly readings: readonly Candidate[]
  /** Values that are no option of the field yet, and can be one. */
  readonly newLabels: readonly string[]
}

const noReadings: readonly Candidate[] = []
const noLabels: readonly string[] = []

export function decideColumns(state: PreviewState): ColumnDecision[] {
  const { destination, profile, overrides } = state
  const decisions = profile.table.columns.map((column): ColumnDecision => {
    const override = overrides[column.index]
    if (destination.kind === 'existing') return decideExisting(column, destination)
    const choice = override?.choice ?? column.inference.choice
    return {
      column,
      isSkipped: isSkipped(column, override),
      name: override?.name ?? column.name,
      choice,
      field: null,
      misfits: countMisfits(column, choice, null),
      loss: describeLoss(choice, column.evidence),
      nameProblem: null,
      readings: noReadings,
      newLabels: noLabels,
    }
  })
  return destination.kind === 'new' ? withNameProblems(decisions) : decisions
}

function decideExisting(
  column: ColumnProfile,
  destination: Destination & { kind: 'existing' },
): ColumnDecision {
  const { index } = column
  const field = destination.table.fields.find(({ id }) => id === destination.mapping.get(index)) ?? null
  const choice = field && choiceFor(field.type, column, destination.ways.get(index))
  if (!field || !choice) return leftOut(column)
  const readings = readingsFor(field.type, column)
  const options = field.options.options ?? []
  const more = takesNewOptions(field) ? withNewOptions(column, field, options) : options
  const taken = destination.newOptions.has(index) ? more : options
  return {
    column,
    isSkipped: false,
    name: column.name,
    choice,
    field,
    misfits: countMisfits(column, choice, taken),
    loss: describeLoss(choice, column.evidence),
    nameProblem: null,
    readings: readings.length > 1 ? readings : noReadings,
    newLabels: more.slice(options.length).map(({ label }) => label),
  }
}

function leftOut(column: ColumnProfile): ColumnDecision {
  return {
    column,
    isSkipped: true,
    name: column.name,
    choice: column.inference.choice,
    field: null,
    misfits: 0,
    loss: null,
    nameProblem: null,
    readings: noReadings,
    newLabels: noLabels,
  }
}

/** The column that names the records of a new table; null for a table that exists. */
export function primaryOf({ profile, overrides, destination }: PreviewState): Primary | null {
  return destination.kind === 'new' ? choosePrimary(profile.table, overrides, destination.primary) : null
}

function withNameProblems(decisions: readonly ColumnDecision[]): ColumnDecision[] {
  const seen = new Map<string, number>()
  const fold = ({ name }: ColumnDecision) => name.trim().toLocaleLowerCase('en')
  for (const decision of decisions) {
    if (!decision.isSkipped) seen.set(fold(decision), (seen.get(fold(decision)) ?? 0) + 1)
  }
  return decisions.map((decision) => {
    if (decision.isSkipped) return decision
    const name = decision.name.trim()
    const isTaken = (seen.get(fold(decision)) ?? 0) > 1
    const nameProblem =
      name === ''
        ? 'A name is needed.'
        : [...name].length > limits.nameLength
          ? `At most ${limits.nameLength} characters.`
          : isTaken
            ? 'Two columns have this name.'
            : null
    return { ...decision, nameProblem }
  })
}

/** A sentence about what must be mended before the import can start, or null. */
export function whatIsMissing(
  state: PreviewState,
  decisions: readonly ColumnDecision[],
  { role, tables }: { role: BaseRole | null; tables: readonly Table[] },
): string | null {
  const { destination } = state
  const taken = decisions.filter((decision) => !decision.isSkipped)
  if (destination.kind === 'new') {
    if (role !== 'creator') return 'Your role cannot make tables in this base. Ask a creator of it.'
    const problem = tableNameProblem(destination.name, tables)
    if (problem) return problem
  }
  if (taken.length === 0) return 'Choose at least one column.'
  if (taken.every(({ choice }) => choice.type === 'link'))
    return 'Choose at least one column that holds values of the records themselves.'
  if (taken.length > limits.fieldsPerTable)
    return `A table has at most ${limits.fieldsPerTable} fields. Leave some columns out.`
  const named = taken.find(({ nameProblem }) => nameProblem !== null)
  if (named) return `Column ${named.column.index + 1}: ${named.nameProblem}`
  return null
}

export function tableNameProblem(name: string, tables: readonly Table[]): string | null {
  const trimmed = name.trim()
  if (trimmed === '') return 'The table needs a name.'
  if ([...trimmed].length > limits.nameLength)
    return `The name of the table has at most ${limits.nameLength} characters.`
  const isTaken = tables.some(
    (table) => table.name.toLocaleLowerCase('en') === trimmed.toLocaleLowerCase('en'),
  )
  return isTaken ? 'A table of this base has this name already.' : null
}

const keyTypes: ReadonlySet<FieldTypeName> = new Set([
  'text',
  'integer',
  'number',
  'date',
  'datetime',
  'email',
  'url',
  'phone',
])

/** Fields that can tell which record a row is about. */
export function possibleKeys(decisions: readonly ColumnDecision[]): Field[] {
  return decisions.flatMap(({ field }) => (field && keyTypes.has(field.type) ? [field] : []))
}
