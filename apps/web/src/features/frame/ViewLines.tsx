import {
  type BaseId,
  type TableId,
  type View,
  type ViewId,
  type ViewPlace,
  withSectionAt,
  withViewAt,
} from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { useFrame } from '../../lib/frame-store.ts'
import { queries } from '../../lib/queries.ts'
import { useArrangeViews } from '../../lib/use-arrange-views.ts'
import { SectionHeading } from './SectionHeading.tsx'
import { ViewLine } from './ViewLine.tsx'
import { ViewLinesContext, type ViewLinesScope } from './view-lines-context.ts'

const noTable = { id: '' as TableId, views: [], viewSections: [] }

/** The saved views of the table that is open, below it: shared ones in their sections, then one's own. */
export function ViewLines({ base, table: id }: { base: BaseId; table: TableId }) {
  const params = useParams({ strict: false })
  const backend = useBackend()
  const { data } = useQuery(queries.baseSchema(backend, base))
  const { data: session } = useQuery(queries.session(backend))
  const table = data?.tables.find((one) => one.id === id)
  const arranging = useArrangeViews(base, table ?? noTable)
  const folded = useFrame((state) => state.foldedSections)
  const toggle = useFrame((state) => state.toggleSection)
  const [dragged, setDragged] = useState<ViewId | null>(null)
  const [told, setTold] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const keepFocus = useKeptFocus(list)
  if (!table || table.views.length === 0) return null
  const { now } = arranging
  const mayArrange = data?.role === 'creator'
  const byId = new Map(table.views.map((view) => [view.id, view]))
  const current = byId.get(params.view as ViewId) ?? table.views[0]
  const own = table.views.filter(({ isShared }) => !isShared)
  const keyOf = (section: string) => `${session?.profile.id} ${section}`
  const nameOf = (section: ViewPlace['section']) => now.sections.find((one) => one.id === section)?.name

  const scope: ViewLinesScope = {
    base,
    table,
    arrangement: now,
    mayArrange,
    current: current?.id ?? null,
    dragged,
    setDragged,
    async put(view, place) {
      setDragged(null)
      const section = nameOf(place.section)
      const name = byId.get(view)?.name ?? ''
      setTold(`${name} is now number ${place.at + 1} ${section ? `in ${section}` : 'above the sections'}.`)
      keepFocus(view)
      if (place.section !== null && folded.includes(keyOf(place.section))) toggle(keyOf(place.section))
      await arranging.arrange(withViewAt(now, view, place))
    },
    async putSection(section, to) {
      setTold(`${nameOf(section)} is now section ${to + 1} of ${now.sections.length}.`)
      keepFocus(section)
      await arranging.arrange(withSectionAt(now, section, to))
    },
    arrange: arranging.arrange,
  }
  const lines = (ids: readonly ViewId[]) =>
    ids.flatMap((view) => byId.get(view) ?? []).map((view) => <ViewLine key={view.id} view={view} />)
  return (
    <ViewLinesContext value={scope}>
      <ul ref={list} aria-label={`Views of ${table.name}`} className="mt-px flex flex-col gap-px">
        {lines(now.views)}
        {now.sections.map((section, at) => {
          const isFolded = folded.includes(keyOf(section.id))
          const shown = isFolded ? section.views.filter((view) => view === current?.id) : section.views
          return (
            <SectionHeading
              key={section.id}
              section={section}
              at={at}
              isFolded={isFolded}
              onToggle={() => toggle(keyOf(section.id))}
            >
              {lines(shown)}
            </SectionHeading>
          )
        })}
        {own.length > 0 && now.sections.length > 0 && (
          <li aria-hidden className="pt-2 pb-0.5 pl-9.5 text-xs text-ink-muted coarse:pl-15">
            My views
          </li>
        )}
        {own.map((view: View) => (
          <ViewLine key={view.id} view={view} />
        ))}
        <li className="sr-only">
          <output>{told}</output>
        </li>
      </ul>
    </ViewLinesContext>
  )
}

/** A line that is moved in the page loses the focus: it has it again as soon as it stands elsewhere. */
function useKeptFocus(list: RefObject<HTMLElement | null>): (line: string) => void {
  const wanted = useRef<{ line: string; before: string } | null>(null)
  const order = () =>
    Array.from(
      list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [],
      ({ dataset, parentElement }) => [dataset['line'], parentElement?.closest('ul')?.ariaLabel].join(' '),
    ).join()
  useLayoutEffect(() => {
    const { current: kept } = wanted
    if (!kept || kept.before === order()) return
    wanted.current = null
    list.current?.querySelector<HTMLElement>(`[data-line="${kept.line}"]`)?.focus()
  })
  return (line) => {
    wanted.current = { line, before: order() }
  }
}
