/** Reading and converting, wherever it runs: in the worker for the app, in the same thread for tests. */
import type { ImportPlan, Result } from '@plinth/domain'
import type { FileFormat, FileProfile } from './file-format.ts'
import { type ProfileRequest, profileFile } from './file-reader.ts'
import { type RowChunk, rowChunks } from './row-chunks.ts'

export interface ImportEngine {
  /** First pass. A new call ends the one before. */
  profile(request: Omit<ProfileRequest, 'signal'>): Promise<Result<FileProfile>>
  /** Second pass; chunks are made when asked for. Rejects when the file cannot be read any more. */
  chunks(file: File, format: FileFormat, plan: ImportPlan): AsyncGenerator<RowChunk>
  /** Ends all work. */
  close(): void
}

/** Runs in the calling thread. */
export function createLocalEngine(): ImportEngine {
  return { profile: profileFile, chunks: rowChunks, close() {} }
}
