import { dropQuestion, type FormQuestion, limits } from '@plinth/domain'
import { ArrowDown, ArrowUp, Ellipsis, EyeOff, GripVertical, Settings2, Trash2, Workflow } from 'lucide-react'
import { useId } from 'react'
import { dropMarkClass } from '../../../../lib/drop-mark.ts'
import { formatBytes } from '../../../../lib/file-size.ts'
import { Answer } from '../../../../lib/form/answers/Answer.tsx'
import { RequiredSign } from '../../../../lib/form/Question.tsx'
import { keysOf, type ReorderItem } from '../../../../lib/use-reorder.ts'
import { Badge } from '../../../../ui/Chip.tsx'
import { cx } from '../../../../ui/cx.ts'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '../../../../ui/Menu.tsx'
import { useBuilding } from './builder-context.ts'
import { ConditionNote } from './ConditionNote.tsx'
import { QuestionSettings } from './QuestionSettings.tsx'

interface QuestionLineProps {
  question: FormQuestion
  item: ReorderItem
  at: number
  count: number
  onMove: (from: number, to: number) => void
}

/** A question as it will look, and below it, where it is open, what can be said of it. */
export function QuestionLine({ question, item, at, count, onMove }: QuestionLineProps) {
  const { open, show, askedOf, askWhen } = useBuilding()
  const id = useId()
  const asked = askedOf(question.field)
  if (!asked) return null
  const { label, help, isRequired, isHidden, field } = asked
  const isOpen = open === field.id
  return (
    <li
      {...item.dropProps}
      {...keysOf(item)}
      className={cx(
        'group/line relative -mx-4 flex flex-col gap-2 rounded-card border px-4 py-3 max-sm:-mx-2 max-sm:px-2',
        isOpen ? 'border-accent-line bg-page' : 'border-transparent hover:border-line',
        dropMarkClass(item.mark, 'cards'),
      )}
    >
      <div className="flex items-start gap-1">
        <span
          {...item.dragProps}
          aria-hidden
          className="absolute top-3.5 -left-1 cursor-grab text-ink-faint opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100 sm:-left-2 coarse:hidden"
        >
          <GripVertical className="size-4" />
        </span>
        <div className="min-w-0 flex-1">
          <span id={id} className="text-base font-medium break-words text-ink">
            {label}
            {isRequired && <RequiredSign />}
          </span>
          {isHidden && (
            <span className="ml-2 align-middle">
              <Badge>
                <span className="flex items-center gap-1">
                  <EyeOff aria-hidden className="size-3.5" /> Not shown
                </span>
              </Badge>
            </span>
          )}
          {help !== '' && (
            <p className="mt-0.5 text-sm break-words whitespace-pre-wrap text-ink-muted">{help}</p>
          )}
        </div>
        <IconButton
          label={`${isOpen ? 'Close' : 'Edit'} ${label}`}
          icon={<Settings2 aria-hidden />}
          aria-expanded={isOpen}
          onPress={() => show(isOpen ? null : field.id)}
        />
        <QuestionMenu {...{ question, label, at, count, onMove }} />
      </div>
      <div inert className={cx('flex flex-col gap-2', isHidden && 'opacity-50')}>
        <Answer
          question={asked}
          value={asked.value}
          unread={undefined}
          files={[]}
          labelId={id}
          describedBy={undefined}
          isInvalid={false}
          onValue={() => undefined}
          onText={() => undefined}
          onFiles={() => undefined}
        />
        {field.type === 'attachment' && (
          <p className="text-xs text-ink-muted">
            People outside, by a link: up to {formatBytes(limits.submittedFileBytes)} each.
          </p>
        )}
      </div>
      {question.when !== undefined && (
        <ConditionNote when={question.when} onEdit={() => askWhen({ field: field.id })} />
      )}
      {isOpen && <QuestionSettings question={question} asked={asked} />}
    </li>
  )
}

function QuestionMenu({
  question,
  label,
  at,
  count,
  onMove,
}: Omit<QuestionLineProps, 'item'> & { label: string }) {
  const { put, askWhen } = useBuilding()
  return (
    <MenuTrigger>
      <IconButton label={`Options of ${label}`} icon={<Ellipsis aria-hidden />} />
      <Menu aria-label={`Options of ${label}`} placement="bottom end">
        <MenuItem icon={<Workflow aria-hidden />} onAction={() => askWhen({ field: question.field })}>
          Ask only if…
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={<ArrowUp aria-hidden />}
          shortcut="Alt+Shift+ArrowUp"
          isDisabled={at === 1}
          onAction={() => onMove(at, at - 1)}
        >
          Move up
        </MenuItem>
        <MenuItem
          icon={<ArrowDown aria-hidden />}
          shortcut="Alt+Shift+ArrowDown"
          isDisabled={at === count - 1}
          onAction={() => onMove(at, at + 1)}
        >
          Move down
        </MenuItem>
        <MenuItem
          icon={<Trash2 aria-hidden />}
          tone="danger"
          onAction={() => put((now) => dropQuestion(now, question.field))}
        >
          Do not ask this
        </MenuItem>
      </Menu>
    </MenuTrigger>
  )
}
