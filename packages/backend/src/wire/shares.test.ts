import type { SharedLanes, SharedPage } from '@plinth/domain'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { sharedPage } from './shares.ts'

const lanes: SharedLanes = {
  by: 1,
  stacks: [
    { mark: 'false', value: false, count: 2 },
    { mark: 'true', value: true, count: 1 },
  ],
  counts: [
    [0, 2],
    [1, 0],
  ],
}
const board = (more: object): unknown => ({
  kind: 'view',
  name: 'Films',
  fields: [
    { name: 'Stage', type: 'single_select', options: { options: [{ id: 'a', label: 'A', hue: 'red' }] } },
    { name: 'Sold out', type: 'checkbox', options: {} },
  ],
  total: 3,
  timeZone: 'Europe/Vienna',
  locale: 'en',
  weekStart: 1,
  layout: {
    kind: 'board',
    by: 0,
    cover: null,
    fit: 'crop',
    stacks: [
      { mark: null, value: null, count: 1 },
      { mark: 'a', value: 'a', count: 2 },
    ],
    ...more,
  } satisfies SharedPage['layout'],
})

describe('a board of a link', () => {
  it('comes with its lanes, whether or not it is known how many stand where', () => {
    const { counts, ...uncounted } = lanes
    for (const page of [board({}), board({ lanes }), board({ lanes: uncounted })])
      expect(v.parse(sharedPage, page)).toEqual(page)
    expect(counts).toHaveLength(2)
  })

  it.each([
    null,
    {},
    { ...lanes, by: -1 },
    { ...lanes, by: 0.5 },
    { ...lanes, by: null },
    { by: 1 },
    { ...lanes, stacks: [{ mark: 'true', value: true }] },
    { ...lanes, stacks: [{ mark: 1, value: true, count: 1 }] },
    { ...lanes, counts: [1, 2] },
    { ...lanes, counts: [['1']] },
    { ...lanes, counts: null },
  ])('is none with the lanes %j', (of) => {
    expect(v.safeParse(sharedPage, board({ lanes: of })).success).toBe(false)
  })
})
