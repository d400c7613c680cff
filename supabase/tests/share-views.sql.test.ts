/** What a link shows: the records and fields that it names, as its view and its maker have them, and nothing else. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWorld, type Harness, startHarness, type World } from './harness.ts'
import { shareLab } from './share-lab.ts'

let h: Harness
let world: World
beforeAll(async () => {
  h = await startHarness()
  world = await buildWorld(h)
})
afterAll(() => h.db.stop())

describe('a link to a view', () => {
  test('shows its fields of its records to nobody in particular', async () => {
    const lab = await shareLab(h, world)
    const { token } = await lab.link(['Name', 'Size'])
    const page = await lab.page(token)
    expect(page).toEqual({
      kind: 'view',
      name: 'Our cities',
      total: 5,
      timeZone: 'Europe/Vienna',
      locale: 'en-GB',
      weekStart: 1,
      fields: [
        { name: 'Name', type: 'text', options: {} },
        { name: 'Size', type: 'integer', options: {} },
      ],
    })
    expect(await lab.rows(token)).toEqual({
      rows: [
        ['Linz', 10],
        ['Graz', 20],
        ['Wien', 30],
        ['Steyr', 40],
        ['Wels', 50],
      ],
      next: null,
    })
  })
})
