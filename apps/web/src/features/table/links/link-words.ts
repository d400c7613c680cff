/** What is said about linked records. */
import { limits } from '@plinth/domain'

/** Linked records that whoever looks may not read. */
export const restrictedText = (count: number): string => `${count.toLocaleString()} restricted`

/** Why a cell with more records than are told with it is not emptied, nor overwritten. */
export const manyLinks = `More than ${limits.linksPerCell} records are linked here. Open the cell to unlink them one by one.`
