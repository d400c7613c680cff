export type * from './backend.ts'
export {
  type AppError,
  appError,
  type ErrorCode,
  type ErrorDetails,
  errorCatalogue,
  isErrorCode,
} from './errors.ts'
export type * from './ids.ts'
export { limits } from './limits.ts'
export { err, ok, type Result } from './result.ts'
export type * from './rows.ts'
export * from './schema.ts'
export { uuidV7 } from './uuid.ts'
