/** What the page and the import worker say to each other. One conversation per worker: a file and its passes. */
import type { AppError, ImportPlan, Result } from '@plinth/domain'
import type { FileFormat, FileProfile, FormatChoices, ReadingContext } from './file-format.ts'
import type { RowChunk } from './row-chunks.ts'

export type WorkerRequest =
  | {
      readonly kind: 'profile'
      /** Answers carry the number of their request; answers to older ones are dropped. */
      readonly no: number
      readonly file: Blob
      readonly name: string
      readonly choices: FormatChoices
      readonly context: ReadingContext
    }
  | {
      readonly kind: 'convert'
      readonly no: number
      readonly file: Blob
      readonly format: FileFormat
      readonly plan: ImportPlan
    }
  /** Asks for the next chunk. */
  | { readonly kind: 'next'; readonly no: number }

export type WorkerAnswer =
  | { readonly kind: 'progress'; readonly no: number; readonly share: number }
  | { readonly kind: 'profile'; readonly no: number; readonly result: Result<FileProfile> }
  /** Null: there are no more. */
  | { readonly kind: 'chunk'; readonly no: number; readonly chunk: RowChunk | null }
  | { readonly kind: 'failed'; readonly no: number; readonly error: AppError }
