/** The shared views of a table in sections. What is done to them makes another arrangement, which is stored as a whole. */
import type { ViewId, ViewSectionId } from '../ids.ts'
import { moved } from '../moved.ts'
import type { View } from './view-config.ts'

/** A name above some of the shared views of a table. */
export interface ViewSection {
  readonly id: ViewSectionId
  readonly name: string
}

export interface ArrangedSection extends ViewSection {
  readonly views: readonly ViewId[]
}

/** Where the shared views of a table stand; those in no section come first. */
export interface ViewArrangement {
  readonly views: readonly ViewId[]
  readonly sections: readonly ArrangedSection[]
}

/** A place among the views of a section, counted from 0; null: of those in no section. */
export interface ViewPlace {
  readonly section: ViewSectionId | null
  readonly at: number
}

type Sectioned = Pick<View, 'id' | 'isShared' | 'section'>

export function arrangementOf(
  views: readonly Sectioned[],
  sections: readonly ViewSection[],
): ViewArrangement {
  const shared = views.filter(({ isShared }) => isShared)
  const known = new Set(sections.map(({ id }) => id))
  const idsIn = (section: ViewSectionId) =>
    shared.filter((one) => one.section === section).map(({ id }) => id)
  return {
    views: shared.filter(({ section }) => section === null || !known.has(section)).map(({ id }) => id),
    sections: sections.map(({ id, name }) => ({ id, name, views: idsIn(id) })),
  }
}

/** The views as they are listed in an arrangement, personal ones behind them. */
export function viewsArranged<V extends Sectioned & Pick<View, 'position'>>(
  views: readonly V[],
  { views: inNone, sections }: ViewArrangement,
): V[] {
  const byId = new Map(views.map((view) => [view.id, view]))
  const places = [
    ...inNone.map((id) => ({ id, section: null })),
    ...sections.flatMap((section) => section.views.map((id) => ({ id, section: section.id }))),
  ]
  const arranged = places.flatMap(({ id, section }, position): V[] => {
    const view = byId.get(id)
    return view ? [{ ...view, section, position }] : []
  })
  return [...arranged, ...views.filter(({ isShared }) => !isShared)]
}

/** Puts a view elsewhere; a section that is not there is none. */
export function withViewAt(
  { views, sections }: ViewArrangement,
  view: ViewId,
  to: ViewPlace,
): ViewArrangement {
  const without = (ids: readonly ViewId[]) => ids.filter((id) => id !== view)
  const isThere = sections.some(({ id }) => id === to.section)
  const put = (ids: readonly ViewId[], isHere: boolean) =>
    isHere ? without(ids).toSpliced(Math.max(0, to.at), 0, view) : without(ids)
  return {
    views: put(views, !isThere),
    sections: sections.map((one) => ({ ...one, views: put(one.views, one.id === to.section) })),
  }
}

/** Where a view stands; null: nowhere. */
export function placeOfView({ views, sections }: ViewArrangement, view: ViewId): ViewPlace | null {
  const lists = [
    { section: null, ids: views },
    ...sections.map(({ id, views: ids }) => ({ section: id, ids })),
  ]
  const list = lists.find(({ ids }) => ids.includes(view))
  return list ? { section: list.section, at: list.ids.indexOf(view) } : null
}

/** One step up or down, from the end of a section into the one beside it; null: there is no farther. */
export function steppedView(arrangement: ViewArrangement, view: ViewId, by: -1 | 1): ViewArrangement | null {
  const place = placeOfView(arrangement, view)
  if (!place) return null
  const lists = [
    { id: null, views: arrangement.views },
    ...arrangement.sections.map(({ id, views }) => ({ id, views })),
  ]
  const list = lists.findIndex(({ id }) => id === place.section)
  const at = place.at + by
  if (at >= 0 && at < lists[list]!.views.length)
    return withViewAt(arrangement, view, { section: place.section, at })
  const next = lists[list + by]
  return next ? withViewAt(arrangement, view, { section: next.id, at: by < 0 ? next.views.length : 0 }) : null
}

/** With another section behind the others, or with another name for one. */
export function withSection(
  { views, sections }: ViewArrangement,
  { id, name }: ViewSection,
): ViewArrangement {
  const isThere = sections.some((one) => one.id === id)
  return {
    views,
    sections: isThere
      ? sections.map((one) => (one.id === id ? { ...one, name } : one))
      : [...sections, { id, name, views: [] }],
  }
}

/** Without a section; its views stay, behind those that are in none. */
export function withoutSection({ views, sections }: ViewArrangement, id: ViewSectionId): ViewArrangement {
  const gone = sections.find((one) => one.id === id)
  return {
    views: [...views, ...(gone?.views ?? [])],
    sections: sections.filter((one) => one.id !== id),
  }
}

/** Puts a section at a place among the others, counted from 0. */
export function withSectionAt(
  { views, sections }: ViewArrangement,
  id: ViewSectionId,
  to: number,
): ViewArrangement {
  const from = sections.findIndex((one) => one.id === id)
  return { views, sections: moved(sections, from, Math.max(0, to)) }
}
