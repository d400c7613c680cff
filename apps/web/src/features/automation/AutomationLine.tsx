import type { Automation, BaseMember, BaseSchema } from '@plinth/domain'
import { Copy, Ellipsis, Pause, Play, Trash2 } from 'lucide-react'
import { Link } from 'react-aria-components/Link'
import { namesIn } from '../../lib/names-in.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/Chip.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/Menu.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { toast } from '../../ui/Toast.tsx'
import { automationWords } from './automation-words.ts'
import { lastRunText, stateOf, stopText } from './run-words.ts'
import { Sentence } from './Sentence.tsx'
import { usePause } from './use-automations.ts'

export interface AutomationLineProps {
  schema: BaseSchema
  automation: Automation
  people: readonly BaseMember[]
  onDelete: () => void
}

/** One automation: what it does, whether it does, and when it last did. */
export function AutomationLine({ schema, automation, people, onDelete }: AutomationLineProps) {
  const { id, name, lastRun, waiting } = automation
  const state = stateOf(automation)
  const stop = stopText(automation, namesIn(schema))
  const isFailed = lastRun?.outcome === 'failed' || lastRun?.outcome === 'stopped'
  return (
    <li className="relative flex items-start gap-2 border-b border-line px-4 py-3 last:border-0 hover:bg-hover">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={paths.baseAutomation(schema.base.id, id)}
            className="min-w-0 rounded-control font-medium break-words outline-none after:absolute after:inset-0 focus-visible:ring-focus"
          >
            {name}
          </Link>
          <Badge tone={state.tone}>{state.label}</Badge>
        </p>
        <p className="mt-0.5 text-sm break-words text-ink-soft">
          <Sentence words={automationWords(automation, { schema, people })} />
        </p>
        {stop && <p className="mt-1 text-xs text-danger-text">{stop}</p>}
        <p className={`tabular mt-1 text-xs ${isFailed ? 'text-danger-text' : 'text-ink-muted'}`}>
          {lastRunText(lastRun, schema.base)}
          {waiting > 0 && ` ${waiting.toLocaleString()} waiting.`}
        </p>
      </div>
      <LineMenu {...{ schema, automation, onDelete }} />
    </li>
  )
}

function LineMenu({
  schema,
  automation,
  onDelete,
}: Pick<AutomationLineProps, 'schema' | 'automation' | 'onDelete'>) {
  const { id, name, isPaused, stopped } = automation
  const pause = usePause(schema)
  const isResumed = isPaused || stopped === 'too_many_runs'
  const act = async () => {
    if (await pause.set(id, !isResumed)) {
      toast.success(isResumed ? `“${name}” is on again.` : `“${name}” is paused.`)
    }
  }
  return (
    <span className="relative z-1">
      <MenuTrigger>
        <IconButton
          label={`Menu of ${name}`}
          icon={pause.isPending ? <Spinner label="Working" /> : <Ellipsis aria-hidden />}
        />
        <Menu placement="bottom end">
          <MenuItem icon={isResumed ? <Play /> : <Pause />} onAction={() => void act()}>
            {isResumed ? 'Resume' : 'Pause'}
          </MenuItem>
          <MenuItem icon={<Copy />} href={paths.baseNewAutomation(schema.base.id, id)}>
            Duplicate
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} tone="danger" onAction={onDelete}>
            Delete
          </MenuItem>
        </Menu>
      </MenuTrigger>
    </span>
  )
}
