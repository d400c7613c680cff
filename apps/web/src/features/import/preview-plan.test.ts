import { type FieldId, planImport, type Table, type TableId, uuidV7 } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { intoTable, likeliestTable, plannedColumns, remapColumn } from './destinations.ts'
import { noChoices } from './file-format.ts'
import { profileFile } from './file-reader.ts'
import type { Destination, PreviewState } from './import-state.ts'
import { decideColumns, possibleKeys, primaryOf, tableNameProblem, whatIsMissing } from './preview-plan.ts'

const context = { locale: 'en-US', timeZone: 'UTC' }

async function preview(text: string): Promise<PreviewState> {
  const file = new File([text], 'a.csv')
  const result = await profileFile({ file, name: file.name, choices: noChoices, context })
  if (!result.ok) throw new Error(result.error.message)
  const destination = { kind: 'new', name: 'A', primary: null } as const
  const rest = { choices: noChoices, overrides: {}, busy: null, error: null } as const
  return { step: 'preview', file, profile: result.value, destination, ...rest }
}

/** A table whose fields are those that the file itself suggests. */
function tableLike({ profile }: PreviewState, name: string): Table {
  const { fields } = planImport(profile.table, {}, uuidV7)
  return {
    id: name as TableId,
    name,
    relation: name,
    position: 0,
    access: { read: 'all', create: 'all', update: 'all', delete: 'all' },
    locks: [],
    views: [],
    fields: fields.map((field, position) => ({ ...field, column: field.name, position })),
  }
}

const creator = { role: 'creator', tables: [] } as const

describe('the decisions of the preview', () => {
  it('are the suggestions until somebody changes them', async () => {
    const state = await preview('name,age\nAda,36\nBob,x\n')
    expect(decideColumns(state).map(({ name, choice, misfits }) => [name, choice.type, misfits])).toEqual([
      ['name', 'text', 0],
      ['age', 'text', 0],
    ])
    const changed = { ...state, overrides: { 1: { choice: { type: 'integer', mark: '.' } as const } } }
    expect(decideColumns(changed)[1]).toMatchObject({ misfits: 1 })
    expect(whatIsMissing(changed, decideColumns(changed), creator)).toBeNull()
  })

  it('name what stands in the way', async () => {
    const state = await preview('name,age\nAda,36\n')
    const ask = (change: Partial<PreviewState>, places: Parameters<typeof whatIsMissing>[2] = creator) => {
      const next = { ...state, ...change }
      return whatIsMissing(next, decideColumns(next), places)
    }
    expect(ask({ overrides: { 1: { name: ' NAME ' } } })).toBe('Column 1: Two columns have this name.')
    expect(ask({ overrides: { 1: { name: ' ' } } })).toBe('Column 2: A name is needed.')
    expect(ask({ overrides: { 0: { isSkipped: true }, 1: { isSkipped: true } } })).toBe(
      'Choose at least one column.',
    )
    expect(ask({ destination: { kind: 'new', name: ' ', primary: null } })).toBe('The table needs a name.')
    expect(ask({}, { role: 'editor', tables: [] })).toContain('Your role cannot make tables')
    expect(tableNameProblem('cities', [tableLike(state, 'Cities')])).toContain('already')
  })

  it('do not count a skipped column when names are compared', async () => {
    const state = await preview('name,age\nAda,36\n')
    const next = { ...state, overrides: { 0: { isSkipped: true }, 1: { name: 'name' } } }
    expect(whatIsMissing(next, decideColumns(next), creator)).toBeNull()
  })
})

describe('the field that names the records', () => {
  it('is the suggestion until somebody chooses another one', async () => {
    const state = await preview('id,name\n1,Ada\n2,Bob\n')
    expect(primaryOf(state)).toMatchObject({ index: 1 })
    const chosen = { ...state, destination: { kind: 'new', name: 'A', primary: 0 } as const }
    expect(primaryOf(chosen)).toMatchObject({ index: 0, reason: 'Chosen by you.' })
    expect(primaryOf({ ...state, overrides: { 1: { isSkipped: true } } })).toMatchObject({ index: 0 })
    const { fields } = plannedColumns(state)
    expect(fields.map(({ name }) => name)).toEqual(['name', 'id'])
    expect(plannedColumns(chosen).fields.map(({ name }) => name)).toEqual(['id', 'name'])
    const existing = { ...state, destination: intoTable(tableLike(state, 'a'), state.profile) }
    expect(primaryOf(existing)).toBeNull()
  })
})

const appended = async (text: string, like: string) => {
  const state = await preview(text)
  const table = tableLike(await preview(like), 'table')
  const destination = intoTable(table, state.profile) as Destination & { kind: 'existing' }
  return { state: { ...state, destination }, destination, table }
}

describe('an existing table as destination', () => {
  it('lets a person say how days are read', async () => {
    const { state, destination } = await appended('day\n03/04/2024\n', 'day\n2024-01-31\n2024-02-01\n')
    const [decision] = decideColumns(state)
    expect(decision!.choice).toEqual({ type: 'date', order: 'mdy' })
    const way = decision!.readings.find(({ key }) => key === 'date:dmy')!.choice
    const next = { ...state, destination: { ...destination, ways: new Map([[0, way]]) } }
    expect(decideColumns(next)[0]!.choice).toEqual(way)
    expect(plannedColumns(next).columns[0]!.choice).toEqual(way)
  })

  it('says what a number would lose of a code', async () => {
    const { state } = await appended('code\n007\n12\n', 'code\n1\n2\n')
    expect(decideColumns(state)[0]).toMatchObject({ misfits: 0, loss: expect.stringContaining('“007”') })
  })

  it('lets values become options, which changes what does not fit', async () => {
    const words = Array.from({ length: 40 }, (_, no) => (no % 2 ? 'red' : 'green')).join('\n')
    const { state, destination } = await appended('kind\nred\nblue\nblue\n', `kind\n${words}\n`)
    expect(decideColumns(state)[0]).toMatchObject({ misfits: 2, newLabels: ['blue'] })
    const next = { ...state, destination: { ...destination, newOptions: new Set([0]) } }
    expect(decideColumns(next)[0]).toMatchObject({ misfits: 0, newLabels: ['blue'] })
    expect(plannedColumns(next).columns[0]!.options.map(({ label }) => label)).toEqual([
      'green',
      'red',
      'blue',
    ])
    const other = remapColumn(next.destination, 0, null)
    expect(other).toMatchObject({ newOptions: new Set(), ways: new Map() })
  })

  it('is the one of which the file fills most fields', async () => {
    const state = await preview('name,age\nAda,36\n')
    const other = tableLike(await preview('title,year\nx,1\n'), 'other')
    const people = tableLike(state, 'people')
    expect(likeliestTable(state.profile, [other, people])?.name).toBe('people')
    expect(likeliestTable(state.profile, [])).toBeNull()
  })

  it('gives each field to one column only, and forgets a key that is no longer filled', async () => {
    const state = await preview('name,age\nAda,36\n')
    const table = tableLike(state, 'people')
    const [name, age] = table.fields.map(({ id }) => id) as [FieldId, FieldId]
    const start = intoTable(table, state.profile)
    if (start.kind !== 'existing') throw new Error('expected a table')
    const moved = remapColumn({ ...start, key: name }, 1, name)
    expect(moved).toMatchObject({ mapping: new Map([[1, name]]), key: name })
    expect(remapColumn({ ...start, key: age }, 1, null)).toMatchObject({
      mapping: new Map([[0, name]]),
      key: null,
    })
    const decisions = decideColumns({ ...state, destination: start })
    expect(possibleKeys(decisions).map((field) => field.name)).toEqual(['name', 'age'])
  })
})
