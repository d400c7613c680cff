import type { CellValue, FieldId } from '@plinth/domain'
import { evaluate } from '../evaluate/evaluate.ts'
import { contextOf, type Situation } from '../evaluate/evaluation-context.ts'
import { parseExpression } from '../expression.ts'
import type { Value } from '../values/value.ts'
import { samplePeople } from './records.ts'
import { sampleFields as fields } from './sample-fields.ts'

/** Somebody in Berlin on a Friday in summer. */
export const sampleSituation: Situation = {
  now: Date.parse('2024-07-05T22:30:00.250Z'),
  timeZone: 'Europe/Berlin',
  me: samplePeople[0]!,
  role: 'editor',
  roles: ['editor', 'Reviewer'],
}

/** The value of a text for cells by the names of the sample fields; throws when the text has a problem. */
export function valueOfText(
  text: string,
  cells: Readonly<Record<string, CellValue>> = {},
  situation: Partial<Situation> = {},
): Value {
  const parsed = parseExpression(text, { fields, isFormula: true })
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error[0]!.message}`)
  const byId: Record<FieldId, CellValue> = {}
  for (const field of fields) byId[field.id] = cells[field.name] ?? null
  return evaluate(parsed.value, contextOf(fields, byId, { ...sampleSituation, ...situation }))
}
