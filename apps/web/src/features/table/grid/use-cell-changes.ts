/** Carries out what a selection asks for: reads the rows that it needs, judges the values, and stores them as one step. */
import { type CellValue, type Field, type FieldId, type RecordId, uuidV7 } from '@plinth/domain'
import type { Rectangle } from '@plinth/grid'
import type { RowView, RowWindow } from '@plinth/record-store'
import { useState } from 'react'
import { pairOf } from '../../../lib/link-words.ts'
import { ComingNames } from '../../../lib/records-named.ts'
import { toast } from '../../../ui/Toast.tsx'
import type { Column } from '../columns.ts'
import { stayingText } from '../links/link-words.ts'
import { withLinks } from '../links/pasted-links.ts'
import { useTable } from '../table-context.ts'
import { type BlockScope, rowsOf, sizeOf } from './cell-block.ts'
import type { Missing } from './making-label.ts'
import {
  addedBy,
  type CellChanges,
  changesOf,
  comingNames,
  type IncomingCell,
  missingNames,
} from './pasted-values.ts'
import { loadedRows, mostCells, readRows } from './range-rows.ts'
import { useMissingOptions } from './use-missing-options.ts'

export interface CellChangesInput {
  readonly window: RowWindow
  readonly columns: readonly Column[]
  /** Values that a new record begins with. */
  newValues(): Readonly<Record<FieldId, CellValue>>
}

/** What somebody is asked before it is stored. */
export interface CellReview extends Missing {
  readonly given: readonly IncomingCell[]
  readonly changes: CellChanges
  /** Of the new records: links of the others name them. */
  readonly ids: readonly RecordId[]
  readonly onStored: OnStored | undefined
}

/** Told once the values are on their way, and shown. */
export type OnStored = () => void

interface ApplyOptions {
  readonly isMaking?: boolean
  readonly onStored?: OnStored | undefined
}

const progressId = 'cells-progress'

export function useCellChanges({ window, columns, newValues }: CellChangesInput) {
  const { session, table, values, backend, tables, tableOf, isFixed, refuseEdit } = useTable()
  const choices = useMissingOptions()
  const [review, setReview] = useState<CellReview | null>(null)

  const isLinkedOnce = (field: Field) => pairOf(field, tables)?.field.options.single === true

  /** The rows of some rectangles, read where they are not on screen; null: too many, or given up. */
  const gather = async (
    rectangles: readonly Rectangle[],
    what: 'cells' | 'records' = 'cells',
  ): Promise<{ scope: BlockScope; letGo(): void } | null> => {
    const span = rowsOf(rectangles)
    const fields = columns.map(({ field }) => field)
    if (!span) return { scope: { rows: new Map(), fields }, letGo: () => undefined }
    const size = rectangles.reduce((sum, rectangle) => sum + sizeOf(rectangle), 0)
    // What lies between two places is read with them.
    if (Math.max(size, span.last - span.first + 1) > mostCells) {
      toast.info(`That is more than ${mostCells.toLocaleString()} ${what}`, {
        description: 'Select fewer of them, or export the table as a file.',
      })
      return null
    }
    const input = { window, session, backend }
    const here = loadedRows(input, span.first, span.last)
    const placed = (rows: readonly RowView[]) => new Map(rows.map((row, at) => [span.first + at, row]))
    if (here) return { scope: { rows: placed(here), fields }, letGo: () => undefined }
    const controller = new AbortController()
    const total = (span.last - span.first + 1).toLocaleString()
    const tell = (read: number) =>
      toast.info(`Reading ${read.toLocaleString()} of ${total} records`, {
        id: progressId,
        durationMs: 60_000,
        action: { label: 'Cancel', onAction: () => controller.abort() },
      })
    tell(0)
    const answer = await readRows(input, span.first, span.last, {
      signal: controller.signal,
      onProgress: tell,
    })
    toast.dismiss(progressId)
    if (answer && !answer.ok) toast.error(answer.error)
    if (!answer?.ok) return null
    return { scope: { rows: placed(answer.value.rows), fields }, letGo: answer.value.letGo }
  }

  const store = (changes: CellChanges, ids: readonly RecordId[]): void => {
    const added = changes.added.map((given) => filled({ ...newValues(), ...given }))
    session.editMany(changes.edits, added, ids)
    const staying = stayingText(changes.staying)
    if (staying) toast.info(staying)
  }

  /** Stores what fits; asks first where something does not. Names of records are looked up before, and made where that is wanted. */
  const apply = async (
    given: readonly IncomingCell[],
    { isMaking = false, onStored }: ApplyOptions = {},
  ): Promise<void> => {
    const isOpen = ({ target, field }: IncomingCell) =>
      !isFixed(typeof target === 'number' ? null : target, field)
    // Nothing is made for a cell that stays as it is.
    const asked = isMaking ? given.filter(isOpen) : given
    const ids = Array.from({ length: addedBy(given) }, () => uuidV7() as RecordId)
    const names = comingNames(asked, { first: table.fields[0], ids }, { values, isFixed })
    const coming = new ComingNames(table.id, names)
    const found = await withLinks(asked, { rows: backend.rows, values, tableOf, coming }, { isMaking })
    if (!found.ok) return void toast.error(found.error)
    const cells = found.value
    const changes = changesOf(cells, { values, isFixed, isLinkedOnce })
    const isNothing = changes.edits.length === 0 && changes.added.length === 0
    if (isNothing && changes.refused.length === 0) {
      const [first] = cells
      const row = first && typeof first.target !== 'number' ? first.target : null
      if (first) refuseEdit(row, first.field)
      return
    }
    if (changes.refused.length > 0) {
      // What could not be made is not offered again.
      const missing = isMaking ? [] : missingNames(cells.filter(isOpen))
      return setReview({
        given,
        changes,
        ids,
        onStored,
        missing,
        options: isMaking ? [] : choices.find(changes.refused),
      })
    }
    store(changes, ids)
    onStored?.()
    tellFixed(changes)
  }

  return {
    gather,
    apply: (cells: readonly IncomingCell[], onStored?: OnStored) => apply(cells, { onStored }),
    review,
    acceptReview() {
      if (review) store(review.changes, review.ids)
      setReview(null)
      review?.onStored?.()
    },
    /** Makes the records and options that are missing first. */
    async makeMissing() {
      if (review) {
        const { given, options, onStored } = review
        await apply(await choices.makeFor(given, options), { isMaking: true, onStored })
      }
      setReview((now) => (now === review ? null : now))
    },
    dropReview: () => setReview(null),
  }
}

/** A new record leaves out what is empty: its defaults are for fields of which nothing was said. */
function filled(values: Readonly<Record<FieldId, CellValue>>): Record<FieldId, CellValue> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}

function tellFixed({ fixed }: CellChanges): void {
  if (fixed === 0) return
  toast.info(`${fixed === 1 ? 'One cell stays' : `${fixed.toLocaleString()} cells stay`} as before`, {
    description:
      'You may not change them, or their kind takes no text: files, locked records, read-only fields.',
  })
}
