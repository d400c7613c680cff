import { limits, moved } from '@plinth/domain'
import { ArrowDown, ArrowUp, Bell, Link2, Pencil, Plus, Send, SquarePlus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../ui/Menu.tsx'
import { ActionEditor } from './ActionEditor.tsx'
import { type ActionDraft, type ActionKind, emptyAction } from './automation-draft.ts'
import { actionNames } from './automation-words.ts'
import { useEditing } from './editor-context.ts'
import { ProblemLine } from './ProblemLine.tsx'
import { linksOf } from './settable-fields.ts'

const icons: Record<ActionKind, ReactNode> = {
  set: <Pencil />,
  create: <SquarePlus />,
  link: <Link2 />,
  notify: <Bell />,
  webhook: <Send />,
}

const descriptions: Record<ActionKind, string> = {
  set: 'Of the record that it runs for.',
  create: 'In any table of this base.',
  link: 'To the record that it runs for.',
  notify: 'They find it at the bell above.',
  webhook: 'It gets a signed message.',
}

export interface ActionListProps {
  actions: readonly ActionDraft[]
  onChange: (actions: readonly ActionDraft[]) => void
}

/** What is done, in its order, all together. */
export function ActionList({ actions, onChange }: ActionListProps) {
  const { problems } = useEditing()
  const move = (at: number, by: number) => onChange(moved(actions, at, at + by))
  return (
    <div className="flex flex-col items-start gap-3">
      {actions.length > 0 && (
        <ol aria-label="Actions" className="flex w-full flex-col gap-3">
          {actions.map((action, at) => (
            <li key={action.id} className="rounded-card border border-line bg-surface">
              <ActionHead
                {...{ action, at }}
                count={actions.length}
                onMove={(by) => move(at, by)}
                onRemove={() => onChange(actions.toSpliced(at, 1))}
              />
              <div className="flex flex-col gap-3 px-4 pt-1 pb-4">
                <ActionEditor
                  action={action}
                  at={at}
                  onChange={(changed) => onChange(actions.with(at, changed))}
                />
                <ProblemLine text={problems.get(action.id)} />
              </div>
            </li>
          ))}
        </ol>
      )}
      <ProblemLine text={problems.get('actions')} />
      {actions.length < limits.actionsPerAutomation ? (
        <AddAction onAdd={(kind) => onChange([...actions, emptyAction(kind)])} />
      ) : (
        <p className="text-sm text-ink-muted">
          An automation has at most {limits.actionsPerAutomation} actions.
        </p>
      )}
    </div>
  )
}

function ActionHead(props: {
  action: ActionDraft
  at: number
  count: number
  onMove: (by: number) => void
  onRemove: () => void
}) {
  const { action, at, count, onMove, onRemove } = props
  const name = `action ${at + 1}`
  return (
    <div className="flex min-h-11 items-center gap-2 pr-2 pl-4">
      <span className="text-ink-muted [&_svg]:size-4" aria-hidden>
        {icons[action.kind]}
      </span>
      <h3 className="min-w-0 flex-1 truncate text-sm font-medium">
        <span className="tabular">{at + 1}.</span> {actionNames[action.kind]}
      </h3>
      {count > 1 && (
        <>
          <IconButton
            label={`Move ${name} up`}
            icon={<ArrowUp aria-hidden />}
            isDisabled={at === 0}
            onPress={() => onMove(-1)}
          />
          <IconButton
            label={`Move ${name} down`}
            icon={<ArrowDown aria-hidden />}
            isDisabled={at === count - 1}
            onPress={() => onMove(1)}
          />
        </>
      )}
      <IconButton label={`Remove ${name}`} icon={<Trash2 aria-hidden />} onPress={onRemove} />
    </div>
  )
}

function AddAction({ onAdd }: { onAdd: (kind: ActionKind) => void }) {
  const { features, table } = useEditing()
  const kinds: readonly ActionKind[] = [
    'set',
    'create',
    ...(linksOf(table).length > 0 ? (['link'] as const) : []),
    'notify',
    ...(features.webhooks ? (['webhook'] as const) : []),
  ]
  return (
    <>
      <MenuTrigger>
        <Button
          icon={<Plus aria-hidden />}
          // The action that it adds pushes it down, and it has the focus again without being brought into sight.
          onFocus={({ target }) => target.scrollIntoView({ block: 'nearest' })}
        >
          Add an action
        </Button>
        <Menu>
          {kinds.map((kind) => (
            <MenuItem
              key={kind}
              icon={icons[kind]}
              description={descriptions[kind]}
              onAction={() => onAdd(kind)}
            >
              {actionNames[kind]}
            </MenuItem>
          ))}
        </Menu>
      </MenuTrigger>
      {!features.webhooks && (
        <p className="max-w-140 text-xs text-ink-muted">
          Other services cannot be called: this project’s database lacks the extension pg_net. Whoever runs
          the project can switch it on.
        </p>
      )}
    </>
  )
}
