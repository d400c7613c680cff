import {
  appError,
  type Backend,
  type CellValue,
  err,
  type Field,
  type FilterCondition,
  type MutationBatch,
  ok,
  type RecordId,
  type Table,
  type TableId,
  type WindowRequest,
} from '@plinth/domain'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { ImportReport } from './import-report.ts'
import { LinkedColumns } from './linked-columns.ts'
import type { RowChunk } from './row-chunks.ts'
import { SelfLinks } from './self-links.ts'

const name = { id: 'name', name: 'Name', type: 'text', options: {} } as Field
const code = { id: 'code', name: 'Code', type: 'text', options: {} } as Field
const after = { id: 'after', name: 'Comes after', type: 'link', options: { target: 'jobs' } } as Field
const jobs = {
  id: 'jobs' as TableId,
  name: 'Jobs',
  fields: [name, code, after],
  access: { create: 'all' },
} as unknown as Table

/** Records of Jobs as a server keeps them: a link goes to what is there, and none is the second of its kind in `taken`. */
function server(before: Record<string, Record<string, CellValue>> = {}) {
  const records = new Map(Object.entries(before))
  const links: Record<string, readonly string[]> = {}
  const taken = new Set<string>()
  const failures: 'busy'[] = []
  const rows = {
    window: async ({ query }: WindowRequest) => {
      const items = (query.filter?.items ?? []) as FilterCondition[]
      const found = [...records].filter(([, values]) =>
        items.some(({ field, value }) => String(values[field]).toUpperCase() === String(value).toUpperCase()),
      )
      return ok({ rows: found.map(([id, values]) => ({ id, ver: 1, values })) })
    },
    byId: async () => ok({ rows: [] }),
    apply: async ({ mutations }: MutationBatch) => {
      const failure = failures.shift()
      if (failure) return err(appError(failure))
      return ok(
        mutations.map((one) => {
          if (one.kind === 'insert') records.set(one.record, { ...one.values } as Record<string, CellValue>)
          if (one.kind !== 'update') return { id: one.id, status: 'ok' }
          const { link } = one.values[after.id] as { link: readonly string[] }
          const isTaken = link.some((id) => taken.has(id))
          if (!isTaken && records.has(one.record)) links[one.record] = link
          return isTaken
            ? { id: one.id, status: 'error', error: appError('link_taken') }
            : { id: one.id, status: 'ok' }
        }),
      )
    },
  } as unknown as Backend['rows']
  return { rows, records, links, taken, failures }
}

type Line = readonly [name: string, after: string]

const reasonOf = () => ({ column: 'Comes after', why: 'It is taken.' })

/** Imports lines in chunks of two, as the upload does. */
async function imported(
  lines: readonly Line[],
  { isMaking = false, at = server(), isByName = false, left = [] as readonly number[] } = {},
) {
  const lookup = { rows: at.rows, values: { locale: 'en-GB', timeZone: 'UTC' } }
  const report = new ImportReport()
  const key = isByName ? name : null
  const selfLinks = new SelfLinks({ table: jobs, key, lookup, report, reasonOf })
  const column = { field: after, place: 1, target: jobs, isMaking }
  const columns = new LinkedColumns([column], { table: jobs.id, keyPlace: isByName ? 0 : null }, lookup)
  for (let from = 0; from < lines.length; from += 2) {
    const some = lines.slice(from, from + 2)
    const rows = some.map(([label, cell], no) => [`row ${from + no}` as RecordId, label, cell] as const)
    const given: RowChunk = {
      chunk: from,
      rows,
      lines: rows.map((_, no) => from + no + 2),
      misfits: [],
      report: [],
    }
    const chunk = await columns.link(given)
    if (!chunk.ok) throw new Error(chunk.error.code)
    const stored = chunk.value.rows.filter((_, no) => !left.includes(from + no))
    expect(chunk.value.rows.every((row) => row.length === 2)).toBe(true)
    expect(chunk.value.report).toEqual([])
    for (const [id, label] of stored) {
      const met = isByName && [...at.records].find(([, values]) => values['name'] === label)
      if (!met) at.records.set(id, { name: label as string })
    }
    selfLinks.add(chunk.value.later?.filter(({ record }) => stored.some(([id]) => id === record)) ?? [])
  }
  const finish = async () => {
    for (let tries = 0; tries < 50; tries += 1) {
      const more = await selfLinks.linkSome()
      if (more.ok && !more.value) break
    }
    return (await new Blob([...report.toParts()]).text()).split('\r\n').slice(1, -1)
  }
  return { at, selfLinks, report, finish }
}

it('rows name one another, up and down the file, and nobody is made twice', async () => {
  const lines: Line[] = [['Zed 1', 'Zed 3'], ['Zed 2', 'Zed 1'], ['Zed 3', '"Zed 1", Zed 2'], ['Zed 4', '']] // biome-ignore format: one line
  for (const isMaking of [false, true]) {
    const { at, finish } = await imported(lines, { isMaking })
    expect(await finish()).toEqual([])
    expect(at.records.size).toBe(4)
    expect(at.links).toEqual({ 'row 0': ['row 2'], 'row 1': ['row 0'], 'row 2': ['row 0', 'row 1'] })
  }
})

it('whom nobody is called is made once where that is wanted, else told with its line', async () => {
  const lines: Line[] = [
    ['A', 'Gone'],
    ['B', 'Gone'],
    ['C', 'A'],
  ]
  const told = await imported(lines)
  expect(await told.finish()).toEqual([
    '2,Comes after,Gone,no record of “Jobs” is called “Gone”; nothing was linked',
    '3,Comes after,Gone,no record of “Jobs” is called “Gone”; nothing was linked',
  ])
  expect(told.at.links).toEqual({ 'row 2': ['row 0'] })
  const made = await imported(lines, { isMaking: true })
  expect(await made.finish()).toEqual([])
  expect([...made.at.records.values()].map((values) => values['name'])).toEqual(['A', 'B', 'C', 'Gone'])
})

it('of two rows of a name, or a row and a record, none is meant', async () => {
  const at = server({ stored: { name: 'C' } })
  const { finish } = await imported([['A', ''], ['A', ''], ['B', 'A'], ['C', 'B'], ['D', 'C']], { at }) // biome-ignore format: one line
  expect(await finish()).toEqual([
    '4,Comes after,A,several records of “Jobs” are called “A”; nothing was linked',
    '6,Comes after,C,several records of “Jobs” are called “C”; nothing was linked',
  ])
  expect(at.links).toEqual({ 'row 3': ['row 2'] })
})

it('a row that is met by its key links in its record, and is one with it', async () => {
  const at = server({ known: { name: 'A' } })
  const { finish } = await imported(
    [
      ['A', 'B'],
      ['B', 'A'],
    ],
    { at, isByName: true },
  )
  expect(await finish()).toEqual([])
  expect(at.links).toEqual({ known: ['row 1'], 'row 1': ['known'] })
})

it('what does not go through is told, what was left out is not told twice, and a failure is tried again', async () => {
  const at = server()
  at.taken.add('row 0')
  at.failures.push('busy')
  const { finish } = await imported(
    [
      ['A', ''],
      ['B', 'A'],
      ['C', 'B'],
      ['D', 'A'],
    ],
    { at, left: [3] },
  )
  expect(await finish()).toEqual(['3,Comes after,A,It is taken. The record was stored without it.'])
  expect(at.links).toEqual({ 'row 2': ['row 1'] })
})

it('an import that ends before tells what is not linked', async () => {
  const { report, selfLinks, finish, at } = await imported([
    ['A', ''],
    ['B', 'A'],
  ])
  selfLinks.giveUp()
  expect(report.count).toBe(1)
  expect(await finish()).toHaveLength(1)
  expect(at.links).toEqual({})
})

it('any file links each row to the rows that it names, whatever their order', async () => {
  const labels = Array.from({ length: 6 }, (_, no) => `Job ${no}`)
  const anyLines = fc.array(fc.uniqueArray(fc.nat(5), { maxLength: 3 }), { minLength: 6, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(anyLines, fc.boolean(), async (named, isMaking) => {
      const lines = named.map((numbers, no): Line => {
        return [labels[no]!, numbers.map((other) => labels[other]).join(', ')]
      })
      const { at, finish } = await imported(lines, { isMaking })
      expect(await finish()).toEqual([])
      expect(at.records.size).toBe(6)
      const wanted = named.flatMap((numbers, no) =>
        numbers.length > 0 ? [[`row ${no}`, numbers.map((other) => `row ${other}`)] as const] : [],
      )
      expect(at.links).toEqual(Object.fromEntries(wanted))
    }),
    { numRuns: 40 },
  )
})
