import { type FieldId, planImport, type Table, type TableId, uuidV7 } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { intoTable, likeliestTable, remapColumn } from './destinations.ts'
import { noChoices } from './file-format.ts'
import { profileFile } from './file-reader.ts'
import type { PreviewState } from './import-state.ts'
import { decideColumns, possibleKeys, tableNameProblem, whatIsMissing } from './preview-plan.ts'

const context = { locale: 'en-US', timeZone: 'UTC' }

async function preview(text: string): Promise<PreviewState> {
  const file = new File([text], 'a.csv')
  const result = await profileFile({ file, name: file.name, choices: noChoices, context })
  if (!result.ok) throw new Error(result.error.message)
  const destination = { kind: 'new', name: 'A' } as const
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
    expect(ask({ destination: { kind: 'new', name: ' ' } })).toBe('The table needs a name.')
    expect(ask({}, { role: 'editor', tables: [] })).toContain('Your role cannot make tables')
    expect(tableNameProblem('cities', [tableLike(state, 'Cities')])).toContain('already')
  })

  it('do not count a skipped column when names are compared', async () => {
    const state = await preview('name,age\nAda,36\n')
    const next = { ...state, overrides: { 0: { isSkipped: true }, 1: { name: 'name' } } }
    expect(whatIsMissing(next, decideColumns(next), creator)).toBeNull()
  })
})

describe('an existing table as destination', () => {
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
