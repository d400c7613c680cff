import type { Field, RecordId, ViewQuery } from '@plinth/domain'
import { createContext, useContext } from 'react'
import type { Stack } from './stacks.ts'
import type { BoardMove } from './use-board-moves.ts'
import type { CardDrag, CardDragging, StackPlace } from './use-card-drag.ts'
import type { RefusalOf } from './use-refusals.ts'

/** What the parts of a board share. */
export interface BoardScope {
  readonly field: Field
  readonly lanes: Field | null
  readonly cover: Field | null
  readonly color: Field | null
  /** Below the title of a card. */
  readonly fields: readonly Field[]
  /** Of a card, with the gap below it. */
  readonly cardPx: number
  readonly stacks: readonly Stack[]
  /** Empty: the board has none. */
  readonly laneList: readonly Stack[]
  readonly moves: readonly BoardMove[]
  readonly drag: CardDrag | null
  readonly beginDrag: CardDragging['begin']
  /** Of the record in hand: the one that is dragged, or whose menu is open. */
  readonly refusalOf: RefusalOf
  /** The menu of a record is open; null: of none. */
  openMenu(id: RecordId | null): void
  /** Puts a record into a stack or a lane; where the order is made by hand, before another one, or (null) at the end. Says why where it stays, and answers false. */
  move(id: RecordId, from: StackPlace, to: StackPlace, before?: RecordId | null): boolean
  /** Why records are not put in order by hand; null: they are. */
  readonly whyFixed: string | null
  /** The records of a stack. */
  queryOf(stack: Stack, lane: Stack | null): Omit<ViewQuery, 'table'>
  /** Makes a record in a stack; null: nobody makes one there. */
  createIn(stack: Stack, lane: Stack | null): (() => void) | null
  /** The card of this record at this place takes the focus when it is there. */
  wantFocus(id: RecordId, place: StackPlace): void
  /** Is it this one that was waited for? It waits no more then. */
  takeFocus(id: RecordId | null, place: StackPlace): boolean
}

export const BoardContext = createContext<BoardScope | null>(null)

export function useBoard(): BoardScope {
  const board = useContext(BoardContext)
  if (!board) throw new Error('useBoard outside of a board')
  return board
}
