import { limits } from '@plinth/domain'
import { countOf } from '../../lib/count-of.ts'
import type { LeftOut } from './export-table.ts'

/** What an exported file does not tell of links; nothing where it tells all. */
export function leftOutLines({ restricted, cut }: LeftOut): readonly string[] {
  const most = limits.linksPerCell
  return [
    ...(restricted > 0
      ? [`${countOf(restricted, 'cell leaves', 'cells leave')} out linked records that you may not read.`]
      : []),
    ...(cut > 0
      ? [
          `${countOf(cut, 'cell names', 'cells name')} only the first ${most} linked records that you may read: more are linked there.`,
        ]
      : []),
  ]
}
