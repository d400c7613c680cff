import type { Field, FieldId, Table, TableId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import {
  countedWords,
  linkNote,
  linkSentence,
  ownLinkSentence,
  pairAfterDeletion,
  tablesAlong,
  unfitWords,
} from '../../lib/link-words.ts'
import {
  acceptedFields,
  acceptsOf,
  emptyLink,
  limitsProblem,
  linkDefinition,
  linkDraftOf,
  linkOptions,
  linkProblem,
  pairName,
  readLimit,
} from './link-draft.ts'

const tableOf = (id: string, name: string, fields: readonly Partial<Field>[]): Table =>
  ({ id: id as TableId, name, fields }) as unknown as Table
const linked = (id: string, name: string, ...links: Field['options'][]) =>
  tableOf(
    id,
    name,
    links.map((options) => ({ type: 'link', options })),
  )
const films = tableOf('films', 'Films', [
  {
    id: 'studio' as FieldId,
    name: 'Studio',
    options: { target: 'studios' as TableId, pair: 'made' as FieldId },
  },
])
const studios = tableOf('studios', 'Studios', [
  { id: 'name' as FieldId, name: 'Name', options: {} },
  { id: 'made' as FieldId, name: 'films', options: {} },
])
const tables = [films, studios]
const toStudios = { ...emptyLink, target: studios.id }

describe('a link being made', () => {
  it('asks for a table first, then for a name that is free there', () => {
    expect(linkProblem(emptyLink, films, 'Studio', tables)?.place).toBe('target')
    expect(linkProblem(toStudios, films, 'Studio', tables)).toBeNull()
    const named = { ...toStudios, pair: { ...toStudios.pair, name: 'NAME ' } }
    expect(linkProblem(named, films, 'Studio', tables)?.place).toBe('pair')
    expect(
      linkProblem({ ...named, pair: { ...named.pair, isMade: false } }, films, 'Studio', tables),
    ).toBeNull()
  })

  it('calls the other side like its own table, with a number where that is taken', () => {
    expect(pairName(toStudios, films, 'Studio', tables)).toBe('Films 2')
    expect(pairName({ ...toStudios, target: films.id }, films, 'Films', tables)).toBe('Films 2')
  })

  it('minds that both fields of one table need names of their own', () => {
    const own = { ...emptyLink, target: films.id, pair: { isMade: true, name: 'Sequel', single: false } }
    expect(linkProblem(own, films, 'sequel', tables)?.place).toBe('pair')
  })

  it('is sent with the other side, and with nothing that is as it is anyway', () => {
    const named = { id: 'f' as FieldId, name: 'Studio', pairId: 'p' as FieldId, pairName: ' Films ' }
    expect(linkDefinition({ ...toStudios, single: true }, named)).toEqual({
      id: 'f',
      name: 'Studio',
      type: 'link',
      options: { target: 'studios', single: true, pair: { id: 'p', name: 'Films' } },
    })
    const alone = { ...toStudios, onDelete: 'refuse' as const, pair: { ...toStudios.pair, isMade: false } }
    expect(linkDefinition(alone, named).options).toEqual({ target: 'studios', onDelete: 'refuse' })
  })

  it('keeps the target and the other side when it is changed', () => {
    const options = { target: studios.id, pair: 'made' as FieldId, single: true as const }
    const draft = { ...linkDraftOf({ options }), single: false }
    expect(linkOptions(draft, options)).toEqual({ target: 'studios', pair: 'made' })
  })
})

describe('what goes with a deleted record', () => {
  it('is sent only where it is said', () => {
    const draft = { ...toStudios, onDelete: 'delete' as const, takesAlong: true }
    expect(linkOptions(draft, { target: studios.id })).toEqual({
      target: 'studios',
      onDelete: 'delete',
      takesAlong: true,
    })
    expect(linkDraftOf({ options: { target: studios.id, takesAlong: true } })).toMatchObject({
      onDelete: 'unlink',
      takesAlong: true,
    })
  })

  const scenes = linked('scenes', 'Scenes', { target: films.id, onDelete: 'delete' })
  const takes = linked('takes', 'Takes', { target: scenes.id, onDelete: 'delete' })
  const posters = linked('posters', 'Posters', { target: films.id, onDelete: 'refuse' })
  const all = [films, scenes, takes, posters]

  it('is of the tables that say so, and of those behind them', () => {
    expect(tablesAlong(films, all)).toEqual([scenes, takes])
    expect(tablesAlong(takes, all)).toEqual([])
    expect(tablesAlong(posters, all)).toEqual([])
  })

  it('is of the table itself only in a ring', () => {
    const ring = linked('films', 'Films', { target: scenes.id, takesAlong: true })
    expect(tablesAlong(scenes, [ring, scenes, takes])).toEqual([takes])
    const whole = linked('films', 'Films', { target: films.id, takesAlong: true })
    expect(tablesAlong(whole, [whole])).toEqual([whole])
    const back = linked('scenes', 'Scenes', { target: films.id, takesAlong: true, onDelete: 'delete' })
    expect(tablesAlong(back, [films, back])).toEqual([films, back])
  })

  it('is counted in words, of tables that are known', () => {
    const along = [
      { table: scenes.id, count: 1_200 },
      { table: takes.id, count: 1 },
      { table: 'gone' as TableId, count: 5 },
    ]
    expect(countedWords(along, all)).toBe('1,200 records of “Scenes” and 1 record of “Takes”')
    expect(countedWords([], all)).toBeNull()
  })
})

describe('what a link means', () => {
  it('is said both ways', () => {
    const sides = { table: 'Films', target: 'Studios', single: true }
    expect(linkSentence({ ...sides, pairSingle: false })).toBe(
      'Each record of “Films” has one record of “Studios” at most. Each record of “Studios” has any number of records of “Films”.',
    )
    expect(linkSentence({ ...sides, pairSingle: null })).toBe(
      'Each record of “Films” has one record of “Studios” at most. “Studios” does not show it.',
    )
  })

  it('names both fields where they are of one table', () => {
    expect(ownLinkSentence('“Parent”', true, { field: '“Children”', single: false })).toBe(
      'Each record has one record at most in “Parent”, and any number of records in “Children”, where the same links are seen from the other side.',
    )
    expect(ownLinkSentence('“Parent”', false, null)).toBe(
      'Each record has any number of records in “Parent”. The other side does not show it.',
    )
  })

  it('names the other side only where it is to be seen', () => {
    const [field] = films.fields
    expect(linkNote(field!, tables)).toContain('“films”')
    expect(linkNote(field!, [films])).toBe('Links records of a table that you may not read.')
    expect(pairAfterDeletion(field!, tables)).toBe('“films” of “Studios” keeps the links.')
    expect(pairAfterDeletion(field!, [films])).toBeNull()
  })
})

const fieldOf = (id: string, type: string, more: object = {}) =>
  ({ id, name: id, type, options: {}, ...more }) as unknown as Field

describe('what may be linked', () => {
  const rated = tableOf('rated', 'Rated', [
    fieldOf('Stars', 'integer'),
    fieldOf('Secret', 'integer', { hidden: true }),
    fieldOf('Sum', 'integer', { rollup: {} }),
    fieldOf('Films', 'link'),
    fieldOf('Half', 'number', { formula: { call: '/', args: [{ field: 'Sum' }, { number: 2 }] } }),
    fieldOf('Age', 'integer', { onRead: true, formula: { call: 'today', args: [] } }),
    fieldOf('Twice', 'integer', { formula: { call: '*', args: [{ field: 'Stars' }, { number: 2 }] } }),
  ])
  const draft = { ...emptyLink, target: rated.id }
  const read = (accepts: string | null) => acceptsOf({ accepts }, rated)

  it('is a whole number of records from 2 on, and none of a cell for one', () => {
    for (const limit of ['2', ' 7 ', '1000']) expect(readLimit({ limit, single: false })).toBe(Number(limit))
    for (const limit of ['1', '0', '-3', '2.5', '1001', 'x', '1e3']) {
      expect(readLimit({ limit, single: false })).toBeUndefined()
      expect(limitsProblem({ ...draft, limit }, [rated])?.place).toBe('limit')
    }
    expect(readLimit({ limit: '', single: false })).toBeNull()
    expect(readLimit({ limit: '1', single: true })).toBeNull()
  })

  it('is sent as an option, and taken back by an empty number', () => {
    expect(linkOptions({ ...draft, limit: '3' }, { target: rated.id })).toEqual({ target: 'rated', limit: 3 })
    const options = { target: rated.id, limit: 3 }
    expect(linkDraftOf({ options }).limit).toBe('3')
    expect(linkOptions({ ...draft, limit: '' }, options)).toEqual({ target: 'rated' })
    expect(linkOptions({ ...draft, limit: '3', single: true }, options)).toEqual({
      target: 'rated',
      single: true,
    })
  })

  it('is a condition of fields that everybody sees, as its tree; of one that nobody touched nothing is said', () => {
    expect(acceptedFields(rated).map(({ name }) => name)).toEqual(['Stars', 'Twice'])
    expect(read('{Stars} > 2')).toEqual({ accepts: { call: '>', args: [{ field: 'Stars' }, { number: 2 }] } })
    expect(read('')).toEqual({ accepts: null })
    expect(read(null)).toEqual({})
    for (const accepts of ['{Stars}', '{Secret} > 2', '{Sum} > 2', 'today() = today()', '{Stars} >']) {
      expect(limitsProblem({ ...draft, accepts }, [rated])?.place).toBe('accepts')
    }
    expect(limitsProblem({ ...draft, accepts: '{Stars} > 2' }, [rated])).toBeNull()
    expect(limitsProblem(draft, [rated])).toBeNull()
  })

  const textOf = (accepts: string) => limitsProblem({ ...draft, accepts }, [rated])?.text

  it('tells why a condition cannot look at a field that is there', () => {
    expect(textOf('{Twice} > 2')).toBeUndefined()
    const ofLinks = 'it is computed from linked records, and the new link might change it.'
    expect(textOf('{sum} > 2')).toBe(`This condition cannot look at “Sum”: ${ofLinks}`)
    expect(textOf('{Half} > 2')).toContain(ofLinks)
    expect(textOf('{Secret} > 2')).toContain('some roles do not see it.')
    expect(textOf('is_filled({Films})')).toContain('it links records, and the new link might change it.')
    expect(textOf('{Age} > 2')).toContain('it is computed when it is read, for whoever reads it.')
    expect(textOf('{Gone} > 2')).toContain('There is no field “Gone”.')
  })

  it('says what of the links that are there does not fit', () => {
    expect(unfitWords({ over: 0, refused: 0 })).toBeNull()
    expect(unfitWords({ over: 1, refused: 0 })).toBe(
      '1 record links more than that. What is linked stays; this holds for new links.',
    )
    expect(unfitWords({ over: 2, refused: 1200 })).toContain(
      '2 records link more than that, and 1,200 links are with records for which it is not true.',
    )
  })
})
