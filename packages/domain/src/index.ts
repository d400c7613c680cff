export type * from './backend.ts'
export {
  type AppError,
  appError,
  type ErrorCode,
  type ErrorDetails,
  errorCatalogue,
  isErrorCode,
  type RoleName,
} from './errors.ts'
export * from './export/csv-writer.ts'
export { checkboxWords } from './field-types/checkbox.ts'
export type { FieldShape, FieldType, PersonName, ValueContext } from './field-types/field-type.ts'
export { labelOfPerson } from './field-types/person.ts'
export { fieldTypes } from './field-types/registry.ts'
export { isIsoDay, isoDay } from './formats/calendar.ts'
export { localeDayOrder } from './formats/date-text.ts'
export { knownLocale, knownTimeZone } from './formats/known-region.ts'
export { decimalMark } from './formats/locale-numbers.ts'
export { isStorable } from './formats/storable-text.ts'
export { isTimeZone } from './formats/time-zone.ts'
export type * from './ids.ts'
export * from './import/column-choice.ts'
export * from './import/column-profile.ts'
export { type ImportedValue } from './import/convert.ts'
export * from './import/csv-reader.ts'
export { detectDialect, separators } from './import/dialect.ts'
export * from './import/encoding.ts'
export { columnNames, freeName, tableNameOf } from './import/header.ts'
export type { Candidate, Inference, ReadingHabits } from './import/infer.ts'
export { readJsonTable } from './import/json-reader.ts'
export { describeLoss } from './import/loss.ts'
export { withPeopleAsOptions } from './import/people-as-options.ts'
export * from './import/plan.ts'
export type { Primary } from './import/primary.ts'
export * from './import/table-profile.ts'
export { limits } from './limits.ts'
export { err, ok, type Result } from './result.ts'
export type * from './rows.ts'
export * from './rules/field-rules.ts'
export { parsePattern } from './rules/pattern.ts'
export * from './schema.ts'
export { uuidV7 } from './uuid.ts'
