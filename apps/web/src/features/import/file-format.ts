/** How a file is to be read: found out, or chosen by the person who imports. */
import type { CellExample, CsvDialect, Encoding, TableProfile } from '@plinth/domain'

export type FileFormat =
  | {
      readonly kind: 'csv'
      readonly encoding: Encoding
      readonly dialect: CsvDialect
      readonly hasHeader: boolean
    }
  | { readonly kind: 'json'; readonly encoding: Encoding }

/** What the person changed; null follows the detection. */
export interface FormatChoices {
  readonly encoding: Encoding | null
  readonly separator: string | null
  readonly hasHeader: boolean | null
}

export const noChoices: FormatChoices = { encoding: null, separator: null, hasHeader: null }

export interface FileProfile {
  readonly format: FileFormat
  readonly table: TableProfile
  readonly blankLines: number
  /** Places where quotes are not well-formed, or entries that are no objects. */
  readonly oddities: number
  readonly firstOddity: CellExample | null
}

/** What a base says about reading values. */
export interface ReadingContext {
  readonly locale: string
  readonly timeZone: string
}
