import { placeOfView, steppedView, type View } from '@plinth/domain'
import { Ellipsis, Lock } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Link as AriaLink } from 'react-aria-components/Link'
import { showDialog } from '../../lib/dialogs.ts'
import { dropMarkClass } from '../../lib/drop-mark.ts'
import { paths } from '../../lib/paths.ts'
import { type DropPlace, placeAfterDrop, reorderKeys, sideOf, stepOf } from '../../lib/use-reorder.ts'
import { ViewIcon } from '../../lib/view-kinds.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu, MenuItem, MenuSeparator, MenuTrigger, SubmenuTrigger } from '../../ui/Menu.tsx'
import { lineClass } from './Sidebar.tsx'
import { BelowTile, menuButtonClass } from './tree-line.tsx'
import { useViewLines } from './view-lines-context.ts'

/** A view below its table. Who may puts shared ones elsewhere: by dragging, by keys, by the menu. */
export function ViewLine({ view }: { view: View }) {
  const { base, table, arrangement, mayArrange, current, dragged, setDragged, put } = useViewLines()
  const [side, setSide] = useState<DropPlace['side'] | null>(null)
  const isMovable = mayArrange && view.isShared
  const isCurrent = view.id === current
  const place = placeOfView(arrangement, view.id)
  const step = (by: -1 | 1) => {
    const after = steppedView(arrangement, view.id, by)
    const to = after && placeOfView(after, view.id)
    if (to) void put(view.id, to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = stepOf('vertical', event)
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    step(by)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSide(null)
    if (dragged === null || dragged === view.id || !place) return
    const from = placeOfView(arrangement, dragged)
    const at = placeAfterDrop(from?.section === place.section ? from.at : Infinity, {
      index: place.at,
      side: side ?? 'before',
    })
    void put(dragged, { section: place.section, at })
  }
  const dragging = isMovable
    ? {
        draggable: true,
        onDragStart: (event: DragEvent) => {
          event.stopPropagation()
          event.dataTransfer.effectAllowed = 'move'
          setDragged(view.id)
        },
        onDragEnd: () => setDragged(null),
        onDragOver: (event: DragEvent<HTMLElement>) => {
          if (dragged === null) return
          event.preventDefault()
          event.stopPropagation()
          setSide(sideOf('vertical', event))
        },
        onDragLeave: () => setSide(null),
        onDrop,
      }
    : {}
  return (
    <li
      {...dragging}
      className={cx('group/line relative flex items-center', dragged !== null && dropMarkClass(side))}
    >
      <AriaLink
        href={paths.view(base, table.id, view.id)}
        data-line={view.id}
        {...(isMovable ? { onKeyDown, 'aria-keyshortcuts': reorderKeys.vertical } : {})}
        {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
        className={lineClass(
          false,
          cx(
            'pl-9.5 coarse:pl-15',
            isMovable ? 'pr-8 coarse:pr-12' : 'pr-3',
            isCurrent && 'font-medium text-ink',
          ),
        )}
      >
        <BelowTile>
          <ViewIcon
            view={view}
            className={cx('size-3.5!', isCurrent ? 'text-accent-text' : 'text-ink-faint')}
          />
        </BelowTile>
        <span className="truncate">{view.name}</span>
        {view.icon && view.isLocked && <Lock aria-hidden className="size-3! text-ink-faint" />}
        {view.isLocked && <span className="sr-only">, locked</span>}
        {!view.isShared && <span className="sr-only">, yours alone</span>}
      </AriaLink>
      {isMovable && <ViewMenu view={view} onStep={step} />}
    </li>
  )
}

function ViewMenu({ view, onStep }: { view: View; onStep: (by: -1 | 1) => void }) {
  const { base, table, arrangement, put } = useViewLines()
  const place = placeOfView(arrangement, view.id)
  const { sections, views } = arrangement
  return (
    <MenuTrigger>
      <AriaButton aria-label={`Menu of ${view.name}`} className={menuButtonClass}>
        <Ellipsis aria-hidden className="size-4" />
      </AriaButton>
      <Menu>
        {steppedView(arrangement, view.id, -1) && (
          <MenuItem shortcut="Alt+Shift+↑" onAction={() => onStep(-1)}>
            Move up
          </MenuItem>
        )}
        {steppedView(arrangement, view.id, 1) && (
          <MenuItem shortcut="Alt+Shift+↓" onAction={() => onStep(1)}>
            Move down
          </MenuItem>
        )}
        <SubmenuTrigger>
          <MenuItem>Move to section</MenuItem>
          <Menu>
            {place?.section !== null && (
              <MenuItem onAction={() => void put(view.id, { section: null, at: views.length })}>
                No section
              </MenuItem>
            )}
            {sections
              .filter(({ id }) => id !== place?.section)
              .map(({ id, name, views: own }) => (
                <MenuItem key={id} onAction={() => void put(view.id, { section: id, at: own.length })}>
                  {name}
                </MenuItem>
              ))}
            <MenuSeparator />
            <MenuItem
              onAction={() =>
                showDialog({ kind: 'view-section', base, table: table.id, section: null, view: view.id })
              }
            >
              New section…
            </MenuItem>
          </Menu>
        </SubmenuTrigger>
      </Menu>
    </MenuTrigger>
  )
}
