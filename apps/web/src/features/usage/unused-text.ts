import type { UnusedFiles } from '@plinth/domain'
import { countOf } from '../../lib/count-of.ts'
import { formatBytes } from '../../lib/file-size.ts'

/** "3 files in storage are in no record: 2.1 MB." */
export function unusedText({ files, bytes, missing }: UnusedFiles): string {
  const unused = `${countOf(files, 'file')} in storage ${files === 1 ? 'is' : 'are'} in no record: ${formatBytes(bytes)}.`
  const lost = `${countOf(missing, 'file')} in records ${missing === 1 ? 'is' : 'are'} not in storage any more.`
  return [...(files > 0 ? [unused] : []), ...(missing > 0 ? [lost] : [])].join(' ')
}
