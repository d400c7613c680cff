import type { RecordId } from '@plinth/domain'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import type { MouseEvent } from 'react'
import { MenuItem, MenuSeparator } from '../../../ui/Menu.tsx'
import { PointMenu } from '../PointMenu.tsx'
import { AboutItems, DeleteItem, OpenItems } from '../record/RecordMenuItems.tsx'
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
  const [Back, On] = isList ? [ArrowUp, ArrowDown] : [ArrowLeft, ArrowRight]
  return (
    <PointMenu x={x} y={y} isFirstFocused onClose={onClose}>
      <OpenItems id={id} />
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
      <AboutItems id={id} />
      <DeleteItem id={id} />
    </PointMenu>
  )
}
