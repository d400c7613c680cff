import { emptyViewConfig, limits, type View, type ViewKind } from '@plinth/domain'
import { useState } from 'react'
import { FormDialog } from '../../../lib/FormDialog.tsx'
import { IconPicker } from '../../../lib/IconPicker.tsx'
import { useAction } from '../../../lib/use-action.ts'
import { ViewIcon, viewKindWords } from '../../../lib/view-kinds.tsx'
import { firstFocus } from '../../../ui/first-focus.ts'
import { Switch } from '../../../ui/Switch.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { KindPicker } from './KindPicker.tsx'
import { useView } from './table-view.ts'
import type { ViewActions } from './use-view-actions.ts'

/** What a name is asked for. `save`: the view as it is looked at, under a name of its own. */
export type NameTask =
  | { kind: 'new' }
  | { kind: 'save' }
  | { kind: 'copy'; view: View }
  | { kind: 'rename'; view: View }

const words = {
  new: { title: 'New view', action: 'Create view' },
  save: { title: 'Save as a new view', action: 'Save view' },
  copy: { title: 'Duplicate view', action: 'Duplicate view' },
  rename: { title: 'Name and icon of the view', action: 'Save view' },
} as const

export function ViewNameDialog({
  task,
  actions,
  onClose,
}: {
  task: NameTask
  actions: ViewActions
  onClose: () => void
}) {
  const view = useView()
  const mayShare = view.role === 'creator'
  const [kind, setKind] = useState<ViewKind>('grid')
  const [typed, setTyped] = useState<string | null>(null)
  const name = typed ?? nameFor(task, kind)
  const [isShared, setShared] = useState(mayShare && ('view' in task ? task.view.isShared : true))
  const [icon, setIcon] = useState(task.kind === 'rename' ? task.view.icon : null)
  const action = useAction(() => {
    const given = name.trim()
    if (task.kind === 'rename') return actions.update(task.view, { name: given, icon })
    if (task.kind === 'copy') return actions.duplicate(task.view, given, isShared)
    if (task.kind === 'new') return actions.create({ name: given, kind, isShared, config: emptyViewConfig })
    return actions.create({ name: given, kind: view.kind, isShared, config: view.config })
  })
  const submit = async () => {
    const result = await action.run()
    if (!result.ok) return
    onClose()
    if (task.kind !== 'rename') view.open(result.value.id)
  }
  const { title, action: actionLabel } = words[task.kind]
  return (
    <FormDialog
      title={title}
      actionLabel={actionLabel}
      action={action}
      isActionDisabled={name.trim() === ''}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        {...firstFocus}
        label="Name"
        value={name}
        onChange={setTyped}
        maxLength={limits.nameLength}
        isRequired
      />
      {task.kind === 'rename' && (
        <IconPicker
          value={icon}
          usual={<ViewIcon view={{ ...task.view, icon: null }} />}
          onChange={setIcon}
        />
      )}
      {task.kind === 'new' && <KindPicker kind={kind} onChange={setKind} />}
      {task.kind !== 'rename' && mayShare && (
        <Switch
          isSelected={isShared}
          onChange={setShared}
          description={isShared ? 'Everybody who reads this table has it.' : 'Nobody else has it.'}
        >
          Shared
        </Switch>
      )}
      {task.kind !== 'rename' && !mayShare && (
        <p className="text-sm text-ink-muted">
          The view is yours alone. Creators of the base make shared ones.
        </p>
      )}
    </FormDialog>
  )
}

function nameFor(task: NameTask, kind: ViewKind): string {
  if (task.kind === 'rename') return task.view.name
  if (task.kind === 'copy') return `${task.view.name} copy`.slice(0, limits.nameLength)
  return task.kind === 'new' && kind !== 'grid' ? viewKindWords[kind].name : ''
}
