/** All that is put through the matrix: every type of the registry, and computed fields of every type that a result may have. */
import { computed } from './computed.ts'
import type { Subject } from './matrix.ts'
import { singleLink, types } from './stages.ts'

export const subjects: readonly Subject[] = [...types, singleLink, ...computed]
