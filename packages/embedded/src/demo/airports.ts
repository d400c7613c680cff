import type { SupabaseBackend } from '@plinth/backend'
import type { BaseId } from '@plinth/domain'
import { type Column, fillTable } from './fill-table.ts'
import { readFixture } from './fixture.ts'

const text = (name: string, index: number): Column<string[]> => ({
  name,
  type: 'text',
  value: (row) => row[index] || null,
})
const coordinate = (name: string, index: number): Column<string[]> => ({
  name,
  type: 'number',
  decimals: 4,
  value: (row) => (row[index] ? Number(row[index]) : null),
})

/** 3,376 airports of `airports.csv`. */
export async function seedAirports(backend: SupabaseBackend, base: BaseId): Promise<void> {
  const [, ...rows] = recordsOf(await readFixture('airports.csv'))
  const columns = [
    text('Airport', 1),
    text('Code', 0),
    text('City', 2),
    text('State', 3),
    text('Country', 4),
    coordinate('Latitude', 5),
    coordinate('Longitude', 6),
  ]
  await fillTable(backend, base, { name: 'Airports', fileName: 'airports.csv', columns, rows })
}

/** RFC 4180 without line breaks inside of quotes, which this file has none of. */
export function recordsOf(csv: string): string[][] {
  const lines = csv.split(/\r?\n/).filter((line) => line !== '')
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    ),
  )
}
