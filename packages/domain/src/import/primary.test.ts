import { describe, expect, it } from 'vitest'
import { planImport, shapeContext } from './plan.ts'
import { suggestPrimary } from './primary.ts'
import { TableProfiler } from './table-profile.ts'

function profileOf(text: string) {
  const context = shapeContext('en-US', 'UTC')
  const profiler = new TableProfiler({
    hasHeader: true,
    names: null,
    habits: { mark: '.', order: 'mdy' },
    context,
  })
  text.split('\n').forEach((line, at) => profiler.add(line.split(','), at + 1))
  return profiler.end()
}
const taken = (text: string) =>
  profileOf(text).columns.map((column) => ({ column, name: column.name, type: column.inference.choice.type }))

describe('suggestPrimary', () => {
  it('keeps a first column of text', () => {
    expect(suggestPrimary(taken('code,name\nA1,Ann\nB2,Ben'))).toMatchObject({ index: 0 })
    expect(suggestPrimary(taken('mail,name\na@b.cd,Ann\nc@d.ef,Ben'))).toMatchObject({ index: 0 })
  })

  it('prefers the first column of text to a number, and says so', () => {
    expect(suggestPrimary(taken('id,name,city\n1,Ann,Rome\n2,Ben,Oslo'))).toEqual({
      index: 1,
      reason: 'The first column of text; “id” before it is of the type Integer.',
    })
  })

  it('passes over text that is mostly empty or repeats itself', () => {
    expect(suggestPrimary(taken('id,note,name\n1,,Ann\n2,,Ben\n3,x,Cem'))).toMatchObject({ index: 2 })
    expect(suggestPrimary(taken('id,group,name\n1,a,Ann\n2,a,Ben\n3,a,Cem'))).toMatchObject({ index: 2 })
  })

  it('stays with the first column where no text tells records apart', () => {
    expect(suggestPrimary(taken('id,group\n1,a\n2,a\n3,a'))).toMatchObject({ index: 0 })
    expect(suggestPrimary([])).toBeNull()
  })
})

describe('planImport', () => {
  const profile = profileOf('id,name,city\n1,Ann,Rome\n2,Ben,Oslo')
  const names = (primary?: number) => {
    let no = 0
    const { fields, columns } = planImport(profile, {}, () => `f${no++}`, primary ?? null)
    expect(columns.map(({ field }) => field)).toEqual(fields.map(({ id }) => id))
    expect(columns.map(({ index }) => profile.columns[index]!.name)).toEqual(fields.map(({ name }) => name))
    return fields.map(({ name }) => name)
  }

  it('puts the field that names the records first, and leaves the others in their order', () => {
    expect(names()).toEqual(['name', 'id', 'city'])
    expect(names(2)).toEqual(['city', 'id', 'name'])
    expect(names(0)).toEqual(['id', 'name', 'city'])
  })

  it('follows the suggestion when the column that was asked for is left out', () => {
    const { fields } = planImport(profile, { 2: { isSkipped: true } }, () => 'f', 2)
    expect(fields.map(({ name }) => name)).toEqual(['name', 'id'])
  })
})
