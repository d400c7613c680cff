import type { RecordId } from '@plinth/domain'
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  FileText,
  Link2,
  Maximize2,
  ShieldQuestionMark,
  Trash2,
} from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { Menu as AriaMenu } from 'react-aria-components/Menu'
import { copyText } from '../../../lib/copy-text.ts'
import { showDialog } from '../../../lib/dialogs.ts'
import { MenuItem, MenuSeparator } from '../../../ui/Menu.tsx'
import { FloatingSurface } from '../../../ui/Popover.tsx'
import { recordLink } from '../record-link.ts'
import { useTable } from '../table-context.ts'
import type { CardMoves } from './use-card-moves.ts'

/** A record whose menu is open, and where: in pixels of the page. */
export interface CardMenuPlace {
  readonly id: RecordId
  readonly x: number
  readonly y: number
}

/** Below a button, or below the record itself. */
export function menuBelow(id: RecordId, element: Element): CardMenuPlace {
  const { left, bottom } = element.getBoundingClientRect()
  return { id, x: left, y: bottom }
}

/** Where a pointer asks for the menu of the record below it. */
export function openMenuAt(event: MouseEvent<HTMLElement>, open: (place: CardMenuPlace) => void): void {
  const card = (event.target as Element).closest('[data-place]')?.querySelector<HTMLElement>('[data-card]')
  const id = card?.dataset['card']
  if (id === undefined) return
  event.preventDefault()
  open({ id: id as RecordId, x: event.clientX, y: event.clientY })
}

/** What a record of a gallery or a list can be told to do. */
export function CardMenu({
  place: { id, x, y },
  moves: { canMove, shift },
  isList = false,
  onClose,
}: {
  place: CardMenuPlace
  moves: CardMoves
  /** Records stand one below the other. */
  isList?: boolean
  onClose: () => void
}) {
  const { backend, session, table, isReadOnly, openRecord, askDelete, lockOf } = useTable()
  const [Back, On] = isList ? [ArrowUp, ArrowDown] : [ArrowLeft, ArrowRight]
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={anchor} aria-hidden className="fixed size-0" style={{ left: x, top: y }} />
      <FloatingSurface
        aria-label="Record"
        triggerRef={anchor}
        isOpen
        onOpenChange={onClose}
        placement="bottom start"
        className="min-w-52"
      >
        <AriaMenu
          aria-label="Record"
          // A menu that opens takes the focus.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus="first"
          className="p-1 outline-none"
          onClose={onClose}
        >
          <MenuItem icon={<Maximize2 aria-hidden />} onAction={() => openRecord(id)}>
            Open record
          </MenuItem>
          <MenuItem icon={<FileText aria-hidden />} onAction={() => openRecord(id, 'page')}>
            Open as page
          </MenuItem>
          <MenuSeparator />
          {canMove && (
            <>
              <MenuItem icon={<Back aria-hidden />} onAction={() => shift(id, -1)}>
                {isList ? 'Move up' : 'Move back'}
              </MenuItem>
              <MenuItem icon={<On aria-hidden />} onAction={() => shift(id, 1)}>
                {isList ? 'Move down' : 'Move on'}
              </MenuItem>
              <MenuSeparator />
            </>
          )}
          <MenuItem
            icon={<Link2 aria-hidden />}
            onAction={() => void copyText(recordLink(id), 'Copied the link')}
          >
            Copy link to record
          </MenuItem>
          {backend.viewedAs === null && (
            <MenuItem
              icon={<ShieldQuestionMark aria-hidden />}
              onAction={() => showDialog({ kind: 'access', table: table.id, record: id, field: null })}
            >
              Who can see and change this?
            </MenuItem>
          )}
          {!isReadOnly && !lockOf(session.store.get(id)) && (
            <>
              <MenuSeparator />
              <MenuItem tone="danger" icon={<Trash2 aria-hidden />} onAction={() => askDelete([id])}>
                Delete record
              </MenuItem>
            </>
          )}
        </AriaMenu>
      </FloatingSurface>
    </>
  )
}
