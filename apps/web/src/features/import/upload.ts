/**
 * Sending the chunks of one import: two on the way at a time, each sent until it is stored (a chunk sent twice is stored
 * once). A failure that outlasts the retries pauses the upload; `resume` sends the same chunk again.
 */
import type { AppError, ImportId, ImportsApi, RefusedRow, Result, UnlinkedRow } from '@plinth/domain'
import { appError, err, errorCatalogue, ok } from '@plinth/domain'
import { readingError } from './file-reader.ts'
import type { ImportReport } from './import-report.ts'
import type { LinkedColumns } from './linked-columns.ts'
import { type Clock, isPassing, withRetries } from './retry.ts'
import type { ReportEntry, RowChunk } from './row-chunks.ts'
import type { SelfLinks } from './self-links.ts'

const chunksInFlight = 2
/** Failures that a person can mend before going on. */
const isMendable = (error: AppError): boolean => isPassing(error) || error.code === 'session_expired'

export interface UploadProgress {
  readonly status: 'running' | 'paused'
  /** Rows that the server has stored: `inserted` as new records, `updated` into records that were there. */
  readonly sentRows: number
  readonly inserted: number
  readonly updated: number
  /** Milliseconds spent running. */
  readonly activeMs: number
  /** Why it waits or paused; null when all is well. */
  readonly error: AppError | null
}

export const noProgress: UploadProgress = {
  status: 'running',
  sentRows: 0,
  inserted: 0,
  updated: 0,
  activeMs: 0,
  error: null,
}

interface Gate {
  readonly promise: Promise<void>
  open(): void
}

function gate(): Gate {
  let open: (() => void) | null = null
  const promise = new Promise<void>((resolve) => {
    open = resolve
  })
  return { promise, open: () => open?.() }
}

/** The server counts lines in a chunk, people in the file. */
function inFile(error: AppError, { lines }: RowChunk): AppError {
  const place = error.details?.line
  const line = place === undefined ? undefined : lines[place - 1]
  return line === undefined ? error : { ...error, details: { ...error.details, line } }
}

export class Upload {
  private readonly imports: ImportsApi
  private readonly id: ImportId
  private readonly report: ImportReport
  private readonly reasonOf: (row: RefusedRow) => Pick<ReportEntry, 'column' | 'why'>
  private readonly unlinkedReasonOf: (row: UnlinkedRow) => Pick<ReportEntry, 'column' | 'why'>
  private readonly linked: LinkedColumns | null
  private readonly selfLinks: SelfLinks | null
  private readonly clock: Clock
  private readonly onProgress: (progress: UploadProgress) => void
  private readonly abort = new AbortController()
  private state = noProgress
  private resumed: Gate | null = null
  private runningSince: number
  private failure: AppError | null = null

  constructor(options: {
    imports: ImportsApi
    id: ImportId
    report: ImportReport
    /** Why a row that breaks a rule was left out, and the name of the field; without it in the catalogue's words. */
    reasonOf?: (row: RefusedRow) => Pick<ReportEntry, 'column' | 'why'>
    /** The same of a row that is stored without what it was to link. */
    unlinkedReasonOf?: (row: UnlinkedRow) => Pick<ReportEntry, 'column' | 'why'>
    /** Columns that name records of other tables. */
    linked?: LinkedColumns | null
    /** Columns that name records of the table itself. */
    selfLinks?: SelfLinks | null
    clock: Clock
    onProgress: (progress: UploadProgress) => void
  }) {
    this.imports = options.imports
    this.id = options.id
    this.report = options.report
    this.reasonOf = options.reasonOf ?? (({ code }) => ({ column: '', why: errorCatalogue[code] }))
    this.unlinkedReasonOf =
      options.unlinkedReasonOf ?? (({ code }) => ({ column: '', why: errorCatalogue[code] }))
    this.linked = options.linked ?? null
    this.selfLinks = options.selfLinks ?? null
    this.clock = options.clock
    this.onProgress = options.onProgress
    this.runningSince = this.clock.now()
  }

  /** Sends everything. Errors: what the server refuses for good, or the file's; `cancelled` ones carry that rule. */
  async run(chunks: AsyncGenerator<RowChunk>): Promise<Result<{ rows: number }>> {
    const lanes = Array.from({ length: chunksInFlight }, () => this.lane(chunks))
    await Promise.all(lanes)
    await chunks.return(undefined)
    await this.linkRest()
    if (this.failure) return err(this.failure)
    if (this.abort.signal.aborted) return err(appError('import_closed', { details: { rule: 'cancelled' } }))
    return ok({ rows: this.state.sentRows })
  }

  /** Ends an import whose rows have all arrived; answers its totals. */
  finish(): ReturnType<ImportsApi['finish']> {
    const { signal } = this.abort
    const onWait = (error: AppError | null) => this.tell({ error })
    return withRetries(() => this.imports.finish(this.id), { clock: this.clock, signal, onWait })
  }

  pause(error: AppError | null = null): void {
    if (this.state.status === 'paused') return
    this.resumed = gate()
    this.tell({ status: 'paused', activeMs: this.activeMs(), error })
  }

  resume(): void {
    if (this.state.status === 'running') return
    this.runningSince = this.clock.now()
    this.tell({ status: 'running', error: null })
    this.resumed?.open()
    this.resumed = null
  }

  /** Ends the upload: requests on the way are abandoned, `run` answers. */
  cancel(): void {
    this.abort.abort()
    this.resumed?.open()
    this.resumed = null
  }

  /** Links what waited for all rows. */
  private async linkRest(): Promise<void> {
    const { selfLinks, clock } = this
    if (!selfLinks) return
    const { signal } = this.abort
    const onWait = (error: AppError | null) => this.tell({ error })
    while (await this.mayGoOn()) {
      const more = await withRetries(() => selfLinks.linkSome(), { clock, signal, onWait })
      if (more.ok && !more.value) return
      if (more.ok || this.hasEnded()) continue
      if (!isMendable(more.error)) return this.fail(more.error)
      this.pause(more.error)
    }
  }

  private async lane(chunks: AsyncGenerator<RowChunk>): Promise<void> {
    try {
      while (await this.mayGoOn()) {
        const { done, value } = await chunks.next()
        if (done || this.hasEnded()) return
        const chunk = await this.withLinks(value)
        if (!chunk) return
        this.report.add(chunk.report)
        await this.send(chunk)
      }
    } catch (error) {
      this.fail(readingError(error))
    }
  }

  private async send(chunk: RowChunk): Promise<void> {
    const { signal } = this.abort
    const { rows, misfits, links = [] } = chunk
    // Only remarks about the file were left for the last chunk.
    if (rows.length === 0) return
    while (await this.mayGoOn()) {
      const result = await withRetries(
        () => this.imports.rows({ importId: this.id, chunk: chunk.chunk, rows, misfits, links }, signal),
        { clock: this.clock, signal, onWait: (error) => this.tell({ error }) },
      )
      if (this.abort.signal.aborted) return
      if (result.ok) {
        this.report.add(result.value.refused.map((row) => this.leftOut(row, chunk)))
        this.report.add(result.value.unlinked.map((row) => this.unlinked(row, chunk)))
        this.noteLater(chunk, result.value.refused)
        const { sentRows, inserted, updated } = this.state
        this.tell({
          sentRows: sentRows + rows.length,
          inserted: inserted + result.value.inserted,
          updated: updated + result.value.updated,
          activeMs: this.activeMs(),
        })
        return
      }
      if (!isMendable(result.error)) return this.fail(inFile(result.error, chunk))
      this.pause(result.error)
    }
  }

  private noteLater({ rows, later = [] }: RowChunk, refused: readonly RefusedRow[]): void {
    const gone = new Set(refused.map(({ line }) => rows[line - 1]?.[0]))
    this.selfLinks?.add(later.filter(({ record }) => !gone.has(record)))
  }

  private leftOut(row: RefusedRow, chunk: RowChunk): ReportEntry {
    const { column, why } = this.reasonOf(row)
    return { line: chunk.lines[row.line - 1] ?? 0, column, raw: '', why: `${why} The record was left out.` }
  }

  private unlinked(row: UnlinkedRow, chunk: RowChunk): ReportEntry {
    const { column, why } = this.unlinkedReasonOf(row)
    const at = row.line - 1
    const record = chunk.rows[at]?.[0]
    return {
      line: chunk.lines[at] ?? 0,
      column,
      raw: (record && row.field && chunk.named?.get(record)?.[row.field]) ?? '',
      why: `${why} The record was stored without it.`,
    }
  }

  /** The chunk with records for the names of other tables; null when the upload ended meanwhile. */
  private async withLinks(chunk: RowChunk): Promise<RowChunk | null> {
    const { linked, clock } = this
    if (!linked || chunk.rows.length === 0) return chunk
    const { signal } = this.abort
    while (await this.mayGoOn()) {
      const found = await withRetries(() => linked.link(chunk), {
        clock,
        signal,
        onWait: (error) => this.tell({ error }),
      })
      if (found.ok) return found.value
      if (this.hasEnded()) return null
      if (!isMendable(found.error)) this.fail(found.error)
      else this.pause(found.error)
    }
    return null
  }

  private fail(error: AppError): void {
    if (this.abort.signal.aborted) return
    this.failure = error
    this.cancel()
  }

  private hasEnded(): boolean {
    return this.abort.signal.aborted
  }

  private async mayGoOn(): Promise<boolean> {
    while (this.resumed && !this.hasEnded()) await this.resumed.promise
    return !this.hasEnded()
  }

  private activeMs(): number {
    if (this.state.status === 'paused') return this.state.activeMs
    const now = this.clock.now()
    const active = this.state.activeMs + now - this.runningSince
    this.runningSince = now
    return active
  }

  private tell(change: Partial<UploadProgress>): void {
    this.state = { ...this.state, ...change }
    this.onProgress(this.state)
  }
}
