/** The steps of an import, as the dialog shows them. */
import type { AppError, ColumnChoice, ColumnOverride, FieldId, Table, TableId } from '@plinth/domain'
import type { FileProfile, FormatChoices } from './file-format.ts'
import type { ImportReport } from './import-report.ts'
import type { UploadProgress } from './upload.ts'

/** Where the rows go. */
export type Destination =
  | {
      readonly kind: 'new'
      readonly name: string
      /** Place of the column in the file that names the records; null follows the suggestion. */
      readonly primary: number | null
    }
  | {
      readonly kind: 'existing'
      readonly table: Table
      /** Place of a column in the file → field. */
      readonly mapping: ReadonlyMap<number, FieldId>
      /** Records with the same value in this field are updated; null appends all. */
      readonly key: FieldId | null
      /** How columns are read, where the person has chosen that. */
      readonly ways: ReadonlyMap<number, ColumnChoice>
      /** Columns whose values become options of their field where they are none yet. */
      readonly newOptions: ReadonlySet<number>
      /** Columns that name records of another table, and make those that are not there. */
      readonly newRecords: ReadonlySet<number>
    }

export interface PreviewState {
  readonly step: 'preview'
  readonly file: File
  readonly profile: FileProfile
  readonly choices: FormatChoices
  readonly overrides: Readonly<Record<number, ColumnOverride>>
  readonly destination: Destination
  /** The file is read again, or the table is being made. */
  readonly busy: 'reading' | 'starting' | null
  readonly error: AppError | null
}

export interface UploadState {
  readonly step: 'uploading'
  readonly file: File
  readonly table: TableId
  readonly tableName: string
  readonly isNewTable: boolean
  readonly totalRows: number
  readonly progress: UploadProgress
  /** Final: only keep or discard are left. */
  readonly failure: AppError | null
  readonly isEnding: boolean
}

export interface DoneState {
  readonly step: 'done'
  readonly file: File
  readonly table: TableId
  readonly tableName: string
  readonly inserted: number
  readonly updated: number
  readonly misfits: number
  readonly seconds: number
  readonly report: ImportReport
  /** Cancelled, with the rows kept that had arrived. */
  readonly isPartial: boolean
}

export type ImportState =
  | { readonly step: 'choose'; readonly error: AppError | null; readonly fileName: string | null }
  | { readonly step: 'reading'; readonly file: File; readonly share: number }
  | PreviewState
  | UploadState
  | DoneState
  | {
      readonly step: 'discarded'
      readonly deleted: number
      /** Records that were there before and keep what the file has changed in them. */
      readonly updated: number
    }
