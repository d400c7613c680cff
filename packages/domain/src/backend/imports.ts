import type { ErrorCode, RoleName } from '../errors.ts'
import type { FieldId, ImportId, RecordId, TableId } from '../ids.ts'
import type { ImportedValue } from '../import/convert.ts'
import type { Result } from '../result.ts'

export interface Misfit {
  readonly record: RecordId
  readonly field: FieldId
  /** Line in the file, the header being line 1. */
  readonly line: number
  readonly raw: string
}

export interface ImportChunk {
  readonly importId: ImportId
  /** Counts from 0; a chunk sent twice is stored once. */
  readonly chunk: number
  /** One list per row, in the order of the import's `fields`; values as `CellValue`. */
  readonly rows: readonly (readonly [RecordId, ...ImportedValue[]])[]
  readonly misfits: readonly Misfit[]
  /** What the rows link once they are stored, at most one entry a row. */
  readonly links?: readonly RowLinks[]
}

/** The records that a row of a chunk links, by fields of links. */
export interface RowLinks {
  readonly record: RecordId
  readonly values: Readonly<Record<FieldId, { readonly link: readonly RecordId[] }>>
}

/** A row that is stored, but not what it was to link. */
export interface UnlinkedRow {
  /** Place in its chunk, from 1. */
  readonly line: number
  readonly code: ErrorCode
  readonly field?: FieldId
}

export interface ImportedRows {
  readonly inserted: number
  readonly updated: number
  readonly refused: readonly RefusedRow[]
  readonly unlinked: readonly UnlinkedRow[]
}

/**
 * A row that was left out: it breaks a rule or a workflow, no rule of the caller's roles lets it through, its record is locked, or it
 * names somebody who is not in the base.
 */
export interface RefusedRow {
  /** Place in its chunk, from 1. */
  readonly line: number
  readonly code: ErrorCode
  readonly field?: FieldId
  /** Of a locked record: the lock. Of a step of a workflow: as in `MoveRefusal`. Of rules of roles: `create` or `update`. */
  readonly rule: string
  /** Roles of which one is needed. */
  readonly roles?: readonly RoleName[]
  /** Fields that a step of a workflow looks at. */
  readonly fields?: readonly FieldId[]
}

export interface ImportsApi {
  begin(input: {
    id: ImportId
    table: TableId
    fileName: string
    fields: readonly FieldId[]
    /** Append every row, or update the record with the same value in `key` and append the rest. */
    mode: 'append' | 'upsert'
    key: FieldId | null
  }): Promise<Result<null>>
  rows(chunk: ImportChunk, signal?: AbortSignal): Promise<Result<ImportedRows>>
  finish(id: ImportId): Promise<Result<{ inserted: number; updated: number; misfits: number }>>
  /** Ends the import; `discard` deletes the records that it inserted (updated ones keep their new values). */
  cancel(id: ImportId, discard: boolean): Promise<Result<{ deleted: number }>>
  misfits(id: ImportId, after: number, take: number): Promise<Result<readonly (Misfit & { no: number })[]>>
}
