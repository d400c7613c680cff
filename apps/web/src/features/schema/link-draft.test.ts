import type { Field, FieldId, Table, TableId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { linkNote, linkSentence, pairAfterDeletion } from '../../lib/link-words.ts'
import { emptyLink, linkDefinition, linkDraftOf, linkOptions, linkProblem, pairName } from './link-draft.ts'

const tableOf = (id: string, name: string, fields: readonly Partial<Field>[]): Table =>
  ({ id: id as TableId, name, fields }) as unknown as Table
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

  it('names the other side only where it is to be seen', () => {
    const [field] = films.fields
    expect(linkNote(field!, tables)).toContain('“films”')
    expect(linkNote(field!, [films])).toBe('Links records of a table that you may not read.')
    expect(pairAfterDeletion(field!, tables)).toBe('“films” of “Studios” keeps the links.')
    expect(pairAfterDeletion(field!, [films])).toBeNull()
  })
})
