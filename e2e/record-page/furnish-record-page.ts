import { type FieldId, uuidV7 } from '@plinth/domain'
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
