/**
 * What did not fit in an import: kept as it was written, for whoever imported it and for creators, and of both for those who read the
 * record and see the field. Some are asked for again after rights have come and gone.
 */
import { writable } from '../cells.ts'
import type { FieldModel, Person, TableModel, World } from '../model.ts'
import { isCreator, reaches, scopeOf, sees, seesField } from '../oracle.ts'
import { Prober } from '../prober.ts'
import { callOf } from '../wire.ts'
import { importRefusal } from './imports.ts'
import type { Surface } from './surface.ts'

interface Misfit {
  readonly no: number
  /** Of a record that may be gone. */
  readonly record: string
  readonly field: FieldModel
  /** As it was written. */
  readonly raw: string
}

interface Report {
  readonly id: string
  readonly table: TableModel
  readonly importer: Person
  readonly misfits: readonly Misfit[]
}

/** By worlds: reports that stay while rights, fields and records come and go. */
const kept = new WeakMap<World, Report[]>()

export const importReports: Surface = {
  name: 'reports of imports',
  writes: true,
  async probe(prober, table) {
    const list = kept.get(prober.world) ?? []
    kept.set(prober.world, list)
    const made = await makeReport(prober, table)
    if (made) {
      list.push(made)
      await judgeReport(prober, made)
    }
    if (list.length === 0) return
    const other = new Prober(prober.tools, prober.random.oneOf(prober.tools.identities), prober.surface)
    await judgeReport(other, prober.random.oneOf(list))
  },
}

const isThere = ({ table, importer }: Report, person: Person): boolean =>
  sees(table, person) && (person === importer || isCreator(table.base, person))

function isTold(report: Report, { record, field }: Misfit, person: Person): boolean {
  const { table } = report
  const stored = table.records.get(record)
  const isSeen = table.fields.includes(field) && seesField(table, field, person)
  // Of a record that is not there any more, or never was, those who read all.
  const reads = stored ? reaches(table, person, 'read', stored) : scopeOf(table, person, 'read') === 'all'
  return isThere(report, person) && isSeen && reads
}

/** An import without rows, and values that are said not to fit into records that are there, be these the importer's or not. */
async function makeReport(prober: Prober, table: TableModel): Promise<Report | null> {
  const { random, tools, person, stopped } = prober
  const id = random.uuid()
  const fields = random.some(writable(table), 1)
  const opening = { import: id, table: table.id, file_name: 'x.csv', mode: 'append', key: null }
  const begun = await prober.send(callOf('begin_import', { ...opening, fields: fields.map((one) => one.id) }))
  const place = { action: 'open an import for what does not fit', table }
  if (!prober.judgeAnswer(place, stopped ?? importRefusal(prober, table, fields, null), begun)) return null
  const misfits = random.some([...table.records.keys()], 3).map(
    (record, n): Misfit => ({
      no: n + 1,
      record,
      field: random.oneOf(table.fields),
      raw: tools.canaries.draw(random, 'v'),
    }),
  )
  const report: Report = { id, table, importer: person, misfits }
  for (const misfit of misfits)
    tools.canaries.mark(misfit.raw, 'what did not fit', (who) => isTold(report, misfit, who))
  const told = misfits.map(({ record, field, raw, no }) => ({ record, field: field.id, line: no, raw }))
  const stored = await prober.send(callOf('import_rows', { import: id, chunk: 0, rows: [], misfits: told }))
  prober.judgeAnswer({ action: 'say what does not fit', table }, null, stored)
  const ended = await prober.send(callOf('finish_import', { import: id }))
  prober.judgeAnswer({ action: 'finish an import of what does not fit', table }, null, ended)
  return report
}

async function judgeReport(prober: Prober, report: Report): Promise<void> {
  const { id, table, misfits } = report
  const { person, stopped } = prober
  const answer = await prober.send(callOf('import_misfits', { import: id, after: 0, take: 100 }))
  const place = { action: 'what did not fit in an import', table }
  const expected = stopped ?? (isThere(report, person) ? null : 'not_found')
  if (!prober.judgeAnswer(place, expected, answer)) return
  const shown = answer.data as readonly { readonly raw: string }[]
  prober.judgeIds(place, {
    all: misfits.map(({ raw }) => raw),
    expected: misfits.filter((misfit) => isTold(report, misfit, person)).map(({ raw }) => raw),
    got: shown.map(({ raw }) => raw),
  })
}
