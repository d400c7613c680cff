import { limits, type RecordLayout } from '@plinth/domain'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '../../../lib/ErrorNote.tsx'
import { queries } from '../../../lib/queries.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useTable } from '../table-context.ts'
import { LayoutLines } from './LayoutLines.tsx'
import { addHeading, type LayoutLine, layoutOf, linesOf } from './layout-draft.ts'

/** How the page of every record of the table is laid out; for creators, and the same for everybody. */
export default function LayoutDialog({ onClose }: { onClose: () => void }) {
  const { backend, base, table } = useTable()
  const client = useQueryClient()
  const [stored] = useState<readonly LayoutLine[]>(() => linesOf(table.layout, table.fields))
  const [lines, setLines] = useState(stored)
  const [added, setAdded] = useState<string | null>(null)
  const action = useAction((layout: RecordLayout | null) => backend.records.setLayout(table.id, layout))
  const save = async (layout: RecordLayout | null) => {
    const answer = await action.run(layout)
    if (!answer.ok) return
    await client.invalidateQueries({ queryKey: queries.baseSchema(backend, base).queryKey })
    onClose()
  }
  const addSection = () => {
    const id = crypto.randomUUID()
    setLines(addHeading(lines, id))
    setAdded(id)
  }
  const sections = lines.filter(({ kind }) => kind === 'heading').length
  return (
    <Dialog
      isOpen
      isChanged={lines !== stored}
      onOpenChange={onClose}
      size="md"
      title={`Layout of ${table.name}`}
      description="The same for everybody who opens a record of this table. Fields that are new later come last."
      footer={
        <>
          {table.layout && (
            <Button
              variant="ghost"
              // On a phone a line of its own: the two others stay beside each other.
              className="mr-auto max-sm:w-full"
              isPending={action.isPending}
              onPress={() => void save(null)}
            >
              Back to the order of the fields
            </Button>
          )}
          <Button variant="ghost" onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" isPending={action.isPending} onPress={() => void save(layoutOf(lines))}>
            Save layout
          </Button>
        </>
      }
    >
      <ErrorNote error={action.error} />
      <LayoutLines lines={lines} added={added} onChange={setLines} />
      <Button
        size="sm"
        variant="ghost"
        className="mt-2"
        icon={<Plus aria-hidden />}
        isDisabled={sections >= limits.sectionsPerRecord}
        onPress={addSection}
      >
        Add a section
      </Button>
    </Dialog>
  )
}
