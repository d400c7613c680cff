/** Deletions that the server works off: how many are selected counts what is in reach alone, and each record is refused as singly. */
import { judgeStored } from '../effects.ts'
import type { RecordModel, TableModel } from '../model.ts'
import { refusalOf, scopeOf, sees } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { callOf } from '../wire.ts'
import { visible } from './asking.ts'
import type { Surface } from './surface.ts'

interface Step {
  readonly done: number
  readonly errors: readonly { readonly record: string; readonly error: { readonly code: string } }[]
}

export const bulks: Surface = {
  name: 'bulks',
  writes: true,
  async probe(prober, table) {
    const { random } = prober
    const seen = visible(prober, table)
    const chosen = random.some(seen, 1 + random.upTo(3))
    const meant = new Set(chosen.map(({ id }) => id))
    const minus = [...table.records.keys()].filter((id) => !meant.has(id))
    // Whoever guesses what is out of reach learns nothing by it.
    const isGuess = random.chance(0.3)
    const bulk = random.uuid()
    const selection = { from: null, to: null, minus: isGuess ? [] : minus }
    const count = isGuess ? table.records.size : chosen.length
    const request = { bulk, query: { table: table.id, sorts: [] }, selection, change: { kind: 'delete' } }
    const answer = await prober.send(callOf('begin_bulk', { ...request, count, slack: 0 }))
    const isOther = isGuess && count !== seen.length
    const expected = refusalOfBegin(prober, table) ?? (isOther ? 'selection_changed' : null)
    const began = prober.judgeAnswer({ action: 'begin a bulk', table }, expected, answer)
    if (!began || isGuess) return
    await judgeDeletion(prober, table, bulk, chosen)
  },
}

function refusalOfBegin({ stopped, person }: Prober, table: TableModel): string | null {
  if (stopped !== null) return stopped
  if (!sees(table, person)) return 'not_found'
  return scopeOf(table, person, 'delete') === 'none' ? 'read_only' : null
}

async function judgeDeletion(
  prober: Prober,
  table: TableModel,
  bulk: string,
  chosen: readonly RecordModel[],
): Promise<void> {
  const answer = await prober.send(callOf('bulk_step', { bulk, pass: 0, part: 0 }))
  const place = { action: 'a bulk that deletes', table }
  if (!prober.judgeAnswer(place, null, answer)) return
  const { done, errors } = answer.data as Step
  const told = new Map(errors.map(({ record, error }) => [record, error.code]))
  const refusals = chosen.map((record) => refusalOf(table, prober.person, 'delete', record))
  for (const [n, record] of chosen.entries()) {
    prober.judgeOutcome({ ...place, record }, refusals[n] ?? null, told.get(record.id) ?? null)
    if (refusals[n] === null) table.records.delete(record.id)
  }
  prober.judgeNumber(place, refusals.filter((code) => code === null).length, done)
  await judgeStored(prober, table, 'a bulk that deletes')
}
