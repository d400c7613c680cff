/** How the catalogue is looked at: saved views for everybody, and pages of its records. */
import type { SupabaseBackend } from '@plinth/backend'
import type { BaseId, Table, ViewConfig } from '@plinth/domain'
import { addView, layOut, namesOf, section } from './arrange.ts'
import { made } from './made.ts'

/** A film that so many people have rated has a rating that says something. */
const manyVotes = 100_000

export async function arrangeCatalogue(backend: SupabaseBackend, base: BaseId): Promise<void> {
  const { tables } = made('schema', await backend.bases.schema(base))
  const tableNamed = (name: string) => {
    const table = tables.find((one) => one.name === name)
    if (table === undefined) throw new Error(`demo: no table ${name}`)
    return table
  }
  await arrangeFilms(backend, tableNamed('Films'))
  for (const name of ['People', 'Studios']) await arrangeMakers(backend, tableNamed(name))
}

async function arrangeFilms(backend: SupabaseBackend, films: Table): Promise<void> {
  const of = namesOf(films)
  const widths = widthsOf(films)
  await addView(backend, films, 'All films', { widths })
  await addView(backend, films, 'Best rated', {
    filter: { join: 'and', items: [{ field: of('Votes'), operator: 'ge', value: manyVotes }] },
    sorts: [{ field: of('IMDb'), direction: 'desc' }],
    summaries: { [of('IMDb')]: 'average' },
    widths,
  })
  await addView(backend, films, 'By genre', {
    groups: [{ field: of('Genre'), direction: 'asc' }],
    sorts: [{ field: of('Worldwide gross'), direction: 'desc' }],
    summaries: { [of('Worldwide gross')]: 'sum', [of('IMDb')]: 'average' },
    widths,
  })
  await addView(backend, films, 'Better than its studio', {
    sorts: [{ field: of('Above its studio'), direction: 'desc' }],
    widths,
  })
  await addView(
    backend,
    films,
    'Releases',
    { settings: { start: of('Released'), color: of('Genre') } },
    'calendar',
  )
  await chartFilms(backend, films)
  await layOut(backend, films, [
    section('', of, { Title: 'whole', Released: 'half', Minutes: 'half', Genre: 'half', Rating: 'half' }),
    section('Made by', of, { Directors: 'half', Studio: 'half' }),
    section('Ratings', of, {
      IMDb: 'half',
      Votes: 'half',
      'Studio average': 'half',
      'Above its studio': 'half',
    }),
    section('Box office', of, { 'Worldwide gross': 'half', Budget: 'half', 'Earned per dollar': 'half' }),
  ])
}

/** Charts, and a dashboard of them. */
async function chartFilms(backend: SupabaseBackend, films: Table): Promise<void> {
  const of = namesOf(films)
  const chart = (name: string, settings: ViewConfig['settings']) =>
    addView(backend, films, name, { settings }, 'chart')
  const years = await chart('Films a year', { chart: 'line', by: of('Released'), byUnit: 'year' })
  const gross = await chart('Gross by genre', {
    chart: 'bar',
    by: of('Genre'),
    figure: 'sum',
    of: of('Worldwide gross'),
  })
  const liked = await chart('IMDb by genre', {
    chart: 'bar',
    by: of('Genre'),
    figure: 'average',
    of: of('IMDb'),
  })
  const audiences = await chart('For whom', { chart: 'pie', by: of('Rating') })
  const tiles = [
    { view: years, width: 'full' },
    { view: gross, width: 'half' },
    { view: liked, width: 'half' },
    { view: audiences, width: 'half' },
  ] as const
  await addView(backend, films, 'Overview', { settings: { tiles } }, 'dashboard')
}

/** People and studios have the same figures. */
async function arrangeMakers(backend: SupabaseBackend, table: Table): Promise<void> {
  const of = namesOf(table)
  const widths = widthsOf(table)
  await addView(backend, table, 'Most films', {
    widths,
    sorts: [{ field: of('Number of films'), direction: 'desc' }],
    summaries: { [of('Number of films')]: 'sum' },
  })
  await addView(backend, table, 'Best rated', {
    filter: { join: 'and', items: [{ field: of('Number of films'), operator: 'ge', value: 5 }] },
    sorts: [{ field: of('Average IMDb'), direction: 'desc' }],
    widths,
  })
  await layOut(backend, table, [
    section('', of, { Name: 'whole' }),
    section('Figures', of, {
      'Number of films': 'half',
      'Average IMDb': 'half',
      'Gross of all films': 'whole',
      'First film': 'half',
      'Latest film': 'half',
    }),
    section('Films', of, { Films: 'whole' }),
  ])
}

/** Sums of billions, and the long names of what is computed, are seen as a whole. */
const widthsOf = ({ fields }: Table): ViewConfig['widths'] =>
  Object.fromEntries(
    fields
      .filter(({ type, formula, rollup }) => type === 'currency' || formula || rollup)
      .map(({ id }) => [id, 190]),
  )
