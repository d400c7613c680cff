/** Random records and situations. */
import type { Attachment, AttachmentId, CellValue, FieldId, OptionId, UserId } from '@plinth/domain'
import * as fc from 'fast-check'
import type { Situation } from '../evaluate/evaluation-context.ts'
import type { ExpressionField } from '../types/expression-field.ts'
import { dates, instants, numbers, sampleTimeZones, texts } from './values.ts'

export const samplePeople = [
  '3f1c0a52-7b1d-4c3e-9a55-0c7be1d20001',
  '3f1c0a52-7b1d-4c3e-9a55-0c7be1d20002',
].map((id) => id as UserId)

/** Cells of a record as they travel, by the id of the field; about one in five is empty. */
export function recordsOf(
  fields: readonly ExpressionField[],
): fc.Arbitrary<Readonly<Record<FieldId, CellValue>>> {
  const cells = fields.map((field) => [field.id, fc.option(cellsOf(field), { freq: 5 })] as const)
  return fc.record(Object.fromEntries(cells))
}

function cellsOf(field: ExpressionField): fc.Arbitrary<CellValue> {
  switch (field.type) {
    case 'text':
    case 'long_text':
      return texts.map((text) => (text === '' ? null : text))
    case 'email':
      return fc.constantFrom('ann@example.org', 'Bob.Ö@example.com', 'x@y.z')
    case 'url':
      return fc.constantFrom('https://example.org', 'http://example.com/ä?q=1#😀')
    case 'phone':
      return fc.constantFrom('112', '+43 (0)1 234-56-78', '555.0123 x42')
    case 'rating':
      return fc.integer({ min: 1, max: 5 })
    case 'currency':
    case 'duration':
      return fc.oneof(fc.integer({ min: -7_200, max: 90_000 }), fc.maxSafeInteger())
    case 'autonumber':
    case 'integer':
      return fc.oneof(fc.integer({ min: -20, max: 20 }), fc.maxSafeInteger())
    case 'number':
    case 'percent':
      return numbers
    case 'checkbox':
      return fc.boolean()
    case 'date':
      return dates
    case 'datetime':
    case 'created_time':
    case 'changed_time':
      return instants.map((at) => new Date(at).toISOString())
    case 'single_select':
    case 'status':
      return fc.constantFrom(null, ...(field.options?.options ?? []).map((option) => option.id))
    case 'multi_select':
      return fc
        .subarray((field.options?.options ?? []).map((option) => option.id as OptionId))
        .map((ids) => (ids.length > 0 ? ids.toSorted() : null))
    case 'person':
    case 'created_by':
    case 'changed_by':
      return fc.constantFrom(...samplePeople)
    case 'attachment':
      return fc.array(fc.uuid().map(attachment), { maxLength: 3 })
    case 'json':
      return fc.constantFrom(null, ...documents)
    case 'link':
      return fc.constant(null)
  }
}

/** As the database writes them. */
const documents = ['{"a": 1, "b": [true, null]}', '[1, "Ä"]', '{}', '"x y"', '12.5', 'false', '"EU"']

function attachment(id: string): Attachment {
  return { id: id as AttachmentId, name: 'a.txt', mime: 'text/plain', bytes: 1, key: id, thumbKey: null }
}

/** Who is asking, when and where. */
export const situations: fc.Arbitrary<Situation> = fc.record({
  now: instants,
  timeZone: fc.constantFrom(...sampleTimeZones),
  me: fc.constantFrom(null, ...samplePeople),
  role: fc.constantFrom(null, 'creator', 'editor', 'viewer'),
  roles: fc.subarray(['creator', 'editor', 'viewer']),
})
