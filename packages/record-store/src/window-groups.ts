/**
 * The groups of a window: what they are called, how many records they have, their figures, and where their headings
 * stand. They are asked for as if none were closed, so that opening and closing them asks for nothing.
 */
import {
  type AppError,
  type FieldId,
  type LinkItem,
  limits,
  ok,
  type Result,
  type RowsApi,
  type Seq,
  type SummaryKind,
  type ViewGroup,
  type ViewQuery,
} from '@plinth/domain'
import type { Clock } from './clock.ts'
import { Emitter } from './emitter.ts'
import { type GroupLayout, groupKey, layOutGroups, wholeGroups } from './group-layout.ts'
import { Refresher } from './refresher.ts'

export interface GroupsSnapshot extends GroupLayout {
  /** False: they are not known yet. */
  readonly isKnown: boolean
  /** All records of the view, in closed groups or not. */
  readonly total: number
  /** Records of groups that have no heading, because there are too many groups. */
  readonly beyond: number
  /** What linked records are called by which they are groups, by their ids. */
  readonly linked: ReadonlyMap<string, LinkItem>
  /** Why they could not be worked out the last time; what is here is from before. */
  readonly error: AppError | null
}

interface Known {
  readonly groups: readonly ViewGroup[]
  readonly total: number
  readonly isCut: boolean
  readonly linked: ReadonlyMap<string, LinkItem>
}

export interface WindowGroupsOptions {
  readonly query: ViewQuery
  readonly rows: Pick<RowsApi, 'groups'>
  readonly clock: Clock
  noteAnswer(seq: Seq): void
}

const nothing: Known = { groups: [], total: 0, isCut: false, linked: new Map() }

export class WindowGroups {
  readonly #options: WindowGroupsOptions
  readonly #query: ViewQuery
  readonly #collapsed: ReadonlySet<string>
  readonly #changed = new Emitter()
  readonly #refresher: Refresher
  #figures: Readonly<Record<FieldId, SummaryKind>> = {}
  #known: Known | null = null
  /** What has come while a record is held where it belongs no more: shown when it has gone. */
  #next: Known | null = null
  #isHolding = false
  #error: AppError | null = null
  #snapshot: GroupsSnapshot

  constructor(options: WindowGroupsOptions) {
    this.#options = options
    const { collapsed = [], ...query } = options.query
    this.#query = query
    this.#collapsed = new Set(collapsed.map(groupKey))
    this.#refresher = new Refresher(
      options.clock,
      (signal) => this.#ask(signal),
      (error) => {
        this.#error = error
        this.#publish()
      },
    )
    this.#snapshot = this.#look()
  }

  readonly subscribe = this.#changed.subscribe
  readonly snapshot = (): GroupsSnapshot => this.#snapshot

  /** Begins with what a window of the same rows knows, in which other groups are closed. */
  carryFrom(other: WindowGroups): void {
    this.#refresher.carryFrom(other.#refresher)
    this.#figures = other.#figures
    this.#known = other.#next ?? other.#known
    this.#snapshot = this.#look()
  }

  open(): void {
    if (!this.#refresher.isSettled) this.#refresher.want(0)
  }

  close(): void {
    this.#refresher.close()
  }

  /** Which figures the headings tell: those of the first fields. */
  setFigures(figures: Readonly<Record<FieldId, SummaryKind>>): void {
    const first = Object.fromEntries(Object.entries(figures).slice(0, limits.figuresPerGroup))
    if (JSON.stringify(first) === JSON.stringify(this.#figures)) return
    this.#figures = first
    this.#refresher.again()
  }

  retry(): void {
    if (this.#error) this.#refresher.again()
  }

  /** Do values of these fields (null: of any) show in the figures? */
  hasFiguresOf(fields: readonly FieldId[] | null): boolean {
    return fields === null || fields.some((field) => this.#figures[field] !== undefined)
  }

  noteChange(seq: Seq | null, ms: number): void {
    this.#refresher.note(seq, ms)
  }

  /** While a record is held, the headings stay where the rows are; only their figures follow. */
  setHolding(isHolding: boolean): void {
    if (isHolding === this.#isHolding) return
    this.#isHolding = isHolding
    if (!isHolding && this.#next) this.#take(this.#next)
  }

  #take(known: Known): void {
    this.#next = this.#isHolding && this.#known ? known : null
    this.#known = this.#next && this.#known ? withFiguresOf(this.#known, known) : known
    this.#publish()
  }

  #publish(): void {
    this.#snapshot = this.#look()
    this.#changed.emit()
  }

  async #ask(signal: AbortSignal): Promise<Result<Seq>> {
    const { rows, noteAnswer } = this.#options
    const figures = this.#figures
    // One page: another would count all records once more. Outer groups come before inner ones; rows of groups that are not told stand
    // below the heading of the one around them, or below one last heading.
    const asked = { query: this.#query, figures, skip: 0, take: limits.groupsPerRequest }
    const answer = await rows.groups(asked, signal)
    if (!answer.ok) return answer
    const { groups, total, atEnd, atSeq, linked = [] } = answer.value
    noteAnswer(atSeq)
    if (!this.#refresher.isClosed)
      this.#take({
        groups: atEnd ? groups : wholeGroups(groups),
        total,
        isCut: !atEnd,
        linked: new Map(linked.map((item) => [item[0], item])),
      })
    return ok(atSeq)
  }

  #look(): GroupsSnapshot {
    const { groups, total, isCut, linked } = this.#known ?? nothing
    const layout = layOutGroups(groups, this.#collapsed, linked)
    const beyond = isCut ? Math.max(0, total - layout.covered) : 0
    return { ...layout, total, beyond, linked, isKnown: this.#known !== null, error: this.#error }
  }
}

/** The counts that hold for the rows as they stand, with the newest figures. */
function withFiguresOf(shown: Known, newest: Known): Known {
  const byKey = new Map(newest.groups.map((group) => [groupKey(group.path), group.figures]))
  const groups = shown.groups.map((group) => {
    return { ...group, figures: byKey.get(groupKey(group.path)) ?? group.figures }
  })
  return { ...shown, groups, linked: newest.linked }
}
