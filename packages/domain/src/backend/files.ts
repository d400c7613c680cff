import type { AttachmentId, FieldId, RecordId, TableId, UserId } from '../ids.ts'
import type { Result } from '../result.ts'
import type { Attachment } from '../rows.ts'

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
  uploadAvatar(user: UserId, picture: Blob): Promise<Result<{ key: string }>>
}
