import { Check, ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Header } from 'react-aria-components/Header'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps as AriaMenuItemProps,
  type MenuProps as AriaMenuProps,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  SubmenuTrigger,
} from 'react-aria-components/Menu'
import { Separator } from 'react-aria-components/Separator'
import { Text } from 'react-aria-components/Text'
import { cx } from './cx.ts'
import { Kbd } from './Kbd.tsx'
import { itemClass } from './ListBox.tsx'
import { FloatingSurface, type PopoverProps } from './Popover.tsx'

export { MenuTrigger, SubmenuTrigger }

export interface MenuProps extends Omit<AriaMenuProps<object>, 'className' | 'style'> {
  placement?: NonNullable<PopoverProps['placement']>
  className?: string
  /** Said above the list. */
  note?: string
}

/** The list with its floating surface: `<MenuTrigger><Button/><Menu>…</Menu></MenuTrigger>`. */
export function Menu({ placement = 'bottom start', className, note, ...props }: MenuProps) {
  const noteId = useId()
  return (
    <FloatingSurface placement={placement} className={cx('min-w-48 max-w-80', className)}>
      {note && (
        <p
          id={noteId}
          className="scroll-thin max-h-40 overflow-y-auto border-b border-line px-3 py-2 text-xs whitespace-pre-line text-ink-soft"
        >
          {note}
        </p>
      )}
      <AriaMenu
        {...props}
        {...(note ? { 'aria-describedby': noteId } : {})}
        className="scroll-thin max-h-[inherit] overflow-auto p-1 outline-none"
      />
    </FloatingSurface>
  )
}

export interface MenuItemProps extends Omit<AriaMenuItemProps, 'className' | 'style' | 'children'> {
  icon?: ReactNode
  /** Shown at the end; the key itself is bound elsewhere. */
  shortcut?: string
  description?: string
  tone?: 'plain' | 'danger'
  /** Where one is already, in a menu of places. */
  isCurrent?: boolean
  children: string
}

export function MenuItem(props: MenuItemProps) {
  const { icon, shortcut, description, tone = 'plain', isCurrent = false, children, ...rest } = props
  return (
    <AriaMenuItem
      textValue={children}
      {...rest}
      className={cx(
        itemClass,
        'open:bg-hover',
        tone === 'danger' ? 'text-danger-text focused:bg-danger-tint' : 'text-ink',
      )}
    >
      {({ isSelected, hasSubmenu, selectionMode }) => (
        <>
          {icon && <span className={tone === 'danger' ? '' : 'text-ink-muted'}>{icon}</span>}
          <span className="flex min-w-0 flex-1 flex-col">
            <Text slot="label" className="truncate">
              {children}
            </Text>
            {description && (
              <Text slot="description" className="truncate text-xs text-ink-muted">
                {description}
              </Text>
            )}
          </span>
          {shortcut && <Kbd keys={shortcut} />}
          {isCurrent && (
            <Text slot="description" className="sr-only">
              You are here
            </Text>
          )}
          {(isCurrent || (selectionMode !== 'none' && isSelected)) && (
            <Check aria-hidden className="text-accent-text" />
          )}
          {hasSubmenu && <ChevronRight aria-hidden className="text-ink-muted" />}
        </>
      )}
    </AriaMenuItem>
  )
}

export function MenuSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AriaMenuSection>
      <Header className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-muted">{title}</Header>
      {children}
    </AriaMenuSection>
  )
}

export function MenuSeparator() {
  return <Separator className="mx-2 my-1 h-px bg-line" />
}
