import {
  type Backend,
  type Field,
  type FilterCondition,
  isLinks,
  type MutationBatch,
  type OptionId,
  ok,
  type RecordId,
  type Row,
  type Table,
  type TableId,
  type WindowRequest,
} from '@plinth/domain'
import { linksTo } from '@plinth/record-store'
import { describe, expect, it } from 'vitest'
import { describeError } from '../../../lib/describe-error.ts'
import { labelFieldsOf } from '../../../lib/label-field.ts'
import { ComingNames } from '../../../lib/records-named.ts'
import {
  type CellChanges,
  type ChangeScope,
  changesOf,
  comingNames,
  type IncomingCell,
  missingNames,
} from '../grid/pasted-values.ts'
import { fieldOf, rowOf } from '../grid/testing.ts'
import { withLinks } from './pasted-links.ts'

const title = fieldOf('title', 'text')
const number = { ...fieldOf('number', 'integer'), rules: { unique: true } }
const films = {
  id: 'films' as TableId,
  name: 'Films',
  fields: [title, number, fieldOf('year', 'integer')],
  access: { create: 'all' },
} as unknown as Table
const cast = fieldOf('cast', 'link', { target: films.id })
const other = fieldOf('other', 'link', { target: films.id })
const values = { locale: 'en-US', timeZone: 'UTC', labelFieldOf: labelFieldsOf([films]) }
const idOf = (no: number) => `00000000-0000-7000-8000-00000000000${no}` as RecordId
const stored = ['Heat', 'heat', 'Ronin', 'Twin', 'Twin', 'Cid, Jr.'].map((name, no): Row => {
  return { id: idOf(no), ver: 1, values: { [title.id]: name, [number.id]: 100 + no } }
})

const holds = (row: Row) => (item: FilterCondition) =>
  String(row.values[item.field]).toUpperCase() === String(item.value).toUpperCase()

/** Answers as the database does: without regard to case. */
function lookup() {
  const requests: WindowRequest[] = []
  const made: unknown[] = []
  const rows = {
    window: async (request: WindowRequest) => {
      requests.push(request)
      const items = (request.query.filter?.items ?? []) as FilterCondition[]
      const found = stored.filter((row) => items.some(holds(row)))
      return ok({ rows: found, firstKey: null, lastKey: null, atSeq: '1', atEnd: true })
    },
    byId: async (_query: unknown, ids: readonly RecordId[]) => {
      return ok({ rows: stored.filter(({ id }) => ids.includes(id)), atSeq: '1' })
    },
    apply: async ({ mutations }: MutationBatch) => {
      made.push(...mutations)
      return ok(mutations.map(({ id }) => ({ id, status: 'ok' })))
    },
  } as unknown as Backend['rows']
  return { requests, made, rows, values, tableOf: (id: TableId) => (id === films.id ? films : undefined) }
}
const cell = (text: string, field = cast): IncomingCell => ({
  target: rowOf('a'),
  field,
  incoming: { text },
  place: 0,
})
async function judged(cells: readonly IncomingCell[], scope = lookup()) {
  const found = await withLinks(cells, scope)
  if (!found.ok) throw new Error(found.error.code)
  return changesOf(found.value, { values, isFixed: () => false })
}

describe('names pasted into links', () => {
  it('become the records that are called exactly so, asked for once', async () => {
    const scope = lookup()
    const { edits, refused } = await judged([cell('Heat, Ronin'), cell('Heat', other)], scope)
    expect(refused).toEqual([])
    expect(edits[0]?.values[cast.id]).toEqual(
      linksTo([
        [stored[0]!.id, 'Heat'],
        [stored[2]!.id, 'Ronin'],
      ]),
    )
    expect(isLinks(edits[0]?.values[other.id] as never)).toBe(true)
    expect(scope.requests).toHaveLength(1)
  })

  it('are refused where no record or more than one is called so, and nothing is made', async () => {
    const { edits, refused } = await judged([cell('Solaris'), cell('Twin', other)])
    expect(edits).toEqual([])
    expect(refused.map(({ error }) => describeError(error).text)).toEqual([
      'No record of “Films” is called “Solaris”.',
      'Several records of “Films” are called “Twin”. Choose one from the list.',
    ])
  })

  it('are all told where several of one cell are refused', async () => {
    const { refused } = await judged([cell('Solaris, Heat, Twin, Stalker, Solaris')])
    expect(refused.map(({ error }) => error.message)).toEqual([
      'No record of “Films” is called “Solaris” or “Stalker”. Several records of “Films” are called “Twin”. Choose one from the list.',
    ])
  })

  it('mean the one record that is called so but for case, where none is called exactly so', async () => {
    const { edits, refused } = await judged([cell('RONIN, cid, jr.'), cell('cid, JR.', other)])
    expect(edits[0]?.values[other.id]).toEqual(linksTo([[idOf(5), 'Cid, Jr.']]))
    expect(refused.map(({ error }) => error.message)).toEqual([
      'No record of “Films” is called “cid” or “jr.”.',
    ])
    const { edits: exact } = await judged([cell('heat, ronin')])
    expect(exact[0]?.values[cast.id]).toEqual(
      linksTo([
        [idOf(1), 'heat'],
        [idOf(2), 'Ronin'],
      ]),
    )
    const several = await judged([cell('HEAT')])
    expect(several.refused[0]?.error.message).toContain('Several records of “Films” are called “HEAT”.')
  })

  it('are made once where they differ in case alone', async () => {
    const scope = lookup()
    const given = [cell('Solaris'), cell('SOLARIS', other)]
    const before = await withLinks(given, scope)
    expect(before.ok && missingNames(before.value).map(({ name }) => name)).toEqual(['Solaris'])
    const found = await withLinks(given, scope, { isMaking: true })
    expect(scope.made).toHaveLength(1)
    const { edits } = changesOf(found.ok ? found.value : [], { values, isFixed: () => false })
    expect(edits[0]?.values[other.id]).toEqual(edits[0]?.values[cast.id])
  })

  it('may be keys of theirs: values that stand once, or their ids', async () => {
    const { edits, refused } = await judged([cell(`102, Heat, ${idOf(3).toUpperCase()}, 103`)])
    expect(refused).toEqual([])
    expect(edits[0]?.values[cast.id]).toEqual(
      linksTo([
        [idOf(2), 'Ronin'],
        [idOf(0), 'Heat'],
        [idOf(3), 'Twin'],
        [idOf(3), 'Twin'],
      ]),
    )
    // A year is no key.
    expect((await judged([cell('1995')])).refused).toHaveLength(1)
  })

  it('may hold commas: a text is a list only where no record is called as all of it', async () => {
    const cid = linksTo([[idOf(5), 'Cid, Jr.']])
    for (const text of ['Cid, Jr.', ' Cid, Jr. ', '"Cid, Jr."']) {
      const { edits, refused } = await judged([cell(text)])
      expect(refused).toEqual([])
      expect(edits[0]?.values[cast.id]).toEqual(cid)
    }
    const listed = await judged([cell('Heat, "Cid, Jr."')])
    expect(listed.edits[0]?.values[cast.id]).toMatchObject({ count: 2 })
  })

  it('are a list for certain where they come from a cell of options', async () => {
    const options = ['Cid', 'Jr.'].map((label) => ({ id: label as OptionId, label, hue: 'teal' as const }))
    const from = fieldOf('tags', 'multi_select', { options })
    const incoming = { value: options.map(({ id }) => id), from }
    const { refused } = await judged([{ target: rowOf('a'), field: cast, incoming, place: 0 }])
    expect(refused[0]?.error.message).toBe('No record of “Films” is called “Cid” or “Jr.”.')
  })

  it('are made where that is wanted, each once, and nothing of what several are called', async () => {
    const scope = lookup()
    const given = [cell('Solaris, Heat'), cell('Solaris, Stalker'), cell('Twin, Mirror', other)]
    const before = await withLinks(given, scope)
    const missing = before.ok ? missingNames(before.value) : []
    expect(missing.map(({ target, name }) => `${name} in ${target.name}`)).toEqual([
      'Solaris in Films',
      'Stalker in Films',
    ])
    const found = await withLinks(given, scope, { isMaking: true })
    const cells = found.ok ? found.value : []
    expect(scope.made).toMatchObject([
      { kind: 'insert', table: films.id, values: { [title.id]: 'Solaris' } },
      { values: { [title.id]: 'Stalker' } },
    ])
    expect(scope.made).toHaveLength(2)
    const { refused, edits } = changesOf(cells, { values, isFixed: () => false })
    expect(refused.map(({ text }) => text)).toEqual(['Twin, Mirror'])
    expect(edits[0]?.values[cast.id]).toMatchObject({ count: 2 })
  })

  it('are made by nobody who may not make records there', async () => {
    const closed = { ...films, access: { create: 'none' } } as unknown as Table
    const scope = { ...lookup(), tableOf: () => closed }
    const found = await withLinks([cell('Solaris')], scope, { isMaking: true })
    expect(scope.made).toEqual([])
    expect(found.ok && missingNames(found.value)).toEqual([])
  })

  it('empty the cell where there are none', async () => {
    const { edits } = await judged([cell('')])
    expect(edits[0]?.values[cast.id]).toBeNull()
  })

  it('of another field of the same table are records already', async () => {
    const scope = lookup()
    const value = linksTo([[stored[2]!.id, 'Ronin']])
    const incoming = { value, from: other }
    const { edits } = await judged([{ target: rowOf('a'), field: cast, incoming, place: 0 }], scope)
    expect(edits[0]?.values[cast.id]).toEqual(value)
    expect(scope.requests).toEqual([])
  })
})

const named = (target: IncomingCell['target'], text: string): IncomingCell => {
  return { target, field: title, incoming: { text }, place: 0 }
}

describe('names of rows of the same paste', () => {
  const tie = fieldOf('tie', 'link', { target: films.id })
  const ids = [idOf(7), idOf(8), idOf(9)]
  const tied = (target: IncomingCell['target'], text: string): IncomingCell => {
    return { target, field: tie, incoming: { text }, place: 0 }
  }
  const storedRow = (no: number) => ({ ...rowOf('', stored[no]!.values), id: idOf(no) })
  const linkedBy = async (cells: readonly IncomingCell[]) => {
    const names = comingNames(cells, { first: title, ids }, { values, isFixed: () => false })
    const scope = { ...lookup(), coming: new ComingNames(films.id, names) }
    const found = await withLinks(cells, scope)
    const missing = found.ok ? missingNames(found.value) : []
    return { missing, scope, ...changesOf(found.ok ? found.value : [], { values, isFixed: () => false }) }
  }

  it('count as those of stored records, before and after the row that names them', async () => {
    const cells = [named(0, 'Job 01'), tied(0, 'Job 02'), named(1, 'Job 02'), tied(1, 'Job 01, Heat')]
    const { added, refused, missing } = await linkedBy(cells)
    expect([refused, missing]).toEqual([[], []])
    expect(added.map((values) => values[tie.id])).toEqual([
      linksTo([[idOf(8), 'Job 02']]),
      linksTo([
        [idOf(7), 'Job 01'],
        [idOf(0), 'Heat'],
      ]),
    ])
  })

  it('are refused where two of them, or one and a stored record, are called the same', async () => {
    const cells = [named(0, 'Job'), named(1, 'Job'), named(2, 'Ronin'), tied(0, 'Job'), tied(1, 'Ronin')]
    const { refused, missing } = await linkedBy(cells)
    expect(refused.map(({ error }) => error.message)).toEqual([
      'Several records of “Films” are called “Job”. Choose one from the list.',
      'Several records of “Films” are called “Ronin”. Choose one from the list.',
    ])
    expect(missing).toEqual([])
  })

  it('mean a row of the paste that differs in case alone, where there is one', async () => {
    const { added, refused } = await linkedBy([named(0, 'Job 01'), tied(1, 'JOB 01')])
    expect(refused).toEqual([])
    expect(added[1]?.[tie.id]).toEqual(linksTo([[idOf(7), 'Job 01']]))
  })

  it('are those that the rows have then, where they had others', async () => {
    const cells = [
      named(storedRow(0), 'Casino'),
      tied(0, 'Casino'),
      named(storedRow(3), 'One'),
      tied(1, 'Twin'),
    ]
    const { added, refused } = await linkedBy(cells)
    expect(refused).toEqual([])
    expect(added.map((values) => values[tie.id])).toEqual([
      linksTo([[idOf(0), 'Casino']]),
      linksTo([[idOf(4), 'Twin']]),
    ])
    expect((await linkedBy([named(storedRow(2), 'Casino'), tied(0, 'Ronin')])).missing).toHaveLength(1)
  })

  it('are none of another table, nor such as are refused', async () => {
    const cells = [named(0, 'Job'), tied(1, 'Job')]
    const names = comingNames(cells, { first: title, ids }, { values, isFixed: () => true })
    expect(names.size).toBe(0)
    const coming = new ComingNames('others' as TableId, new Map([[idOf(7), 'Job']]))
    const found = await withLinks(cells, { ...lookup(), coming })
    expect(found.ok && missingNames(found.value)).toHaveLength(1)
  })
})

const at = (place: number, text: string, now: IncomingCell['target'] = rowOf(`r${place}`)): IncomingCell => {
  return { target: now, field: cast, incoming: { text }, place }
}
const judgedOnce = async (cells: readonly IncomingCell[], more: Partial<ChangeScope> = {}) => {
  const found = await withLinks(cells, lookup())
  const scope = { values, isFixed: () => false, isLinkedOnce: () => true, ...more }
  return changesOf(found.ok ? found.value : [], scope)
}
const linkedIn = ({ edits, added }: CellChanges) => [...edits.map(({ record }) => record), ...added.keys()]

describe('records that can be linked once only', () => {
  it('go to the first row that names them, and the others are told which', async () => {
    const changes = await judgedOnce([at(0, 'Heat'), at(1, 'Ronin'), at(2, 'Ronin, Heat'), at(3, '100', 0)])
    expect(linkedIn(changes)).toEqual(['r0', 'r1'])
    expect(changes.refused.map(({ row, error }) => [row, error.code, describeError(error).text])).toEqual([
      [2, 'link_taken', '“Ronin” can be linked once only, and the same change links it in row 2.'],
      [3, 'link_taken', '“Heat” can be linked once only, and the same change links it in row 1.'],
    ])
  })

  it('stay in the row that has them already', async () => {
    const holding = rowOf('holding', { [cast.id]: linksTo([[idOf(0), 'Heat']]) })
    const changes = await judgedOnce([at(0, 'Heat'), at(1, 'Heat', holding)])
    expect(linkedIn(changes)).toEqual(['holding'])
    expect(changes.refused[0]?.error.message).toContain('links it in row 2')
  })

  it('are not taken by a cell that stays as it is', async () => {
    const changes = await judgedOnce([at(0, 'Heat'), at(1, 'Heat')], { isFixed: (row) => row?.id === 'r0' })
    expect(linkedIn(changes)).toEqual(['r1'])
  })

  it('are judged by their own field alone, and not where many may link them', async () => {
    const isLinkedOnce = (field: Field) => field.id === other.id
    const cells = [at(0, 'Heat'), at(1, 'Heat'), { ...at(1, 'Heat'), field: other }]
    expect((await judgedOnce(cells, { isLinkedOnce })).refused).toEqual([])
  })
})

describe('a cell of links', () => {
  const single = fieldOf('cast', 'link', { target: films.id, single: true })

  it('reads one name where it holds one record, whatever commas that has', async () => {
    for (const text of ['Cid, Jr.', '"Cid, Jr."']) {
      const { edits } = await judged([cell(text, single)])
      expect(edits[0]?.values[cast.id]).toEqual(linksTo([[idOf(5), 'Cid, Jr.']]))
    }
    const found = await withLinks([cell('Heat, Ronin', single)], lookup())
    expect(found.ok && missingNames(found.value).map(({ name }) => name)).toEqual(['Heat, Ronin'])
  })

  it('takes one record where it holds one', async () => {
    const value = linksTo([
      [idOf(0), 'Heat'],
      [idOf(2), 'Ronin'],
    ])
    const incoming = { value, from: other }
    const { refused } = await judged([{ target: rowOf('a'), field: single, incoming, place: 0 }])
    expect(refused[0]?.error.hint).toBe('This field links one record at most.')
  })

  it('is not overwritten with more records than are told', async () => {
    const target = rowOf('a', { [cast.id]: { count: 21, items: [] } })
    const { refused, edits } = await judged([{ target, field: cast, incoming: { value: null }, place: 0 }])
    expect([edits.length, refused.length]).toEqual([0, 1])
  })
})
