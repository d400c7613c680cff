/** How the calls that read are asked, and with what refusal they must answer. */
import type { FieldModel, TableModel } from '../model.ts'
import { reached, sees, seesField } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { type Answer, callOf } from '../wire.ts'

export const visible = (prober: Prober, table: TableModel) => reached(table, prober.person, 'read')
/** A field that is hidden from somebody is for them like one that is not there. */
function expectedCode(prober: Prober, table: TableModel, named: readonly FieldModel[]): string | null {
  const { person, stopped } = prober
  if (stopped !== null) return stopped
  if (!sees(table, person)) return 'not_found'
  return named.every((field) => seesField(table, field, person)) ? null : 'invalid_input'
}

/** Mostly one that this person sees. */
export function aField(prober: Prober, table: TableModel, fits: (field: FieldModel) => boolean): FieldModel {
  const { random, person } = prober
  const all = table.fields.filter(fits)
  const seen = all.filter((field) => seesField(table, field, person))
  return random.oneOf(seen.length > 0 && random.chance(0.8) ? seen : all)
}

/** Calls; null when it was refused, as it must be or not. */
export async function ask(
  prober: Prober,
  table: TableModel,
  name: string,
  args: object,
  named: readonly FieldModel[] = [],
): Promise<Answer | null> {
  const answer = await prober.send(callOf(name, { ...args }))
  const place = { action: name, table }
  return prober.judgeAnswer(place, expectedCode(prober, table, named), answer) ? answer : null
}
