/**
 * What a window knows of which record stands where: blocks of ids, known keys, one's own new records at the end, and
 * records that are held. Each piece is a claim of a generation (`structure.ts`).
 */
import type { RecordId, RowsWindow, Seq } from '@plinth/domain'
import { type Anchor, AnchorList } from './anchors.ts'
import { type Block, BlockCache } from './block-cache.ts'
import type { FetchPlan } from './fetch-plan.ts'
import { HeldRows } from './held-rows.ts'
import { NewRows } from './new-rows.ts'
import { OwnLives } from './own-lives.ts'
import type { RecordStore } from './record-store.ts'
import { Structure, type StructureChange } from './structure.ts'
import type { WindowOrder } from './window-order.ts'

/** What an answer's rows claim. */
export interface PlaceClaim {
  readonly asOf: Seq
  readonly generation: number
}

export interface PlacedRowsOptions {
  readonly store: RecordStore
  readonly order: WindowOrder
  /** Rows of a block. */
  readonly blockSize: number
}

export class PlacedRows {
  readonly structure = new Structure()
  readonly anchors = new AnchorList()
  readonly newRows = new NewRows()
  readonly lives = new OwnLives()
  readonly blocks: BlockCache
  readonly held: HeldRows
  readonly #store: RecordStore
  readonly #order: WindowOrder

  constructor({ store, order, blockSize }: PlacedRowsOptions) {
    this.#store = store
    this.#order = order
    this.blocks = new BlockCache(blockSize)
    this.held = new HeldRows(store)
  }

  /** The record at a row of `rowCount`, the new ones last; null while it is not known, and beyond them. */
  idAt(index: number, rowCount: number): RecordId | null {
    const { list } = this.newRows
    const fromEnd = rowCount - index
    if (fromEnd < 1) return null
    return fromEnd <= list.length ? (list[list.length - fromEnd]?.id ?? null) : this.blocks.idAt(index)
  }

  /**
   * Where a loaded record stands among `rowCount` rows; null when it is not loaded. Blocks may reach further than the rows do: a
   * count is often newer than they are, and what they know of beyond it is not shown.
   */
  indexOf(id: RecordId, rowCount: number): number | null {
    const { list } = this.newRows
    const at = list.findIndex((row) => row.id === id)
    if (at >= 0) return rowCount - list.length + at
    const placed = this.blocks.indexOf(id)
    return placed !== null && placed < rowCount - list.length ? placed : null
  }

  blockOf(index: number): number {
    return Math.floor(index / this.blocks.size)
  }

  /** Rows may have moved: what does not prove to know of it is doubtful from now on. */
  raise(change: StructureChange): void {
    this.structure.raise(change)
    this.blocks.rewrite((block) => ({
      ...block,
      generation: this.structure.generationOf(this.#claimOf(block)),
    }))
    this.anchors.rewrite((anchor) => ({
      ...anchor,
      generation: this.structure.generationOf({ ...anchor, lastId: this.#order.idIn(anchor) }),
    }))
  }

  /** Stores the ids of an answer as blocks; null: nothing is to be shown at that row. */
  put(plan: FetchPlan, ids: readonly (RecordId | null)[], claim: PlaceClaim): void {
    const { size } = this.blocks
    const gone: RecordId[] = []
    for (let at = 0; at < Math.max(1, ids.length); at += size) {
      const first = plan.first + at
      const { added, removed } = this.blocks.put({
        no: this.blockOf(first),
        first,
        ids: ids.slice(at, at + size),
        isFirm: plan.isFirm,
        isDrifting: plan.isDrifting,
        ...claim,
      })
      this.#store.retain(added)
      gone.push(...removed)
    }
    // Made again since the answer looked: it waits at the end for the next one.
    for (const id of gone) if (this.lives.isLaterThan(id, claim.asOf)) this.addNewRow(id)
    this.#store.release(gone)
    this.dropNewRows((row) => this.blocks.indexOf(row.id) !== null && !this.held.has(row.id))
  }

  /** Remembers the keys at both ends of an answer. */
  noteKeys(plan: FetchPlan, answer: RowsWindow, claim: PlaceClaim): void {
    const { firstKey, lastKey, rows } = answer
    if (rows.length === 0) return
    // Keys reached from a doubtful one are doubtful themselves.
    const generation = plan.isDrifting ? 0 : claim.generation
    const shared = { asOf: claim.asOf, generation, isFirm: plan.isFirm }
    const added: Anchor[] = []
    if (firstKey) added.push({ index: plan.first, key: firstKey, ...shared })
    if (lastKey) added.push({ index: plan.first + rows.length - 1, key: lastKey, ...shared })
    this.anchors.add(added)
  }

  /** Forgets blocks wholly behind the end. */
  trim(end: number): void {
    for (const no of this.blocks.numbers()) {
      if (no > 0 && no * this.blocks.size >= end) this.#store.release(this.blocks.remove(no))
    }
  }

  /** Forgets the least used blocks beyond `keep`; never those in `from` … `to`, nor with records in work. */
  evict(keep: number, from: number, to: number): void {
    const isInWork = (id: RecordId | null) =>
      id !== null && (id === this.held.cursor || this.held.has(id) || this.#store.hasChanges(id))
    this.#store.release(
      this.blocks.evict(keep, ({ no, ids }) => (no >= from && no <= to) || ids.some(isInWork)),
    )
  }

  /**
   * Puts records before another one (null: at the end of `count` rows) as far as all rows between their old and new places are
   * known; what is fetched next tells the truth of it.
   */
  reorder(ids: readonly RecordId[], before: RecordId | null, count: number): void {
    const moved = new Set(ids)
    const target = before === null ? count : this.blocks.indexOf(before)
    const places = ids.map((id) => this.blocks.indexOf(id)).filter((at) => at !== null)
    if (target === null || places.length < ids.length) return
    const first = Math.min(target, ...places)
    const between = Array.from({ length: Math.max(target - 1, ...places) - first + 1 }, (_, at) =>
      this.blocks.idAt(first + at),
    )
    if (between.includes(null)) return
    const rest = between.filter((id) => id !== null && !moved.has(id))
    const at = before === null ? rest.length : rest.indexOf(before)
    const order = rest.toSpliced(at < 0 ? rest.length : at, 0, ...ids)
    const last = first + order.length - 1
    const touched = this.blocks.between(this.blockOf(first), this.blockOf(last))
    const changes = touched.map((block) => {
      const placed = block.ids.map((id, row) => order[block.first + row - first] ?? id)
      return this.blocks.put({ ...block, ids: placed })
    })
    // From one block to another: the record is kept all the way.
    this.#store.retain(changes.flatMap(({ added }) => added))
    this.#store.release(changes.flatMap(({ removed }) => removed))
  }

  /** Puts one's own new record at the end, unless it stands somewhere already. */
  addNewRow(id: RecordId): void {
    if (this.blocks.indexOf(id) !== null) return
    const isKnown = this.newRows.has(id)
    // One that is there already is made again: no answer of before tells of it.
    this.newRows.add(id, this.lives.answeredAt(id))
    if (!isKnown) this.#store.retain([id])
  }

  dropNewRows(test: Parameters<NewRows['remove']>[0]): void {
    this.#store.release(this.newRows.remove(test))
  }

  /** Is somebody at work on a new record that the server has, and has not said of whether it is a row? A count says nothing of it then. */
  get awaitsJudgement(): boolean {
    if (!this.#order.picks) return false
    return this.newRows.list.some((row) => row.ackedAt !== null && !row.isJudged && this.held.has(row.id))
  }

  /** The rows were counted as of a point; a count that began at `began` knows of everything before. */
  onCount(asOf: Seq, began: number): void {
    this.newRows.onCount()
    this.lives.count(asOf, began, (id) => this.newRows.has(id))
    this.held.countedSince(began)
  }

  /** Rows that are shown and not in the total; less than none while it includes some that are gone. */
  get uncounted(): number {
    const { list } = this.newRows
    const added = list.filter(({ id, isLeftOut }) => isLeftOut || !this.lives.isCounted(id)).length
    const outside = list.filter(({ id }) => this.held.isOutside(id)).length
    return added + this.#uncountedElsewhere + Math.max(0, this.held.uncounted - outside)
  }

  /** Of one's own records that are not at the end. A deleted one stays where it is until its deletion is told. */
  get #uncountedElsewhere(): number {
    // Whether they are rows of a view that picks is the server's to tell.
    if (this.#order.picks) return 0
    let count = 0
    for (const id of this.lives.ids()) {
      if (this.newRows.has(id)) continue
      const isThere = this.lives.isThere(id)
      if (isThere || this.blocks.indexOf(id) === null) {
        count += Number(isThere) - Number(this.lives.isCounted(id))
      }
    }
    return count
  }

  /** Gives every record back. */
  close(): void {
    this.#store.release(this.blocks.ids())
    this.dropNewRows(() => true)
    this.held.forgetReleased()
  }

  /** A short block ends where the rows end, so nothing that comes in lies behind it. */
  #claimOf(block: Block): PlaceClaim & { lastId: RecordId | null } {
    const { asOf, generation, ids, isFirm } = block
    const isFull = ids.length === this.blocks.size && isFirm
    return { asOf, generation, lastId: isFull ? (ids.at(-1) ?? null) : null }
  }
}
