/**
 * The second base of the demo: the films of `movies.json` once more, but with the people who directed them and the studios that brought
 * them out in tables of their own. What is known of these is rolled up from their films.
 */
import type { SupabaseBackend } from '@plinth/backend'
import {
  type BaseId,
  type FieldDefinition,
  type FieldId,
  type FieldTypeName,
  type RecordId,
  type RollupFunction,
  type Table,
  uuidV7,
} from '@plinth/domain'
import { addField, namesOf } from './arrange.ts'
import { arrangeCatalogue } from './catalogue-views.ts'
import { type Column, importRows, labelsOf, makeTable } from './fill-table.ts'
import { dateOf, type Film, numberOf, readFilms, selectOf, textOf } from './films.ts'

/** The newest films of the file are of 2011. */
const lastYear = 2011

/** Old films stand in the file with the years of another century: Modern Times came out in 1936, not in 2036. */
export function releaseOf(film: Film): string | null {
  const date = dateOf(textOf(film, 'Release Date'))
  if (date === null || Number(date.slice(0, 4)) <= lastYear) return date
  return `${Number(date.slice(0, 4)) - 100}${date.slice(4)}`
}

const money = (name: string, key: string): Column<Film> => ({
  name,
  type: 'currency',
  currency: 'USD',
  value: (film) => inCents(numberOf(film, key)),
})
const inCents = (dollars: number | null) => (dollars === null ? null : dollars * 100)

type FilmRow = readonly [RecordId, Film]

const columnsOf = (films: readonly Film[]): Column<FilmRow>[] =>
  filmColumns(films).map((column) => ({ ...column, value: ([, film]) => column.value(film) }))

const filmColumns = (films: readonly Film[]): Column<Film>[] => [
  { name: 'Title', type: 'text', value: (film) => textOf(film, 'Title') },
  { name: 'Released', type: 'date', value: releaseOf },
  selectOf(films, 'Genre', 'Major Genre'),
  selectOf(films, 'Rating', 'MPAA Rating'),
  { name: 'Minutes', type: 'integer', value: (film) => numberOf(film, 'Running Time min') },
  { name: 'IMDb', type: 'number', decimals: 1, value: (film) => numberOf(film, 'IMDB Rating') },
  { name: 'Votes', type: 'integer', value: (film) => numberOf(film, 'IMDB Votes') },
  money('Worldwide gross', 'Worldwide Gross'),
  money('Budget', 'Production Budget'),
]

export async function seedCatalogue(backend: SupabaseBackend, base: BaseId): Promise<void> {
  const rows: FilmRow[] = (await readFilms()).map((film) => [uuidV7() as RecordId, film])
  const columns = columnsOf(rows.map(([, film]) => film))
  const films = await makeTable(backend, base, { name: 'Films', columns })
  await importRows(backend, films, { fileName: 'movies.json', columns, rows, record: ([id]) => id })
  const directors = await addMakers(backend, { base, films, rows }, 'People', 'Director', {
    name: 'Directors',
  })
  const studio = await addMakers(backend, { base, films, rows }, 'Studios', 'Distributor', {
    name: 'Studio',
    single: true,
  })
  await addFigures(backend, directors, films)
  const average = await addFigures(backend, studio, films)
  await addComparisons(backend, films, studio.field, average)
  await arrangeCatalogue(backend, base)
}

interface Made {
  readonly base: BaseId
  readonly films: Table
  readonly rows: readonly FilmRow[]
}

/** Who made films, the link to them from the films, and its other side. */
interface Makers {
  readonly table: Table
  readonly field: FieldId
  readonly pair: FieldId
}

/**
 * A table of the names in a column of the films, those with most films first, and a link from the films to it. It is imported with its
 * films: that makes the same links in a few rows.
 */
async function addMakers(
  backend: SupabaseBackend,
  { base, films, rows }: Made,
  name: string,
  key: string,
  link: { name: string; single?: true },
): Promise<Makers> {
  const column: Column<string> = { name: 'Name', type: 'text', value: (maker) => maker }
  const table = await makeTable(backend, base, { name, columns: [column] })
  const [field, pair] = [uuidV7() as FieldId, uuidV7() as FieldId]
  await addField(backend, films, {
    id: field,
    name: link.name,
    type: 'link',
    options: {
      target: table.id,
      ...(link.single ? { single: true } : {}),
      pair: { id: pair, name: 'Films' },
    },
  })
  const works = new Map<string | null, RecordId[]>()
  for (const [id, film] of rows) {
    const maker = textOf(film, key)
    works.set(maker, [...(works.get(maker) ?? []), id])
  }
  await importRows(backend, table, {
    fileName: 'movies.json',
    columns: [column],
    rows: labelsOf(rows.map(([, film]) => textOf(film, key))),
    links: (maker) => ({ [pair]: { link: works.get(maker) ?? [] } }),
  })
  return { table, field, pair }
}

/** What people or studios have made, by their link to the films. Answers the field of the average. */
async function addFigures(
  backend: SupabaseBackend,
  { table, pair: link }: Makers,
  films: Table,
): Promise<FieldId> {
  const add = (name: string, type: FieldTypeName, rolled: RollupFunction, of?: string) => {
    const read = of === undefined ? {} : { field: namesOf(films)(of) }
    const options = type === 'number' ? { decimals: 1 } : {}
    const rollup = { link, function: rolled, ...read }
    return addField(backend, table, { id: uuidV7() as FieldId, name, type, options, rollup })
  }
  await add('Number of films', 'integer', 'count')
  const average = await add('Average IMDb', 'number', 'average', 'IMDb')
  await add('Gross of all films', 'currency', 'sum', 'Worldwide gross')
  await add('First film', 'date', 'min', 'Released')
  await add('Latest film', 'date', 'max', 'Released')
  return average.id
}

/** What a film has earned for each dollar, and how far it is above what its studio usually reaches. */
async function addComparisons(
  backend: SupabaseBackend,
  films: Table,
  studio: FieldId,
  average: FieldId,
): Promise<void> {
  const add = (name: string, computed: Pick<FieldDefinition, 'rollup'> | Pick<FieldDefinition, 'formula'>) =>
    addField(backend, films, {
      id: uuidV7() as FieldId,
      name,
      type: 'number',
      options: { decimals: 1 },
      ...computed,
    })
  const of = (name: string) => ({ field: namesOf(films)(name) })
  await add('Earned per dollar', {
    formula: { call: '/', args: [of('Worldwide gross'), of('Budget')] },
  })
  const usual = await add('Studio average', { rollup: { link: studio, function: 'first', field: average } })
  await add('Above its studio', { formula: { call: '-', args: [of('IMDb'), { field: usual.id }] } })
}
