/** Which view is looked at, the others, and what can be done with it. */
import type { View } from '@plinth/domain'
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  Copy,
  Globe,
  Lock,
  LockOpen,
  Pencil,
  Plus,
  Table2,
  Trash2,
  User,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { showDialog } from '../../../lib/dialogs.ts'
import { ViewIcon } from '../../../lib/view-kinds.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator, MenuTrigger } from '../../../ui/Menu.tsx'
import { asksOnly } from '../kinds/kind-views.ts'
import { useTable } from '../table-context.ts'
import { mayKeep, useView } from './table-view.ts'
import type { ViewActions } from './use-view-actions.ts'
import { type NameTask, ViewNameDialog } from './ViewNameDialog.tsx'

export function ViewSwitcher({ actions }: { actions: ViewActions }) {
  const view = useView()
  const { base, table } = useTable()
  const [task, setTask] = useState<NameTask | null>(null)
  const { saved } = view
  const name = saved?.name ?? 'All records'
  return (
    <>
      <MenuTrigger>
        <AriaButton
          aria-label={`View: ${name}`}
          className={buttonClass('ghost', 'sm', 'max-w-52 text-ink! coarse:max-w-64')}
        >
          <ViewIcon view={saved} className="text-ink-muted" />
          <span className="truncate">{name}</span>
          <ChevronDown aria-hidden className="text-ink-muted" />
        </AriaButton>
        <Menu aria-label="Views" className="max-h-[min(35rem,80vh)]">
          <ViewItems title="Shared views" isShared />
          <ViewItems title="My views" isShared={false} />
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
          {view.isKept && saved && view.role === 'creator' && !asksOnly(saved.kind) && (
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

function ViewItems({ title, isShared }: { title: string; isShared: boolean }) {
  const view = useView()
  const list = view.all.filter((one) => one.isShared === isShared)
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

/** For those who may change the view. */
function KeepItems({ view, actions, onRename }: { view: View; actions: ViewActions; onRename: () => void }) {
  const { all, role, open } = useView()
  const siblings = all.filter(({ isShared }) => isShared === view.isShared)
  const place = siblings.findIndex(({ id }) => id === view.id)
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden />} onAction={onRename}>
        Rename view
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
      {place > 0 && (
        <MenuItem
          icon={<ArrowUp aria-hidden />}
          onAction={() => void actions.move(view, siblings, place - 1)}
        >
          Move up
        </MenuItem>
      )}
      {place < siblings.length - 1 && (
        <MenuItem
          icon={<ArrowDown aria-hidden />}
          onAction={() => void actions.move(view, siblings, place + 1)}
        >
          Move down
        </MenuItem>
      )}
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
