import type { SupabaseBackend } from '@plinth/backend'
import type { BaseId, TableId } from '@plinth/domain'
import { type Column, fillTable, labelsOf, optionsOf, selectColumn } from './fill-table.ts'
import { readFixture } from './fixture.ts'

export type Film = Readonly<Record<string, string | number | null>>

/** 3,201 films of `movies.json`, with the fields that a programme is made from. */
export async function seedFilms(backend: SupabaseBackend, base: BaseId): Promise<TableId> {
  const films = await readFilms()
  const select = (name: string, key: string) => selectOf(films, name, key)
  const columns: Column<Film>[] = [
    { name: 'Title', type: 'text', value: (film) => textOf(film, 'Title') },
    { name: 'Released', type: 'date', value: (film) => dateOf(textOf(film, 'Release Date')) },
    select('Genre', 'Major Genre'),
    select('Rating', 'MPAA Rating'),
    { name: 'Director', type: 'text', value: (film) => textOf(film, 'Director') },
    { name: 'Distributor', type: 'text', value: (film) => textOf(film, 'Distributor') },
    { name: 'Minutes', type: 'integer', value: (film) => numberOf(film, 'Running Time min') },
    { name: 'IMDb', type: 'number', decimals: 1, value: (film) => numberOf(film, 'IMDB Rating') },
    { name: 'Votes', type: 'integer', value: (film) => numberOf(film, 'IMDB Votes') },
    { name: 'Worldwide gross', type: 'integer', value: (film) => numberOf(film, 'Worldwide Gross') },
    { name: 'Budget', type: 'integer', value: (film) => numberOf(film, 'Production Budget') },
  ]
  const { id } = await fillTable(backend, base, {
    name: 'Films',
    fileName: 'movies.json',
    columns,
    rows: films,
  })
  return id
}

export const readFilms = async () => JSON.parse(await readFixture('movies.json')) as Film[]

/** A column whose options are the texts of the films, most frequent first. */
export function selectOf(films: readonly Film[], name: string, key: string): Column<Film> {
  const options = optionsOf(labelsOf(films.map((film) => textOf(film, key))))
  return selectColumn(name, options, (film) => textOf(film, key))
}

/** Titles such as 1776 are numbers in the file. */
export function textOf(film: Film, key: string): string | null {
  const value = film[key] ?? null
  return value === null ? null : String(value)
}

export function numberOf(film: Film, key: string): number | null {
  const value = film[key]
  return typeof value === 'number' ? value : null
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Jun 12 1998` → `1998-06-12`; anything else is left empty. */
export function dateOf(text: string | null): string | null {
  const [, month, day, year] = /^(\w{3}) (\d\d) (\d{4})$/.exec(text ?? '') ?? []
  if (month === undefined || day === undefined || year === undefined) return null
  const index = months.indexOf(month)
  return index < 0 ? null : `${year}-${String(index + 1).padStart(2, '0')}-${day}`
}
