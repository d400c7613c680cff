/** Refusals for want of room: the quota of the workspace is reached, as its page "Usage" shows. */
import type { AppError } from '@plinth/domain'
import { countOf } from './count-of.ts'
import { formatBytes } from './file-size.ts'

const allowed: Readonly<Record<string, (limit: number) => string>> = {
  workspace_tables: (limit) => countOf(limit, 'table'),
  workspace_rows: (limit) => countOf(limit, 'record'),
  workspace_file_bytes: (limit) => `${formatBytes(limit)} of files`,
}

export function isQuotaError(error: AppError): boolean {
  return quotaSentence(error) !== null
}

/** What the quota allows; null for other refusals. */
export function quotaSentence({ code, details }: AppError): string | null {
  const what = details?.rule === undefined ? undefined : allowed[details.rule]
  if (code !== 'limit_exceeded' || !what || details?.limit === undefined) return null
  return `This workspace may hold ${what(details.limit)}. There is not enough room left.`
}
