export type * from './backend.ts'
export {
  type AppError,
  appError,
  type ErrorCode,
  type ErrorDetails,
  errorCatalogue,
  isErrorCode,
} from './errors.ts'
export { checkboxWords } from './field-types/checkbox.ts'
export type { FieldShape, FieldType, ValueContext } from './field-types/field-type.ts'
export { fieldTypes } from './field-types/registry.ts'
export { isTimeZone } from './formats/time-zone.ts'
export type * from './ids.ts'
export { limits } from './limits.ts'
export { err, ok, type Result } from './result.ts'
export type * from './rows.ts'
export * from './schema.ts'
export { uuidV7 } from './uuid.ts'
