/** Which fields a view shows, and in which order. */
import { type Field, moved } from '@plinth/domain'
import { ArrowDown, ArrowUp, Columns3, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { showDialog } from '../../../lib/dialogs.ts'
import { dropMarkClass } from '../../../lib/drop-mark.ts'
import { keysOf, useReorder } from '../../../lib/use-reorder.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { FieldIcon } from '../FieldIcon.tsx'
import { useTable } from '../table-context.ts'
import { FieldMenu } from './FieldMenu.tsx'
import { ToolPopover } from './ToolPopover.tsx'
import { useView } from './table-view.ts'
import { closeTool } from './tool-open.ts'
import { orderedFields } from './view-params.ts'

export function FieldsPopover() {
  const { config } = useView()
  return (
    <ToolPopover
      label="Fields"
      icon={<Columns3 aria-hidden />}
      count={config.hidden.length}
      unit=" hidden"
      className="w-88"
    >
      <FieldList />
    </ToolPopover>
  )
}

function FieldList() {
  const { table, base, mayShape } = useTable()
  const { config, change } = useView()
  const [words, setWords] = useState('')
  const [told, setTold] = useState('')
  const fields = orderedFields(table.fields, config)
  const [primary, ...others] = fields
  const found = others.filter(({ name }) =>
    name.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase()),
  )
  const move = (from: number, to: number) => {
    const field = others[from]
    if (!field || to < 0 || to >= others.length) return
    change({ order: moved(others, from, to).map(({ id }) => id) })
    setTold(`${field.name} is now column ${to + 2} of ${fields.length}.`)
  }
  const reorder = useReorder('vertical', others.length, move)
  const show = (field: Field, isShown: boolean) =>
    change({ hidden: isShown ? config.hidden.filter((id) => id !== field.id) : [...config.hidden, field.id] })
  return (
    <div className="flex flex-col gap-2">
      {fields.length > 8 && (
        <TextField
          label="Find a field"
          isLabelHidden
          placeholder="Find a field"
          type="search"
          icon={<Search aria-hidden />}
          value={words}
          onChange={setWords}
        />
      )}
      <ul className="flex flex-col">
        {primary && words === '' && (
          <li className="flex h-8 items-center gap-2 px-1 text-sm text-ink-muted coarse:h-11">
            <FieldIcon type={primary.type} />
            <span className="min-w-0 flex-1 truncate">{primary.name}</span>
            <span className="text-xs">always first</span>
            {mayShape && <FieldMenu field={primary} isPrimary />}
          </li>
        )}
        {found.map((field) => {
          const at = others.indexOf(field)
          const item = reorder(at)
          const moving = { ...item.dragProps, ...item.dropProps, ...keysOf(item) }
          return (
            <li
              key={field.id}
              {...moving}
              className={cx(
                'relative flex h-8 items-center gap-1 rounded-control px-1 hover:bg-hover coarse:h-11',
                dropMarkClass(item.mark),
              )}
            >
              <Switch
                isSelected={!config.hidden.includes(field.id)}
                onChange={(isShown) => show(field, isShown)}
                className="min-w-0 flex-1"
              >
                <span className="flex min-w-0 items-center gap-2 font-normal">
                  <FieldIcon type={field.type} />
                  <span className="truncate">{field.name}</span>
                </span>
              </Switch>
              <IconButton
                size="xs"
                label={`Move ${field.name} up`}
                icon={<ArrowUp aria-hidden />}
                isDisabled={at === 0}
                onPress={() => move(at, at - 1)}
              />
              <IconButton
                size="xs"
                label={`Move ${field.name} down`}
                icon={<ArrowDown aria-hidden />}
                isDisabled={at === others.length - 1}
                onPress={() => move(at, at + 1)}
              />
              {mayShape && <FieldMenu field={field} />}
            </li>
          )
        })}
      </ul>
      {words !== '' && found.length === 0 && (
        <p className="px-1 text-sm text-ink-muted">No field has this name.</p>
      )}
      <div className="flex gap-2 border-t border-line pt-2">
        <Button
          size="sm"
          variant="ghost"
          isDisabled={config.hidden.length === 0}
          onPress={() => change({ hidden: [] })}
        >
          Show all
        </Button>
        <Button
          size="sm"
          variant="ghost"
          isDisabled={config.hidden.length === others.length}
          onPress={() => change({ hidden: others.map(({ id }) => id) })}
        >
          Hide all
        </Button>
        {mayShape && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Plus aria-hidden />}
            className="ml-auto"
            onPress={() => {
              closeTool('Fields')
              showDialog({ kind: 'new-field', base, table })
            }}
          >
            Add field
          </Button>
        )}
      </div>
      <output className="sr-only">{told}</output>
    </div>
  )
}
