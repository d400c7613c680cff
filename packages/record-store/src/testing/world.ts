/**
 * A table that is looked at through a small screen, while everybody changes it and connections break: for tests that let random streams of
 * such steps run and then ask what is on the screen.
 */
import type { FieldId, RecordId, Row, ViewId, ViewQuery } from '@plinth/domain'
import * as fc from 'fast-check'
import { memoryOutboxStorage } from '../outbox-storage.ts'
import { RowStores } from '../row-stores.ts'
import type { RowWindow } from '../row-window.ts'
import type { TableSession } from '../table-session.ts'
import { memoryUndecidedStorage } from '../undecided-storage.ts'
import { FakeBackend, nameField, rankField, table } from './fake-backend.ts'
import { FakeClock } from './fake-clock.ts'

export const sizes = { block: 5, cache: 8, span: 3 }
export const screen = 7

export type Action =
  | { kind: 'remoteInsert'; rank: number }
  | { kind: 'remoteEdit'; pick: number; rank: number }
  | { kind: 'remoteRename'; pick: number }
  | { kind: 'remoteDelete'; pick: number }
  | { kind: 'bulk'; ranks: number[] }
  | { kind: 'edit'; pick: number; rank: number }
  | { kind: 'create'; rank: number }
  | { kind: 'paste'; ranks: number[] }
  | { kind: 'remove'; pick: number }
  | { kind: 'move'; picks: number[]; before: number }
  | { kind: 'remoteMove'; picks: number[]; before: number }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'again'; after: number }
  | { kind: 'cursor'; pick: number | null }
  | { kind: 'scroll'; to: number }
  | { kind: 'drop' }
  | { kind: 'reconnect' }
  | { kind: 'offline' }
  | { kind: 'online' }
  | { kind: 'wait'; ms: number }

const pick = fc.nat(200)
const picks = fc.array(pick, { minLength: 1, maxLength: 3 })
const rank = fc.nat(30)
export const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('remoteInsert' as const), rank }),
  fc.record({ kind: fc.constant('remoteEdit' as const), pick, rank }),
  fc.record({ kind: fc.constant('remoteRename' as const), pick }),
  fc.record({ kind: fc.constant('remoteDelete' as const), pick }),
  fc.record({ kind: fc.constant('bulk' as const), ranks: fc.array(rank, { minLength: 1, maxLength: 12 }) }),
  fc.record({ kind: fc.constant('edit' as const), pick, rank }),
  fc.record({ kind: fc.constant('create' as const), rank }),
  fc.record({ kind: fc.constant('paste' as const), ranks: fc.array(rank, { minLength: 2, maxLength: 4 }) }),
  fc.record({ kind: fc.constant('remove' as const), pick }),
  fc.record({ kind: fc.constant('move' as const), picks, before: pick }),
  fc.record({ kind: fc.constant('remoteMove' as const), picks, before: pick }),
  fc.record({ kind: fc.constant('undo' as const) }),
  fc.record({ kind: fc.constant('redo' as const) }),
  // Taken back and made again: the same records go and come, in either order.
  fc.record({ kind: fc.constant('again' as const), after: fc.nat(60) }),
  fc.record({ kind: fc.constant('cursor' as const), pick: fc.option(pick) }),
  fc.record({ kind: fc.constant('scroll' as const), to: fc.nat(80) }),
  fc.record({ kind: fc.constant('drop' as const) }),
  fc.record({ kind: fc.constant('reconnect' as const) }),
  fc.record({ kind: fc.constant('offline' as const) }),
  fc.record({ kind: fc.constant('online' as const) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 900 }) }),
)

export const ranks = { field: rankField, direction: 'asc' as const }
export const high = {
  join: 'and' as const,
  items: [{ field: rankField, operator: 'ge' as const, value: 12 }],
}

export const byHand = 'by hand' as ViewId

export const query: fc.Arbitrary<ViewQuery> = fc.constantFrom<ViewQuery>(
  { table, sorts: [] },
  { table, sorts: [ranks] },
  { table, sorts: [{ ...ranks, direction: 'desc' }] },
  { table, sorts: [], filter: high },
  { table, sorts: [], view: byHand },
  { table, sorts: [], view: byHand, filter: high },
  { table, sorts: [ranks], filter: high },
)

export class World {
  readonly clock: FakeClock
  readonly backend: FakeBackend
  readonly session: TableSession
  readonly window: RowWindow
  readonly stores: RowStores
  #made = 0
  top = 0
  /** There were not rows enough to stay with what is read, since the last scrolling. */
  wasAtEnd = false
  /** Records that somebody changed: they may leave their places at any time from then on. */
  readonly changed = new Set<RecordId>()
  #lastShift = 0

  constructor(seed: number, rows: number, wanted: ViewQuery) {
    this.clock = new FakeClock(seed)
    this.backend = new FakeBackend(this.clock)
    this.backend.eventDelayMs = () => Math.floor(this.clock.random() * 120)
    this.backend.tellsPoint = seed % 4 > 0
    this.backend.visibleAfterMs = () => Math.max(0, Math.floor(this.clock.random() * 160) - 100)
    const first: Row[] = Array.from({ length: rows }, (_, at) => ({
      id: this.#newId(),
      ver: 1,
      values: { [nameField]: `row ${at}`, [rankField]: at % 11 === 0 ? null : (at * 7) % 31 },
    }))
    this.backend.seed(first)
    this.stores = new RowStores({
      ...this.backend,
      clock: this.clock,
      storage: memoryOutboxStorage(),
      undecided: memoryUndecidedStorage(),
      sizes,
    })
    this.session = this.stores.enter(table)
    this.session.listen(1)
    this.window = this.session.enterWindow(wanted)
    this.window.subscribe(() => this.#follow())
    this.window.setViewport(0, screen - 1)
  }

  /** As a view does: scroll along with the records, stay within the rows. */
  #follow(): void {
    const { shift, rowCount } = this.window.snapshot()
    const delta = shift - this.#lastShift
    this.#lastShift = shift
    const top = Math.max(0, Math.min(this.top + delta, rowCount - screen))
    if (top !== this.top + delta) this.wasAtEnd = true
    if (top === this.top && delta === 0) return
    this.top = top
    this.window.setViewport(top, top + screen - 1)
  }

  #newId(): RecordId {
    this.#made += 1
    return `018f-${String(this.#made).padStart(6, '0')}` as RecordId
  }

  #pick(n: number): RecordId | null {
    const all = this.backend.ordered(this.window.query)
    return all[n % Math.max(1, all.length)]?.id ?? null
  }

  #onScreen(n: number): RecordId | null {
    const ids = this.visible().filter((id) => id !== null)
    return ids[n % Math.max(1, ids.length)] ?? null
  }

  visible(): (RecordId | null)[] {
    const { rowCount } = this.window.snapshot()
    const count = Math.max(0, Math.min(screen, rowCount - this.top))
    return Array.from({ length: count }, (_, at) => this.window.idAt(this.top + at))
  }

  async run(step: Action): Promise<void> {
    switch (step.kind) {
      case 'wait':
        return this.clock.advance(step.ms)
      case 'scroll': {
        const { rowCount } = this.window.snapshot()
        this.top = Math.max(0, Math.min(step.to, rowCount - screen))
        this.wasAtEnd = this.top >= rowCount - screen
        return this.window.setViewport(this.top, this.top + screen - 1)
      }
      case 'drop':
        return this.backend.drop()
      case 'reconnect':
        return this.backend.reconnect()
      case 'offline':
        this.backend.isOnline = false
        return
      case 'online':
        this.backend.isOnline = true
        return this.stores.wake()
      case 'again':
        this.session.undo()
        await this.clock.advance(step.after)
        return void this.session.redo()
      default:
        return this.#change(step)
    }
  }

  #change(
    step: Exclude<
      Action,
      { kind: 'wait' | 'scroll' | 'drop' | 'reconnect' | 'offline' | 'online' | 'again' }
    >,
  ): void {
    const write = (id: RecordId | null, values: Record<FieldId, string | number> | null) => {
      if (id === null) return
      this.changed.add(id)
      this.backend.write([{ id, values }])
    }
    switch (step.kind) {
      case 'remoteInsert':
        return write(this.#newId(), { [rankField]: step.rank })
      case 'remoteEdit':
        return write(this.#pick(step.pick), { [rankField]: step.rank })
      case 'remoteRename':
        return write(this.#pick(step.pick), { [nameField]: `renamed ${step.pick}` })
      case 'remoteDelete':
        return write(this.#pick(step.pick), null)
      case 'bulk':
        return this.backend.write(
          step.ranks.map((value) => ({ id: this.#newId(), values: { [rankField]: value } })),
        )
      case 'edit': {
        const id = this.#onScreen(step.pick)
        if (id) this.changed.add(id)
        if (id) this.session.edit(id, { [rankField]: step.rank })
        return
      }
      case 'create': {
        const made = this.session.create({ [rankField]: step.rank })
        this.changed.add(made)
        return this.window.setCursor(made)
      }
      case 'paste': {
        const made = this.session.editMany(
          [],
          step.ranks.map((value) => ({ [rankField]: value })),
        )
        for (const id of made) this.changed.add(id)
        return
      }
      case 'remove': {
        const id = this.#onScreen(step.pick)
        if (id) this.changed.add(id)
        if (id) this.session.remove([id])
        return
      }
      case 'move':
        return this.#move(step, (n) => this.#onScreen(n))
      case 'remoteMove':
        return this.#move(step, (n) => this.#pick(n))
      case 'cursor':
        return this.window.setCursor(step.pick === null ? null : this.#onScreen(step.pick))
      case 'undo':
        return void this.session.undo()
      case 'redo':
        return void this.session.redo()
    }
  }

  /** Only where people put the records in order; a window in another order does not care. */
  #move(
    { kind, picks, before }: Extract<Action, { kind: 'move' | 'remoteMove' }>,
    choose: (n: number) => RecordId | null,
  ): void {
    const records = [...new Set(picks.map(choose))].filter((id) => id !== null)
    const target = before % 10 === 0 ? null : choose(before)
    if (records.length === 0 || (target !== null && records.includes(target))) return
    for (const id of records) this.changed.add(id)
    if (kind === 'move' && this.window.query.view !== undefined) {
      void this.session.moveRecords(byHand, records, target)
      return
    }
    const isThere = (id: RecordId | null) => id === null || this.backend.get(id) !== undefined
    if ([...records, target].every(isThere)) this.backend.move(records, target)
  }

  /** Everything back, nobody touches anything, time passes. */
  async quiet(): Promise<void> {
    this.backend.isOnline = true
    if (!this.backend.isLive) this.backend.reconnect()
    this.window.setCursor(null)
    this.stores.wake()
    await this.clock.advance(90_000)
    this.window.retry()
    await this.clock.advance(10_000)
  }
}
