/** Puts records into stacks: stored with a change of the field, and of the order where people make it by hand. */
import {
  type Field,
  type FieldId,
  isComputedField,
  type RecordId,
  type Result,
  type ViewId,
} from '@plinth/domain'
import type { OwnValue } from '@plinth/record-store'
import { useMemo } from 'react'
import { mayAddRecords } from '../../../lib/table-access.ts'
import { toast } from '../../../ui/Toast.tsx'
import { useTable } from '../table-context.ts'
import { type Stack, valuesToMove } from './stacks.ts'
import type { BoardMoves } from './use-board-moves.ts'
import type { StackPlace } from './use-card-drag.ts'

interface PutOptions {
  readonly field: Field
  readonly lanes: Field | null
  readonly stacks: readonly Stack[]
  readonly laneList: readonly Stack[]
  readonly moves: BoardMoves
  /** The view whose order is made by hand here; null: it is not. */
  readonly ordered: ViewId | null
}

type Values = Readonly<Record<FieldId, OwnValue>>

export interface Put {
  /** What becomes of a record on the way from one place to another. */
  valuesBetween(from: StackPlace, to: StackPlace): Values
  store(id: RecordId, values: Values, to: StackPlace, before?: RecordId | null): void
}

export function usePut({ field, lanes, stacks, laneList, moves, ordered }: PutOptions): Put {
  const { session } = useTable()
  const { note } = moves
  return useMemo(
    () => ({
      valuesBetween: (from, to) => ({
        ...changeOf(field, stacks, from.stack, to.stack),
        ...(lanes ? changeOf(lanes, laneList, from.lane, to.lane) : {}),
      }),
      store(id, values, to, before) {
        if (Object.keys(values).length > 0) note({ id, to, before: before ?? null })
        if (ordered === null || before === undefined || before === id) session.edit(id, values)
        else void tellFailure(session.moveRecords(ordered, [id], before, values))
      },
    }),
    [session, field, lanes, stacks, laneList, note, ordered],
  )
}

async function tellFailure(moved: Promise<Result<null>>): Promise<void> {
  const answer = await moved
  if (!answer.ok) toast.error(answer.error)
}

function changeOf(field: Field, stacks: readonly Stack[], from: string, to: string) {
  if (from === to) return {}
  const [before, after] = [from, to].map((key) => stacks.find((stack) => stack.key === key))
  return before && after ? valuesToMove(field, before, after) : {}
}

export interface MoveRights {
  /** May the record go into another stack, or another lane? Where neither, says why. */
  mayMove(id: RecordId): boolean
  mayCreateIn(stack: Stack): boolean
}

export function useMoveRights(field: Field, lanes: Field | null): MoveRights {
  const { session, table, isFixed, refuseEdit } = useTable()
  return useMemo(() => {
    const isFree = (one: Field) =>
      one.access !== 'read' && !isComputedField(one) && one.changing === undefined
    const mayAdd = mayAddRecords(table) && isFree(field) && (lanes === null || isFree(lanes))
    return {
      mayMove(id) {
        const row = session.store.get(id)
        return (lanes !== null && !isFixed(row, lanes)) || !refuseEdit(row, field)
      },
      mayCreateIn({ value }) {
        const { initial } = field.options
        return mayAdd && (field.type !== 'status' || initial === undefined || initial === value)
      },
    }
  }, [session, table, field, lanes, isFixed, refuseEdit])
}
