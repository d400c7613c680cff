/** One's own changes as they are kept until they are stored. */
import type { CellValue, Mutation } from '@plinth/domain'

export type OwnMutation = Mutation<CellValue>
