import { type CellValue, type CoverFit, filesIn } from '@plinth/domain'
import { FileCover } from '../../../lib/files/FileCover.tsx'
import { useTable } from '../table-context.ts'

/** The first picture of a cell, on top of a card. */
export function CardCover({
  value,
  ...look
}: {
  value: CellValue
  fit?: CoverFit | undefined
  className?: string
}) {
  const { backend } = useTable()
  return <FileCover source={backend.files} files={filesIn(value)} {...look} />
}
