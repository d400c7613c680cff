/** Every surface that is probed by one person at a time. What is new is added here. */
import { about } from './about.ts'
import { automations } from './automations.ts'
import { bulks } from './bulks.ts'
import { comments } from './comments.ts'
import { deletions } from './deletions.ts'
import { forms } from './forms.ts'
import { importReports } from './import-reports.ts'
import { imports } from './imports.ts'
import { invitations } from './invitations.ts'
import { links } from './links.ts'
import { management } from './management.ts'
import { metadata } from './metadata.ts'
import { mutations } from './mutations.ts'
import { onRead } from './on-read.ts'
import { pictures } from './pictures.ts'
import { removedFiles } from './removed-files.ts'
import { rollups } from './rollups.ts'
import { shared } from './shared.ts'
import { sides } from './sides.ts'
import { storedFiles } from './stored-files.ts'
import type { Surface } from './surface.ts'
import { tableReads } from './table-reads.ts'
import { tableWrites } from './table-writes.ts'
import { uploads } from './uploads.ts'
import { viewCalls } from './view-calls.ts'
import { windows } from './windows.ts'

/** Reading stands twice: it is what most rights are about. */
export const surfaces: readonly Surface[] = [
  tableReads,
  tableReads,
  windows,
  windows,
  sides,
  links,
  deletions,
  rollups,
  onRead,
  tableWrites,
  mutations,
  bulks,
  comments,
  automations,
  imports,
  uploads,
  storedFiles,
  metadata,
  about,
  management,
  shared,
  viewCalls,
  forms,
  importReports,
  removedFiles,
  invitations,
  pictures,
]
