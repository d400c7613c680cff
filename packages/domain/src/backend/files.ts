import type { AttachmentId, FieldId, RecordId, TableId, UserId, WorkspaceId } from '../ids.ts'
import type { Result } from '../result.ts'
import type { Attachment } from '../rows.ts'

/** Of the bases of a workspace that the caller shapes. */
export interface UnusedFiles {
  /** In storage and in no record: uploads that were not finished, removed files that wait, objects that nothing names. */
  readonly files: number
  readonly bytes: number
  /** In records and not in storage. */
  readonly missing: number
}

export interface FilesApi {
  /**
   * Registers the file, sends it, attaches it to the cell. `onProgress` gets bytes sent. A large file goes in parts, and on
   * after a broken line.
   */
  upload(input: {
    id: AttachmentId
    table: TableId
    record: RecordId
    field: FieldId
    file: Blob
    name: string
    thumbnail: Blob | null
    onProgress?: (sent: number, total: number) => void
    /** True while a large file waits for the line to come back, false when it goes on. */
    onWaiting?: (isWaiting: boolean) => void
    /** The file, once sent, enters the record only when this is settled: several then stand in the order chosen. */
    turn?: Promise<void>
    signal?: AbortSignal
  }): Promise<Result<{ attachment: Attachment; ver: number }>>
  /** The bytes, fetched with the session: never a public address. */
  download(key: string, signal?: AbortSignal): Promise<Result<Blob>>
  /** An address that works for `seconds` (at most 60): to open large files in a new tab. */
  signedUrl(key: string, options: { seconds: number; downloadName?: string }): Promise<Result<string>>
  /** `was` is the name that the caller knows: where it is another one by now, the answer is `conflict`. */
  rename(
    id: AttachmentId,
    name: string,
    was: string,
  ): Promise<Result<{ attachment: Attachment; ver: number }>>
  /** Puts the files of a cell in this order; those not named stay behind. `was` as for `rename`, of the whole order. */
  order(input: {
    table: TableId
    record: RecordId
    field: FieldId
    files: readonly AttachmentId[]
    was: readonly AttachmentId[]
  }): Promise<Result<{ ver: number }>>
  remove(id: AttachmentId): Promise<Result<{ ver: number }>>
  /** Refused with `forbidden` where the caller shapes no base of the workspace. */
  unused(workspace: WorkspaceId): Promise<Result<UnusedFiles>>
  /**
   * Removes what is unused, in steps; a file that storage does not hold leaves its record, where the caller may change that. What came
   * within the last day is left.
   */
  cleanUp(workspace: WorkspaceId): Promise<Result<null>>
  uploadAvatar(user: UserId, picture: Blob): Promise<Result<{ key: string }>>
}
