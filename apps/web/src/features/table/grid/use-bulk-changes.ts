/** Changes of more rows than are read here: asks, then the server works them off. */
import type { BulkChange, Field } from '@plinth/domain'
import type { Rectangle } from '@plinth/grid'
import type { RowWindow } from '@plinth/record-store'
import { useState } from 'react'
import { toast } from '../../../ui/Toast.tsx'
import { useTable } from '../table-context.ts'
import { type BulkRows, bulkRows } from './bulk-request.ts'

export interface BulkQuestion extends BulkRows {
  readonly change: BulkChange
  /** The field that is set. */
  readonly field: Field | null
}

export function useBulkChanges(window: RowWindow) {
  const { session, backend } = useTable()
  const [question, setQuestion] = useState<BulkQuestion | null>(null)
  const ask = async (
    areas: readonly Rectangle[],
    change: BulkChange,
    field: Field | null = null,
  ): Promise<void> => {
    const rows = await bulkRows({ window, backend }, areas)
    if (!rows) {
      toast.info('This selection has too many gaps', {
        description: 'Select records that stand together, or filter the view to those that you mean.',
      })
    } else if (rows.ok) setQuestion({ ...rows.value, change, field })
    else toast.error(rows.error)
  }
  return {
    ask,
    question,
    drop: () => setQuestion(null),
    async accept() {
      if (!question) return
      const { selection, count, change } = question
      setQuestion(null)
      const begun = await session.changeMany({ query: window.query, selection, change, count, slack: 0 })
      if (!begun.ok) toast.error(begun.error)
    },
  }
}
