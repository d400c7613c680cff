/**
 * One field type = one file with one value of this interface. It says how a value is kept, written, read and compared, how files hold it,
 * which values are valid, by what records are found, ordered and summed up, and what a field can become; the database enforces the
 * same with columns, constraints and checked queries.
 */
import type { AppError, ErrorCode } from '../errors.ts'
import { appError } from '../errors.ts'
import type { DayOrder } from '../formats/date-text.ts'
import type { TableId, UserId } from '../ids.ts'
import { err, type Result } from '../result.ts'
import type { CellValue } from '../rows.ts'
import type { Field, FieldDefault, FieldTypeName } from '../schema.ts'
import type { FamilyTraits } from './families.ts'

/** Somebody in the base, by what they are called. */
export interface PersonName {
  readonly id: UserId
  readonly name: string
  readonly email: string
}

/** The field that names the records of a table. */
export interface LabelField {
  readonly type: FieldType
  readonly shape: FieldShape
}

/** What a base says about how values are written. */
export interface ValueContext {
  /** BCP 47 language tag. */
  readonly locale: string
  /** IANA time zone; counts for date-times that name none. */
  readonly timeZone: string
  /** In which days like 3/4/2026 are read, where others of their column tell; else as the language has them. */
  readonly dayOrder?: DayOrder
  /** Everybody in the base; absent while they are not known. */
  readonly people?: readonly PersonName[]
  /** Who was in the base and is not any more. */
  readonly formerPeople?: readonly Pick<PersonName, 'id' | 'name'>[]
  /** The first field of a table; undefined of tables that the reader may not read. */
  readonly labelFieldOf?: (table: TableId) => LabelField | undefined
}

/** What of that counts for files. */
export type ExportContext = Pick<ValueContext, 'people' | 'labelFieldOf'>

/** All that a type needs to know of a field: works for fields that exist and for those being defined. */
export type FieldShape = Pick<Field, 'options' | 'listed'>

export interface FieldType extends FamilyTraits {
  readonly name: FieldTypeName
  readonly label: string
  /** One sentence for the type picker. */
  readonly description: string
  /** Name of a lucide icon. */
  readonly icon: string
  /** The database knows its value or gives it: nobody writes one. */
  readonly isComputed: boolean
  /** What a new record may have in it when nobody says otherwise. */
  readonly defaults: readonly FieldDefault['kind'][]
  /** The types that a field of it can become (`docs/type-changes.md`). */
  readonly becomes: readonly FieldTypeName[]
  /** Side to which values stand in a table. */
  readonly align: 'start' | 'center' | 'end'
  /** What a person typed; empty text is the empty value (null). Errors: the value codes of the catalogue. */
  parseText(text: string, field: FieldShape, context: ValueContext): Result<CellValue>
  /** For reading, in the language and time zone of the base. */
  formatText(value: CellValue, field: FieldShape, context: ValueContext): string
  /** What an editor starts with; `parseText` gives the same value back. */
  editText(value: CellValue, field: FieldShape, context: ValueContext): string
  /** For files: independent of language and zone, and exact. */
  toExport(value: CellValue, field: FieldShape, context?: ExportContext): string
  /** Checks a value that did not come from `parseText`; answers its stored form. */
  validate(value: CellValue, field: FieldShape): Result<CellValue>
  isEmpty(value: CellValue): boolean
  /** Order of two values that are not empty; null where only the server knows it (text collation). */
  readonly compare: ((a: CellValue, b: CellValue, field: FieldShape) => number) | null
}

export const isEmptyValue = (value: CellValue): boolean => value === null || value === ''

export function refuse(code: ErrorCode, hint?: string): Result<never, AppError> {
  return err(appError(code, hint === undefined ? {} : { hint }))
}
