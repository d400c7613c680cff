/** Which view is looked at, the others, and what can be done with it. */
import { steppedView, type View } from '@plinth/domain'
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  Copy,
  FolderPlus,
  Globe,
  Lock,
  LockOpen,
  Pencil,
  Plus,
  Shapes,
  Table2,
  Trash2,
  User,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { showDialog } from '../../../lib/dialogs.ts'
import { useArrangeViews } from '../../../lib/use-arrange-views.ts'
import { ViewIcon } from '../../../lib/view-kinds.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator, MenuTrigger } from '../../../ui/Menu.tsx'
import { useTable } from '../table-context.ts'
import { mayKeep, useView } from './table-view.ts'
import type { ViewActions } from './use-view-actions.ts'
import { type NameTask, ViewNameDialog } from './ViewNameDialog.tsx'

export function ViewSwitcher({ actions }: { actions: ViewActions }) {
  const view = useView()
  const { base, table } = useTable()
  const [task, setTask] = useState<NameTask | null>(null)
  const { saved } = view
  const sections = table.viewSections ?? []
  const shared = view.all.filter(({ isShared }) => isShared)
  const inNone = shared.filter(({ section }) => sections.every(({ id }) => id !== section))
  const name = saved?.name ?? 'All records'
  return (
    <>
      <MenuTrigger>
        <AriaButton
          aria-label={`View: ${name}${saved?.isLocked ? ', locked' : ''}`}
          className={buttonClass('ghost', 'sm', 'max-w-52 text-ink! coarse:max-w-64')}
        >
          <ViewIcon view={saved} className="text-ink-muted" />
          <span className="truncate">{name}</span>
          <ChevronDown aria-hidden className="text-ink-muted" />
        </AriaButton>
        <Menu aria-label="Views" className="max-h-[min(35rem,80vh)]">
          <ViewItems title="Shared views" views={inNone} />
          {sections.map(({ id, name: title }) => (
            <ViewItems key={id} title={title} views={shared.filter(({ section }) => section === id)} />
          ))}
          <ViewItems title="My views" views={view.all.filter(({ isShared }) => !isShared)} />
          {view.all.length === 0 && (
            <MenuItem icon={<Table2 aria-hidden />} isCurrent onAction={() => view.open(null)}>
              All records
            </MenuItem>
          )}
          {view.isKept && <MenuSeparator />}
          {view.isKept && (
            <MenuItem icon={<Plus aria-hidden />} onAction={() => setTask({ kind: 'new' })}>
              New view
            </MenuItem>
          )}
          {view.isKept && saved && (
            <MenuItem icon={<Copy aria-hidden />} onAction={() => setTask({ kind: 'copy', view: saved })}>
              Duplicate this view
            </MenuItem>
          )}
          {/* A form has a button for it. */}
          {view.isKept && saved && view.role === 'creator' && saved.kind !== 'form' && (
            <MenuItem
              icon={<Globe aria-hidden />}
              onAction={() =>
                showDialog({ kind: 'share', base, shared: { table: table.id, view: saved.id } })
              }
            >
              Share by link
            </MenuItem>
          )}
          {view.isKept && saved && mayKeep(saved, view.role) && (
            <KeepItems
              view={saved}
              actions={actions}
              onRename={() => setTask({ kind: 'rename', view: saved })}
            />
          )}
        </Menu>
      </MenuTrigger>
      {task && <ViewNameDialog task={task} actions={actions} onClose={() => setTask(null)} />}
    </>
  )
}

function ViewItems({ title, views: list }: { title: string; views: readonly View[] }) {
  const view = useView()
  if (list.length === 0) return null
  return (
    <MenuSection title={title}>
      {list.map((one) => (
        <MenuItem
          key={one.id}
          icon={<ViewIcon view={one} className="text-ink-muted" />}
          isCurrent={one.id === view.saved?.id}
          onAction={() => view.open(one.id)}
        >
          {one.name}
        </MenuItem>
      ))}
    </MenuSection>
  )
}

/** Shared views go through their sections, one's own among each other. */
function MoveItems({ view, actions }: { view: View; actions: ViewActions }) {
  const { base, table } = useTable()
  const { all } = useView()
  const { now, arrange } = useArrangeViews(base, { ...table, views: all })
  const own = all.filter(({ isShared }) => !isShared)
  const stepped = (by: -1 | 1): (() => void) | null => {
    if (view.isShared) {
      const after = steppedView(now, view.id, by)
      return after && (() => void arrange(after))
    }
    const to = own.indexOf(view) + by
    return to >= 0 && to < own.length ? () => void actions.move(view, own, to) : null
  }
  const [up, down] = [stepped(-1), stepped(1)]
  return (
    <>
      {up && (
        <MenuItem icon={<ArrowUp aria-hidden />} onAction={up}>
          Move up
        </MenuItem>
      )}
      {down && (
        <MenuItem icon={<ArrowDown aria-hidden />} onAction={down}>
          Move down
        </MenuItem>
      )}
      {view.isShared && (
        <MenuItem
          icon={<FolderPlus aria-hidden />}
          onAction={() =>
            showDialog({ kind: 'view-section', base, table: table.id, section: null, view: view.id })
          }
        >
          New section with this view
        </MenuItem>
      )}
    </>
  )
}

/** For those who may change the view. */
function KeepItems({ view, actions, onRename }: { view: View; actions: ViewActions; onRename: () => void }) {
  const { role, open } = useView()
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden />} onAction={onRename}>
        Rename view
      </MenuItem>
      <MenuItem icon={<Shapes aria-hidden />} onAction={onRename}>
        Change icon
      </MenuItem>
      <MenuItem
        icon={view.isLocked ? <LockOpen aria-hidden /> : <Lock aria-hidden />}
        onAction={() => void actions.update(view, { isLocked: !view.isLocked })}
      >
        {view.isLocked ? 'Unlock view' : 'Lock view'}
      </MenuItem>
      {role === 'creator' && (
        <MenuItem
          icon={view.isShared ? <User aria-hidden /> : <Users aria-hidden />}
          onAction={() => void actions.update(view, { isShared: !view.isShared })}
        >
          {view.isShared ? 'Keep for me alone' : 'Share with everybody here'}
        </MenuItem>
      )}
      <MoveItems view={view} actions={actions} />
      <MenuSeparator />
      <MenuItem
        tone="danger"
        icon={<Trash2 aria-hidden />}
        onAction={() => void actions.remove(view).then((isGone) => isGone && open(null))}
      >
        Delete view
      </MenuItem>
    </>
  )
}
