import type { TableModel } from '../model.ts'
import type { Prober } from '../prober.ts'

/** One way into a project. */
export interface Surface {
  readonly name: string
  /** It is about changing records: more of those who may change some try it. */
  readonly writes?: true
  /** Tries a handful of things about this table and judges what is answered. */
  readonly probe: (prober: Prober, table: TableModel) => Promise<void>
}
