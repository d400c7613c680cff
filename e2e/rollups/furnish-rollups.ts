/** Studios with their movies, which run for some minutes. */
import { type FieldId, type MutationId, type RecordId, type TableId, uuidV7 } from '@plinth/domain'
import type { DemoJourney } from '../demo-journey.ts'
import { asAda } from '../links/furnish-links.ts'
import { must } from '../target.ts'

const of = (name: string, type: 'text' | 'integer') => ({
  id: uuidV7() as FieldId,
  name,
  type,
  options: {},
})

const insert = (table: TableId, values: object) => {
  const record = uuidV7() as RecordId
  return { id: uuidV7() as MutationId, kind: 'insert' as const, table, record, values: values as never }
}

export const furnishRollups = (journey: DemoJourney): Promise<{ studios: TableId; movies: TableId }> =>
  asAda(journey, async ({ bases, rows }) => {
    const make = async (name: string, fields: ReturnType<typeof of>[]) =>
      must(await bases.createTable(journey.base, { id: uuidV7() as TableId, name, fields }))
    const titles = [of('Title', 'text'), of('Minutes', 'integer')]
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
      ['Heat', 170],
      ['Ronin', 121],
      ['Solaris', 98],
    ].map(([title, minutes]) => insert(movies.id, { [titles[0]!.id]: title, [titles[1]!.id]: minutes }))
    must(await rows.apply({ mutations: made, atomic: true }))
    const works = made.slice(0, 2).map(({ record }) => record)
    const house = insert(studios.id, { [names[0]!.id]: 'Regency', [link.id]: { link: works } })
    must(await rows.apply({ mutations: [house], atomic: true }))
    return { studios: studios.id, movies: movies.id }
  })
