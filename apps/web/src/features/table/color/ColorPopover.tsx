/** By which rules the records of a view are coloured. */
import { type ColorRule, limits, moved } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { ArrowDown, ArrowUp, Palette, Plus, X } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { dropMarkClass } from '../../../lib/drop-mark.ts'
import { keysOf, useReorder } from '../../../lib/use-reorder.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useTable } from '../table-context.ts'
import { ToolPopover } from '../view/ToolPopover.tsx'
import { useView } from '../view/table-view.ts'
import { closeTool, openTool } from '../view/tool-open.ts'

const ColorRuleDialog = lazy(() => import('./ColorRuleDialog.tsx'))

/** By this name the palette opens it. */
export const colorTool = 'Colour'

export function ColorPopover({ rows }: { rows: RowWindow }) {
  const { config, change } = useView()
  const [task, setTask] = useState<{ rule: ColorRule | null } | null>(null)
  const edit = (rule: ColorRule | null) => {
    closeTool(colorTool)
    setTask({ rule })
  }
  const close = () => {
    setTask(null)
    openTool(colorTool)
  }
  return (
    <>
      <ToolPopover
        label={colorTool}
        icon={<Palette aria-hidden />}
        count={config.colors.length}
        className="w-96"
      >
        <RuleList onEdit={edit} />
      </ToolPopover>
      {task && (
        <Suspense fallback={null}>
          <ColorRuleDialog
            rule={task.rule}
            query={rows.query}
            onSave={(rule) => {
              const isKnown = config.colors.some(({ id }) => id === rule.id)
              const colors = isKnown
                ? config.colors.map((one) => (one.id === rule.id ? rule : one))
                : [...config.colors, rule]
              change({ colors })
              close()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

function RuleList({ onEdit }: { onEdit: (rule: ColorRule | null) => void }) {
  const { config, change, lacksColors } = useView()
  const { lostColors } = useTable()
  const { colors } = config
  const [told, setTold] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const move = (from: number, to: number) => {
    const rule = colors[from]
    if (!rule || to < 0 || to >= colors.length) return
    change({ colors: moved(colors, from, to) })
    setTold(`${rule.name} is now rule ${to + 1} of ${colors.length}.`)
  }
  const remove = (at: number) => {
    change({ colors: colors.toSpliced(at, 1) })
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[data-add]')?.focus())
  }
  const reorder = useReorder('vertical', colors.length, move)
  return (
    <div ref={box} className="flex flex-col gap-2">
      {(lacksColors || lostColors > 0) && (
        <p className="rounded-control bg-warn-tint px-2 py-1.5 text-sm text-warn-text">
          A rule of this view is left out: a field of it is gone or another than before, or you may not see
          it.
        </p>
      )}
      <p className="px-1 text-sm text-ink-muted">
        {colors.length === 0
          ? 'A rule colours the records for which its condition is true.'
          : 'The first rule that is true colours a record.'}
      </p>
      <ol aria-label="Colour rules" className="flex flex-col gap-0.5 empty:hidden">
        {colors.map((rule, at) => {
          const item = reorder(at)
          return (
            <li
              key={rule.id}
              {...item.dragProps}
              {...item.dropProps}
              {...keysOf(item)}
              className={cx(
                'relative flex min-h-9 items-center gap-1 rounded-control hover:bg-hover coarse:min-h-11',
                dropMarkClass(item.mark),
              )}
            >
              <RuleButton rule={rule} onPress={() => onEdit(rule)} />
              <IconButton
                size="xs"
                label={`Move ${rule.name} up`}
                icon={<ArrowUp aria-hidden />}
                isDisabled={at === 0}
                onPress={() => move(at, at - 1)}
              />
              <IconButton
                size="xs"
                label={`Move ${rule.name} down`}
                icon={<ArrowDown aria-hidden />}
                isDisabled={at === colors.length - 1}
                onPress={() => move(at, at + 1)}
              />
              <IconButton
                size="xs"
                label={`Remove ${rule.name}`}
                icon={<X aria-hidden />}
                onPress={() => remove(at)}
              />
            </li>
          )
        })}
      </ol>
      {colors.length < limits.colorRulesPerView && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden />}
          className="self-start"
          onPress={() => onEdit(null)}
          data-add
        >
          Add a rule
        </Button>
      )}
      <output className="sr-only">{told}</output>
    </div>
  )
}

function RuleButton({ rule, onPress }: { rule: ColorRule; onPress: () => void }) {
  const { table } = useTable()
  const painted = table.fields.find(({ id }) => id === rule.paints)
  return (
    <AriaButton
      aria-label={`Edit ${rule.name}`}
      onPress={onPress}
      className="flex min-h-8 min-w-0 flex-1 cursor-default items-center gap-2 rounded-control px-1.5 text-left text-sm outline-none focus-visible:ring-focus coarse:min-h-11"
    >
      <span
        aria-hidden
        data-hue={rule.hue}
        className="grid h-5 w-5 shrink-0 place-items-center rounded-[5px] border border-chip-dot bg-chip-tint"
      />
      <span className="min-w-0 flex-1 truncate">{rule.name}</span>
      <span className="max-w-28 shrink-0 truncate text-xs text-ink-muted">
        {painted ? painted.name : 'Record'}
      </span>
    </AriaButton>
  )
}
