/**
 * Records as cards in stacks, one for each value of a field; with lanes, a row of stacks for each value of another. What is seen of the board
 * is loaded, a few cards of a stack at a time.
 */
import type { SharedLanes, SharedStack } from '@plinth/domain'
import { LaneRow } from '../../lib/LaneRow.tsx'
import { useClosedLanes } from '../../lib/use-closed-lanes.ts'
import type { OpenProps } from './RecordCard.tsx'
import { SharedStackColumn } from './SharedStackColumn.tsx'
import { SharedStackName } from './SharedStackName.tsx'
import type { BoardLayout, PartedProps } from './shared-kinds.ts'
import { countIn, stackWords } from './shared-stacks.ts'
import { useRecordDialog } from './use-record-dialog.tsx'

type BoardProps = PartedProps<BoardLayout> & Pick<OpenProps, 'onOpen'>

export default function SharedBoard(props: PartedProps<BoardLayout>) {
  const { onOpen, dialog } = useRecordDialog(props.page)
  return (
    <>
      <div className="scroll-thin h-full overflow-auto p-3 max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-3">
        {props.layout.lanes ? (
          <Lanes {...props} onOpen={onOpen} lanes={props.layout.lanes} />
        ) : (
          <div className="flex h-full w-max min-w-full items-start gap-3">
            {props.layout.stacks.map((stack) => (
              <SharedStackColumn
                key={keyOf(props.layout.by, stack)}
                {...props}
                onOpen={onOpen}
                stack={stack}
                lane={null}
                count={stack.count}
              />
            ))}
          </div>
        )}
      </div>
      {dialog}
    </>
  )
}

function Lanes({ lanes, ...board }: BoardProps & { lanes: SharedLanes }) {
  const { page, layout } = board
  const closed = useClosedLanes()
  const by = page.fields[lanes.by]
  if (!by) return null
  return (
    <div className="flex w-max min-w-full flex-col gap-2">
      {lanes.stacks.map((lane, laneAt) => {
        const key = keyOf(lanes.by, lane)
        const words = stackWords(by, lane.value, page)
        return (
          <LaneRow
            key={key}
            label={words.label}
            name={<SharedStackName words={words} />}
            count={lane.count}
            locale={page.locale}
            isOpen={!closed.has(key)}
            onToggle={() => closed.toggle(key)}
          >
            {layout.stacks.map((stack, stackAt) => (
              <SharedStackColumn
                key={keyOf(layout.by, stack)}
                {...board}
                stack={stack}
                lane={{ mark: lane.mark, label: words.label }}
                count={countIn(layout, stackAt, laneAt)}
              />
            ))}
          </LaneRow>
        )
      })}
    </div>
  )
}

const keyOf = (by: number, { mark }: SharedStack): string => JSON.stringify([by, mark])
