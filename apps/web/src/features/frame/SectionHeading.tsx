import { type ArrangedSection, placeOfView, withoutSection } from '@plinth/domain'
import { ArrowDown, ArrowUp, ChevronRight, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { showDialog } from '../../lib/dialogs.ts'
import { reorderKeys, useReorder } from '../../lib/use-reorder.ts'
import { cx } from '../../ui/cx.ts'
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/Menu.tsx'
import { menuButtonClass } from './tree-line.tsx'
import { useViewLines } from './view-lines-context.ts'

/** A section of views: its name folds it away; views are dropped on it. */
export function SectionHeading({
  section,
  at,
  isFolded,
  onToggle,
  children,
}: {
  section: ArrangedSection
  at: number
  isFolded: boolean
  onToggle: () => void
  children: ReactNode
}) {
  const { arrangement, mayArrange, dragged, put, putSection } = useViewLines()
  const [isOver, setOver] = useState(false)
  const last = arrangement.sections.length - 1
  const reorder = useReorder('vertical', last + 1, (_, to) => void putSection(section.id, to))
  const dropping = {
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      if (dragged === null) return
      const isHere = placeOfView(arrangement, dragged)?.section === section.id
      void put(dragged, { section: section.id, at: section.views.length - (isHere ? 1 : 0) })
    },
  }
  return (
    <li className="mt-1">
      {/* What is dropped here is moved by keys and by menus as well. */}
      <div
        role="presentation"
        {...dropping}
        {...(mayArrange ? { onKeyDown: reorder(at).onKeyDown } : {})}
        className={cx(
          'group/line relative flex items-center rounded-control',
          isOver && dragged !== null && 'bg-accent-tint',
        )}
      >
        <AriaButton
          data-line={section.id}
          aria-expanded={!isFolded}
          {...(mayArrange ? { 'aria-keyshortcuts': reorderKeys.vertical } : {})}
          onPress={onToggle}
          className="flex h-7 w-full min-w-0 cursor-default items-center gap-1 rounded-control pr-8 pl-6.5 text-xs font-medium text-ink-muted outline-none select-none hovered:text-ink focus-visible:ring-focus-inset coarse:h-11 coarse:pr-12 coarse:pl-11"
        >
          <ChevronRight
            aria-hidden
            className={cx('size-3.5 shrink-0 transition-transform', !isFolded && 'rotate-90')}
          />
          <span className="truncate">{section.name}</span>
          {isFolded && <span className="tabular text-ink-faint">{section.views.length}</span>}
        </AriaButton>
        {mayArrange && <SectionMenu section={section} at={at} last={last} />}
      </div>
      <ul aria-label={section.name} className="flex flex-col gap-px empty:hidden">
        {children}
      </ul>
    </li>
  )
}

function SectionMenu({ section, at, last }: { section: ArrangedSection; at: number; last: number }) {
  const { base, table, arrangement, putSection, arrange } = useViewLines()
  const { id, name } = section
  return (
    <MenuTrigger>
      <AriaButton aria-label={`Menu of the section ${name}`} className={menuButtonClass}>
        <Ellipsis aria-hidden className="size-4" />
      </AriaButton>
      <Menu>
        <MenuItem
          icon={<Pencil />}
          onAction={() =>
            showDialog({ kind: 'view-section', base, table: table.id, section: { id, name }, view: null })
          }
        >
          Rename section
        </MenuItem>
        {at > 0 && (
          <MenuItem icon={<ArrowUp />} shortcut="Alt+Shift+↑" onAction={() => void putSection(id, at - 1)}>
            Move up
          </MenuItem>
        )}
        {at < last && (
          <MenuItem icon={<ArrowDown />} shortcut="Alt+Shift+↓" onAction={() => void putSection(id, at + 1)}>
            Move down
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem
          tone="danger"
          icon={<Trash2 />}
          description="Its views stay"
          onAction={() => void arrange(withoutSection(arrangement, id))}
        >
          Delete section
        </MenuItem>
      </Menu>
    </MenuTrigger>
  )
}
