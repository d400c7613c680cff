/**
 * One import from the choice of a file to its report: choose → reading → preview → uploading → done or discarded. Knows no
 * React; the dialog subscribes to its state. Calls that do not belong to the present step are ignored.
 */
import {
  type AppError,
  type Backend,
  type Base,
  type ColumnOverride,
  errorCatalogue,
  type FieldDefinition,
  type ImportId,
  type ImportPlan,
  type PlannedColumn,
  type Result,
  type Table,
  type TableId,
  type UnlinkedRow,
  uuidV7,
} from '@plinth/domain'
import { bringOptions } from './bring-options.ts'
import { firstDestination, intoTable, type Places, plannedColumns } from './destinations.ts'
import { type FormatChoices, noChoices } from './file-format.ts'
import type { ImportEngine } from './import-engine.ts'
import { ImportReport } from './import-report.ts'
import type { Destination, ImportState, PreviewState, UploadState } from './import-state.ts'
import { whyLeftOut } from './left-out.ts'
import { LinkedColumns, linkedColumns } from './linked-columns.ts'
import { type Clock, systemClock } from './retry.ts'
import { SelfLinks } from './self-links.ts'
import { noProgress, Upload, type UploadProgress } from './upload.ts'

export interface ImportControllerOptions extends Places {
  readonly backend: Pick<Backend, 'imports' | 'bases' | 'rows'>
  readonly engine: ImportEngine
  readonly base: Base
  /** Every table of the base that the person may read: those that fields link. */
  readonly readable: readonly Table[]
  readonly clock?: Clock
}

interface Running {
  readonly id: ImportId
  readonly upload: Upload
  readonly report: ImportReport
  readonly selfLinks: SelfLinks | null
}

export class ImportController {
  private state: ImportState = { step: 'choose', error: null, fileName: null }
  private readonly listeners = new Set<() => void>()
  private options: ImportControllerOptions
  private readonly clock: Clock
  private running: Running | null = null
  private onChanged: (() => void) | undefined

  constructor(options: ImportControllerOptions) {
    this.options = options
    this.clock = options.clock ?? systemClock
  }

  readonly getState = (): ImportState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Told when tables or rows changed on the server. */
  setOnChanged(listener: (() => void) | undefined): void {
    this.onChanged = listener
  }

  /** The base has other tables, or the person another role. */
  setPlaces(places: Pick<ImportControllerOptions, 'tables' | 'role' | 'readable'>): void {
    this.options = { ...this.options, ...places }
  }

  async choose(file: File): Promise<void> {
    if (this.state.step === 'uploading') return
    this.set({ step: 'reading', file, share: 0 })
    const result = await this.profile(file, noChoices, (share) => {
      if (this.state.step === 'reading' && this.state.file === file) this.set({ ...this.state, share })
    })
    if (this.state.step !== 'reading' || this.state.file !== file) return
    if (!result.ok) {
      this.set({ step: 'choose', error: result.error, fileName: file.name })
      return
    }
    this.set({
      step: 'preview',
      file,
      profile: result.value,
      choices: noChoices,
      overrides: {},
      destination: firstDestination(file.name, result.value, this.options),
      busy: null,
      error: null,
    })
  }

  /** Back to the choice of a file. */
  restart(): void {
    if (this.state.step === 'uploading') return
    this.set({ step: 'choose', error: null, fileName: null })
  }

  /** Reads the file again with another encoding, separator or header. Decisions about columns start anew. */
  async changeFormat(change: Partial<FormatChoices>): Promise<void> {
    const before = this.state
    if (before.step !== 'preview') return
    const choices = { ...before.choices, ...change }
    this.set({ ...before, choices, busy: 'reading', error: null })
    const result = await this.profile(before.file, choices)
    const now = this.state
    if (now.step !== 'preview' || now.choices !== choices) return
    if (!result.ok) {
      this.set({ ...now, choices: before.choices, busy: null, error: result.error })
      return
    }
    const profile = result.value
    const { destination: chosen } = now
    const destination =
      chosen.kind === 'new' ? { ...chosen, primary: null } : intoTable(chosen.table, profile)
    this.set({ ...now, profile, overrides: {}, destination, busy: null })
  }

  changeColumn(index: number, change: ColumnOverride): void {
    const { state } = this
    if (state.step !== 'preview') return
    const override = { ...state.overrides[index], ...change }
    this.set({ ...state, overrides: { ...state.overrides, [index]: override }, error: null })
  }

  changeDestination(destination: Destination): void {
    if (this.state.step === 'preview') this.set({ ...this.state, destination, error: null })
  }

  async start(): Promise<void> {
    const shown = this.state
    if (shown.step !== 'preview' || shown.busy) return
    this.set({ ...shown, busy: 'starting', error: null })
    const brought = await bringOptions(this.options.backend.bases, this.options.base.id, shown)
    if (!brought.ok) {
      this.failStart(shown, brought.error)
      return
    }
    const state = brought.value
    if (state !== shown) this.onChanged?.()
    const plan = plannedColumns(state)
    const table = await this.openTable(state, plan.fields)
    if (!table) return
    const id = uuidV7() as ImportId
    const key = state.destination.kind === 'existing' ? state.destination.key : null
    const begun = await this.options.backend.imports.begin({
      id,
      table: table.id,
      fileName: state.file.name,
      fields: plan.columns.filter(({ choice }) => choice.type !== 'link').map(({ field }) => field),
      mode: key === null ? 'append' : 'upsert',
      key,
    })
    if (!begun.ok) {
      if (table.isNew) {
        await this.dropTable(table.id, table.name)
        this.onChanged?.()
      }
      this.set({ ...state, busy: null, error: begun.error })
      return
    }
    await this.upload(state, plan.columns, table, id)
  }

  pause(): void {
    this.running?.upload.pause()
  }

  resume(): void {
    this.running?.upload.resume()
  }

  /** Ends a running or failed upload; `discard` takes back the records that arrived. */
  async cancel(discard: boolean): Promise<void> {
    const { state, running } = this
    if (state.step !== 'uploading' || !running || state.isEnding) return
    this.set({ ...state, isEnding: true })
    running.upload.cancel()
    const deleted = await this.endImport(running.id, state, discard)
    if (deleted === null) return
    this.onChanged?.()
    this.running = null
    running.selfLinks?.giveUp()
    const { inserted, updated, activeMs } =
      this.state.step === 'uploading' ? this.state.progress : state.progress
    if (discard) this.set({ step: 'discarded', deleted, updated: state.isNewTable ? 0 : updated })
    else {
      const counts = { inserted, updated, misfits: running.report.count }
      this.finish(state, running.report, counts, activeMs, true)
    }
  }

  /** Ends everything without asking; a running upload is left as it stands on the server. */
  dispose(): void {
    this.running?.upload.cancel()
    this.options.engine.close()
  }

  private profile(file: File, choices: FormatChoices, onProgress?: (share: number) => void) {
    const { locale, timeZone } = this.options.base
    return this.options.engine.profile({
      file,
      name: file.name,
      choices,
      context: { locale, timeZone },
      ...(onProgress && { onProgress }),
    })
  }

  private failStart(state: PreviewState, error: AppError): null {
    this.set({ ...state, busy: null, error })
    return null
  }

  /** The table to write to; null after a failure, which is shown. */
  private async openTable(state: PreviewState, fields: readonly FieldDefinition[]) {
    const { destination } = state
    if (destination.kind === 'existing') return { ...destination.table, isNew: false }
    const { backend, base } = this.options
    const definition = { id: uuidV7() as TableId, name: destination.name.trim(), fields }
    const made = await backend.bases.createTable(base.id, definition)
    if (made.ok) {
      this.onChanged?.()
      return { ...made.value, isNew: true }
    }
    return this.failStart(state, made.error)
  }

  private async upload(
    preview: PreviewState,
    columns: readonly PlannedColumn[],
    table: Pick<Table, 'id' | 'name' | 'fields' | 'rules' | 'locks'> & { isNew: boolean },
    id: ImportId,
  ): Promise<void> {
    const { backend, base } = this.options
    const { imports } = backend
    const report = new ImportReport()
    const onProgress = (progress: UploadProgress) => {
      if (this.state.step === 'uploading') this.set({ ...this.state, progress })
    }
    const unlinkedReasonOf = ({ code, field }: UnlinkedRow) => ({
      column: table.fields.find(({ id }) => id === field)?.name ?? '',
      why: errorCatalogue[code],
    })
    const linked = this.linkedOf(preview, columns)
    const selfLinks = linked && new SelfLinks({ ...linked, report, reasonOf: unlinkedReasonOf })
    const upload = new Upload({
      imports,
      id,
      report,
      reasonOf: (row) => whyLeftOut(row, table, base),
      unlinkedReasonOf,
      linked: linked && new LinkedColumns(linked.columns, linked.home, linked.lookup),
      selfLinks,
      clock: this.clock,
      onProgress,
    })
    this.running = { id, upload, report, selfLinks }
    const state: UploadState = {
      step: 'uploading',
      file: preview.file,
      table: table.id,
      tableName: table.name,
      isNewTable: table.isNew,
      totalRows: preview.profile.table.rows,
      progress: noProgress,
      failure: null,
      isEnding: false,
    }
    this.set(state)
    const startedAt = this.clock.now()
    const chunks = this.options.engine.chunks(
      preview.file,
      preview.profile.format,
      this.planOf(preview, columns),
    )
    const result = await upload.run(chunks)
    if (this.state.step !== 'uploading' || this.state.isEnding) return
    const finished = result.ok ? await upload.finish() : result
    if (this.state.step !== 'uploading' || this.state.isEnding) return
    this.onChanged?.()
    if (!finished.ok) {
      this.set({ ...this.state, failure: finished.error })
      return
    }
    this.running = null
    this.finish(state, report, finished.value, this.clock.now() - startedAt, false)
  }

  /** The columns that name records, and what links them; null: there are none. */
  private linkedOf({ destination }: PreviewState, columns: readonly PlannedColumn[]) {
    if (destination.kind === 'new') return null
    const { backend, base, readable } = this.options
    const { table } = destination
    const making = new Set(
      columns.filter(({ index }) => destination.newRecords.has(index)).map(({ field }) => field),
    )
    const tableOf = (id: TableId) => readable.find((one) => one.id === id)
    const linked = linkedColumns(columns, table.fields, tableOf, making)
    if (linked.length === 0) return null
    const { locale, timeZone } = base
    const keyPlace = columns.findIndex(({ field }) => field === destination.key)
    return {
      table,
      key: table.fields.find(({ id }) => id === destination.key) ?? null,
      columns: linked,
      home: { table: table.id, keyPlace: keyPlace === -1 ? null : keyPlace },
      lookup: { rows: backend.rows, values: { locale, timeZone } },
    }
  }

  private planOf({ profile, destination }: PreviewState, columns: readonly PlannedColumn[]): ImportPlan {
    const { locale, timeZone } = this.options.base
    return {
      columns,
      width: profile.table.columns.length,
      allowsShortRows: profile.format.kind === 'json',
      isUpdate: destination.kind === 'existing' && destination.key !== null,
      locale,
      timeZone,
    }
  }

  /** Answers how many records were taken back; null after a failure, which is shown. */
  private async endImport(id: ImportId, state: UploadState, discard: boolean): Promise<number | null> {
    const { imports } = this.options.backend
    const { sentRows } = state.progress
    const dropsTable = discard && state.isNewTable
    const ended = await imports.cancel(id, discard && !dropsTable)
    // Ended already: the answer to its end was lost on the way. Its rows are kept, or fall with their table.
    const isOver = !ended.ok && ended.error.code === 'import_closed' && (dropsTable || !discard)
    if (!ended.ok && !isOver) return this.failEnding(ended.error)
    if (!dropsTable) return ended.ok ? ended.value.deleted : 0
    const dropped = await this.dropTable(state.table, state.tableName)
    return dropped.ok ? sentRows : this.failEnding(dropped.error)
  }

  /** A table that this import made goes for good: nobody asks for half a file again. */
  private async dropTable(id: TableId, name: string): Promise<Result<null>> {
    const { bases } = this.options.backend
    const gone = await bases.deleteTable(id)
    // Not there: an earlier try came this far.
    if (!gone.ok && gone.error.code !== 'not_found') return gone
    return bases.emptyTrash(this.options.base.id, id, name)
  }

  private failEnding(failure: UploadState['failure']): null {
    if (this.state.step === 'uploading') this.set({ ...this.state, failure, isEnding: false })
    return null
  }

  private finish(
    { file, table, tableName }: UploadState,
    report: ImportReport,
    counts: { inserted: number; updated: number; misfits: number },
    ms: number,
    isPartial: boolean,
  ): void {
    this.set({ step: 'done', file, table, tableName, ...counts, seconds: ms / 1000, report, isPartial })
  }

  private set(state: ImportState): void {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}
