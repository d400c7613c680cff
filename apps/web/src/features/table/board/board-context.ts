import type { Field, RecordId, ViewQuery } from '@plinth/domain'
import { createContext, useContext } from 'react'
import type { Stack } from './stacks.ts'
import type { BoardMove } from './use-board-moves.ts'
import type { CardDrag, CardDragging, StackPlace } from './use-card-drag.ts'

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
  readonly moves: readonly BoardMove[]
  readonly drag: CardDrag | null
  readonly beginDrag: CardDragging['begin']
  /** Why a card that is dragged does not go into a stack; null: it does, as far as is known. */
  refusalOf(stack: Stack): string | null
  /** Puts a record into a stack; where the order is made by hand, before another one, or (null) at the end. */
  move(id: RecordId, from: StackPlace, to: StackPlace, before?: RecordId | null): void
  /** Why records are not put in order by hand; null: they are. */
  readonly whyFixed: string | null
  /** The records of a stack. */
  queryOf(stack: Stack, lane: Stack | null): Omit<ViewQuery, 'table'>
  /** Makes a record in a stack; null: nobody makes one there. */
  createIn(stack: Stack, lane: Stack | null): (() => void) | null
  /** The card of this record takes the focus when it is there. */
  wantFocus(id: RecordId): void
  /** Is it this one that was waited for? It waits no more then. */
  takeFocus(id: RecordId | null): boolean
}

export const BoardContext = createContext<BoardScope | null>(null)

export function useBoard(): BoardScope {
  const board = useContext(BoardContext)
  if (!board) throw new Error('useBoard outside of a board')
  return board
}
