/** Studios with their movies, which run for some minutes. */
import {
  type FieldId,
  type FieldOptions,
  type MutationId,
  type OptionId,
  type RecordId,
  type TableId,
  uuidV7,
} from '@plinth/domain'
import type { DemoJourney } from '../demo-journey.ts'
import { asAda } from '../links/furnish-links.ts'
import { must } from '../target.ts'

const of = (name: string, type: 'text' | 'integer' | 'single_select', options: FieldOptions = {}) => ({
  id: uuidV7() as FieldId,
  name,
  type,
  options,
})
const genres: FieldOptions = {
  options: [
    { id: 'drama' as OptionId, label: 'Drama', hue: 'purple' },
    { id: 'thriller' as OptionId, label: 'Thriller', hue: 'red' },
  ],
}

const insert = (table: TableId, values: object) => {
  const record = uuidV7() as RecordId
  return { id: uuidV7() as MutationId, kind: 'insert' as const, table, record, values: values as never }
}

export const furnishRollups = (journey: DemoJourney): Promise<{ studios: TableId; movies: TableId }> =>
  asAda(journey, async ({ bases, rows }) => {
    const make = async (name: string, fields: ReturnType<typeof of>[]) =>
      must(await bases.createTable(journey.base, { id: uuidV7() as TableId, name, fields }))
    const titles = [of('Title', 'text'), of('Minutes', 'integer'), of('Genre', 'single_select', genres)]
    const movies = await make('Movies', titles)
    const names = [of('Name', 'text')]
    const studios = await make('Studios', names)
    const link = must(
      await bases.createField(studios.id, {
        id: uuidV7() as FieldId,
        name: 'Movies',
        type: 'link',
        options: { target: movies.id },
      }),
    )
    const made = [
      ['Heat', 170, 'drama'],
      ['Ronin', 121, 'thriller'],
      ['Solaris', 98, null],
    ].map((values) => insert(movies.id, Object.fromEntries(titles.map(({ id }, n) => [id, values[n]]))))
    must(await rows.apply({ mutations: made, atomic: true }))
    const works = made.slice(0, 2).map(({ record }) => record)
    const house = insert(studios.id, { [names[0]!.id]: 'Regency', [link.id]: { link: works } })
    must(await rows.apply({ mutations: [house], atomic: true }))
    return { studios: studios.id, movies: movies.id }
  })
