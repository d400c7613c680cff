/** Records as cards in stacks, one for each value of a field. What is seen of the board is loaded, a few cards of a stack at a time. */
import { SharedStackColumn } from './SharedStackColumn.tsx'
import type { BoardLayout, PartedProps } from './shared-kinds.ts'
import { useRecordDialog } from './use-record-dialog.tsx'

export default function SharedBoard(props: PartedProps<BoardLayout>) {
  const { page, layout } = props
  const { onOpen, dialog } = useRecordDialog(page)
  return (
    <>
      <div className="scroll-thin h-full overflow-auto p-3 max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-3">
        <div className="flex h-full w-max min-w-full items-start gap-3">
          {layout.stacks.map((stack) => (
            <SharedStackColumn
              key={JSON.stringify([layout.by, stack.mark])}
              {...props}
              stack={stack}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
      {dialog}
    </>
  )
}
