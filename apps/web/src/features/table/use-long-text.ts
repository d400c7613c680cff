import { type CellValue, type Field, fieldTypes, mentionName } from '@plinth/domain'
import { useCallback } from 'react'
import { useCode } from '../../lib/use-code.ts'
import { useTable } from './table-context.ts'

/** A long text as it reads where there is room for some lines alone. */
export type LongTextOf = (field: Field, value: CellValue) => string

const load = async () => (await import('../../lib/markdown/plain-text.ts')).plainText

/** What reads Markdown is loaded where there are long texts; until then they are as they are written. */
export function useLongText(isNeeded: boolean): LongTextOf {
  const { values } = useTable()
  const plainText = useCode(isNeeded ? load : null)
  return useCallback(
    (field, value) => {
      // What a rollup strings together is no Markdown.
      if (!plainText || field.rollup || typeof value !== 'string')
        return fieldTypes.long_text.formatText(value, field, values)
      return plainText(value, (mention) => mentionName(mention, values))
    },
    [plainText, values],
  )
}
