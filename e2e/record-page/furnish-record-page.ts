import { type FieldId, type MutationId, type OptionId, type RecordId, uuidV7 } from '@plinth/domain'
import type { DemoJourney } from '../demo-journey.ts'
import { asAda, type Linked } from '../links/furnish-links.ts'
import { must } from '../target.ts'

/** Each movie has a studio, each studio its movies. */
export async function addStudioField(journey: DemoJourney, { movies, studios }: Linked): Promise<void> {
  await asAda(journey, async ({ bases }) => {
    const options = {
      target: studios.id,
      single: true as const,
      pair: { id: uuidV7() as FieldId, name: 'Movies' },
    }
    must(
      await bases.createField(movies.id, { id: uuidV7() as FieldId, name: 'Studio', type: 'link', options }),
    )
  })
}

/** A movie has two of three options, and a text in Markdown. */
export async function addTextAndOptions(
  journey: DemoJourney,
  { movies }: Linked,
  record: RecordId,
): Promise<void> {
  await asAda(journey, async ({ bases, rows }) => {
    const [moods, story] = [uuidV7() as FieldId, uuidV7() as FieldId]
    const options = ['Loud', 'Slow', 'Dark'].map((label) => ({
      id: label.toLowerCase() as OptionId,
      label,
      hue: 'blue' as const,
    }))
    must(
      await bases.createField(movies.id, {
        id: moods,
        name: 'Moods',
        type: 'multi_select',
        options: { options },
      }),
    )
    must(await bases.createField(movies.id, { id: story, name: 'Story', type: 'long_text', options: {} }))
    const values = {
      [moods]: ['loud', 'dark'] as OptionId[],
      [story]: '# A heist\n\n**Two men**, one city.',
    }
    const base = { [moods]: null, [story]: null }
    const mutation = { id: uuidV7() as MutationId, kind: 'update' as const, table: movies.id, record }
    const [result] = must(await rows.apply({ mutations: [{ ...mutation, values, base }], atomic: true }))
    if (result!.status !== 'ok') throw new Error(JSON.stringify(result))
  })
}
