/** Words for what a column can become. */
import { type Candidate, type ColumnChoice, fieldTypes } from '@plinth/domain'
import { countOf } from '../../lib/count-of.ts'

export function choiceLabel(choice: ColumnChoice, all: readonly Candidate[]): string {
  const { label } = fieldTypes[choice.type]
  const isOnlyOne = all.filter((candidate) => candidate.choice.type === choice.type).length <= 1
  if (isOnlyOne) return label
  if ('mark' in choice) {
    const sample = choice.mark === '.' ? '1,234.5' : '1.234,5'
    return `${label} (${choice.type === 'integer' ? sample.slice(0, -2) : sample})`
  }
  if ('order' in choice) return `${label} (${choice.order === 'dmy' ? 'day first' : 'month first'})`
  return label
}

export function sizeOf(bytes: number): string {
  if (bytes < 1000) return countOf(bytes, 'byte')
  const kilo = bytes / 1000
  return kilo < 1000 ? `${kilo.toFixed(kilo < 10 ? 1 : 0)} kB` : `${(kilo / 1000).toFixed(1)} MB`
}

/** "8 seconds", "3 minutes": rough, for what is still to come. */
export function durationOf(seconds: number): string {
  return seconds < 90
    ? countOf(Math.max(1, Math.round(seconds)), 'second')
    : countOf(Math.round(seconds / 60), 'minute')
}
