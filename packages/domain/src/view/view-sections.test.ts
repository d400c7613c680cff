import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ViewId, ViewSectionId } from '../ids.ts'
import {
  arrangementOf,
  placeOfView,
  steppedView,
  type ViewArrangement,
  viewsArranged,
  withoutSection,
  withSection,
  withSectionAt,
  withViewAt,
} from './view-sections.ts'

const view = (id: string) => id as ViewId
const section = (id: string) => id as ViewSectionId
const start: ViewArrangement = {
  views: [view('a')],
  sections: [
    { id: section('S'), name: 'Sales', views: [view('b'), view('c')] },
    { id: section('T'), name: 'Team', views: [] },
  ],
}
const all = ({ views, sections }: ViewArrangement) => [...views, ...sections.flatMap((one) => one.views)]

type Step = (now: ViewArrangement) => ViewArrangement
const anyView = fc.constantFrom('a', 'b', 'c').map(view)
const anySection = fc.constantFrom('S', 'T', 'U').map(section)
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(anyView, fc.option(anySection), fc.integer({ min: 0, max: 4 })).map(
    ([id, to, at]): Step =>
      (now) =>
        withViewAt(now, id, { section: to, at }),
  ),
  fc.tuple(anyView, fc.constantFrom(-1 as const, 1 as const)).map(
    ([id, by]): Step =>
      (now) =>
        steppedView(now, id, by) ?? now,
  ),
  anySection.map(
    (id): Step =>
      (now) =>
        withSection(now, { id, name: `Named ${id}` }),
  ),
  anySection.map(
    (id): Step =>
      (now) =>
        withoutSection(now, id),
  ),
  fc.tuple(anySection, fc.integer({ min: 0, max: 3 })).map(
    ([id, to]): Step =>
      (now) =>
        withSectionAt(now, id, to),
  ),
)

describe('sections of views', () => {
  it('hold each view once, whatever is done', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 12 }), (list) => {
        const end = list.reduce((now, step) => step(now), start)
        expect(all(end).toSorted()).toEqual(['a', 'b', 'c'])
        const ids = end.sections.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })

  it('are gone through one step at a time, from the first place to the last and back', () => {
    const path: string[] = []
    let now: ViewArrangement | null = start
    while (now) {
      const place = placeOfView(now, view('a'))!
      path.push(`${place.section ?? '-'}${place.at}`)
      now = steppedView(now, view('a'), 1)
    }
    expect(path).toEqual(['-0', 'S0', 'S1', 'S2', 'T0'])
    expect(steppedView(start, view('a'), -1)).toBeNull()
    expect(steppedView(start, view('b'), -1)).toMatchObject({ views: ['a', 'b'] })
    expect(steppedView(start, view('gone'), 1)).toBeNull()
  })

  it('leave their views where they are in none when they go', () => {
    expect(withoutSection(start, section('S'))).toEqual({
      views: ['a', 'b', 'c'],
      sections: [{ id: 'T', name: 'Team', views: [] }],
    })
    expect(withoutSection(start, section('gone'))).toEqual(start)
  })

  it('are made of views and back', () => {
    const seen = (id: string, of: string | null, isShared = true) => ({
      id: view(id),
      isShared,
      position: 0,
      section: of === null ? null : section(of),
    })
    const views = [seen('a', null), seen('b', 'S'), seen('c', 'S'), seen('mine', null, false)]
    expect(arrangementOf(views, start.sections)).toEqual(start)
    expect(arrangementOf([seen('x', 'gone')], start.sections).views).toEqual(['x'])
    const moved = withViewAt(start, view('c'), { section: null, at: 0 })
    expect(viewsArranged(views, moved).map(({ id, section: of }) => [id, of])).toEqual([
      ['c', null],
      ['a', null],
      ['b', 'S'],
      ['mine', null],
    ])
  })
})
