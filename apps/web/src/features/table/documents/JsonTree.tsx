import type { JsonNode } from '@plinth/domain'
import { ChevronDown, ChevronRight, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Select } from '../../../ui/Select.tsx'
import {
  addAt,
  asKind,
  changeAt,
  childrenOf,
  type JsonKind,
  type JsonPath,
  nameProblem,
  numberOf,
  removeAt,
  renameAt,
} from './edit-json.ts'

const kinds: readonly { readonly id: JsonKind; readonly label: string }[] = [
  { id: 'text', label: 'Text' },
  { id: 'number', label: 'Number' },
  { id: 'boolean', label: 'True or false' },
  { id: 'null', label: 'Null' },
  { id: 'object', label: 'Object' },
  { id: 'array', label: 'List' },
]
const truths = [
  { id: 'true', label: 'true' },
  { id: 'false', label: 'false' },
] as const

interface TreeProps {
  readonly root: JsonNode
  readonly onChange: (root: JsonNode) => void
}

/** A document as nested lists of its values, each with its name and its kind. What is changed is stored when it is left. */
export function JsonTree({ root, onChange }: TreeProps) {
  const [added, setAdded] = useState<string | null>(null)
  return (
    <ul aria-label="Document" className="flex flex-col gap-1.5">
      <JsonLine
        root={root}
        node={root}
        path={[]}
        name={null}
        called="the document"
        added={added}
        onAdd={(path) => setAdded(path.join('.'))}
        onRemoved={() => undefined}
        onChange={onChange}
      />
    </ul>
  )
}

interface LineProps extends TreeProps {
  readonly node: JsonNode
  readonly path: JsonPath
  /** In an object the name, in a list the place; null: the document itself. */
  readonly name: string | null
  /** How the controls call it: a › 2 › b. */
  readonly called: string
  readonly isEntry?: boolean
  /** The place of what was added last: there the focus goes. */
  readonly added: string | null
  readonly onAdd: (path: JsonPath) => void
  /** The line is gone: the focus goes to what is left. */
  readonly onRemoved: () => void
}

function JsonLine({ root, node, path, name, called, isEntry = false, onChange, ...line }: LineProps) {
  const { added, onAdd, onRemoved } = line
  const addLine = useRef<HTMLLIElement>(null)
  const controls = useRef<HTMLSpanElement>(null)
  const isNew = path.join('.') === added
  const [isOpen, setOpen] = useState(true)
  const isParent = node.kind === 'object' || node.kind === 'array'
  const children = childrenOf(node)
  return (
    <li className="flex flex-col gap-1.5">
      <span className="flex items-start gap-1.5">
        {isParent ? (
          <AriaButton
            aria-label={`${isOpen ? 'Close' : 'Open'} ${called}`}
            aria-expanded={isOpen}
            onPress={() => setOpen(!isOpen)}
            className="grid size-8 shrink-0 place-items-center rounded-control outline-none hovered:bg-hover focus-visible:ring-focus coarse:size-11"
          >
            {isOpen ? (
              <ChevronDown aria-hidden className="size-4" />
            ) : (
              <ChevronRight aria-hidden className="size-4" />
            )}
          </AriaButton>
        ) : (
          // What opens nothing stands where its neighbours that do stand.
          path.length > 0 && <span className="w-8 shrink-0 coarse:w-11" />
        )}
        <span ref={controls} className="flex min-w-0 flex-1 flex-wrap items-start gap-1.5">
          {isEntry ? (
            <LineInput
              label={`Name of ${called}`}
              text={name ?? ''}
              isNew={isNew}
              refusal={(text) => nameProblem(root, path, text)}
              onLeave={(text) => onChange(renameAt(root, path, text))}
              onDone={() => controls.current?.querySelector<HTMLElement>('[data-value]')?.focus()}
              className="max-w-28 min-w-24 flex-1 coarse:max-w-44"
            />
          ) : (
            name !== null && (
              <span className="tabular w-6 text-right text-xs leading-8 text-ink-muted coarse:leading-11">
                {name}
              </span>
            )
          )}
          <Select<JsonKind>
            label={`Kind of ${called}`}
            isLabelHidden
            options={kinds}
            value={node.kind}
            onChange={(kind) => onChange(changeAt(root, path, (now) => asKind(now, kind)))}
            className="max-w-32 min-w-24 flex-1 coarse:max-w-44 coarse:min-w-36"
          />
          <JsonValue
            node={node}
            called={called}
            isNew={isNew && !isEntry}
            onChange={(next) => onChange(changeAt(root, path, () => next))}
          />
        </span>
        {path.length > 0 && (
          <IconButton
            label={`Remove ${called}`}
            size="md"
            icon={<X aria-hidden />}
            onPress={() => {
              onRemoved()
              onChange(removeAt(root, path))
            }}
          />
        )}
      </span>
      {isParent && isOpen && (
        <ul
          aria-label={`In ${called}`}
          className="ml-4 flex flex-col gap-1.5 border-l border-line pl-2 coarse:ml-5.5 coarse:pl-0"
        >
          {children.map(([key, child], at) => (
            <JsonLine
              // Entries and items have no identity but their places.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              root={root}
              node={child}
              path={[...path, at]}
              name={key}
              isEntry={node.kind === 'object'}
              called={path.length === 0 ? key : `${called} › ${key}`}
              added={added}
              onAdd={onAdd}
              onRemoved={() => addLine.current?.querySelector('button')?.focus()}
              onChange={onChange}
            />
          ))}
          <li ref={addLine}>
            <Button
              size="sm"
              variant="ghost"
              icon={<Plus aria-hidden />}
              onPress={() => {
                onAdd([...path, children.length])
                onChange(addAt(root, path))
              }}
            >
              {node.kind === 'object' ? `Add a name to ${called}` : `Add an item to ${called}`}
            </Button>
          </li>
        </ul>
      )}
    </li>
  )
}

interface ValueProps {
  readonly node: JsonNode
  readonly called: string
  readonly isNew: boolean
  readonly onChange: (node: JsonNode) => void
}

function JsonValue({ node, called, isNew, onChange }: ValueProps) {
  const label = `Value of ${called}`
  switch (node.kind) {
    case 'text':
      return (
        <LineInput
          label={label}
          isValue
          text={node.value}
          isNew={isNew}
          onLeave={(value) => onChange({ kind: 'text', value })}
          className="min-w-24 flex-1"
        />
      )
    case 'number':
      return (
        <LineInput
          label={label}
          isValue
          text={node.text}
          refusal={(text) => (numberOf(text) ? null : 'This is not a number.')}
          onLeave={(text) => onChange(numberOf(text) ?? node)}
          className="tabular min-w-24 flex-1"
        />
      )
    case 'boolean':
      return (
        <Select<'true' | 'false'>
          label={label}
          isLabelHidden
          options={truths}
          value={node.value ? 'true' : 'false'}
          onChange={(value) => onChange({ kind: 'boolean', value: value === 'true' })}
          className="w-28"
        />
      )
    default:
      return null
  }
}

interface LineInputProps {
  readonly label: string
  readonly text: string
  readonly refusal?: (text: string) => string | null
  /** Of the line: there one goes on behind its name. */
  readonly isValue?: boolean
  /** It takes the focus when it comes. */
  readonly isNew?: boolean
  readonly onLeave: (text: string) => void
  /** Left by Enter, and not refused. */
  readonly onDone?: () => void
  readonly className?: string
}

interface Typed {
  readonly text: string
  /** What it was typed over: it is not taken for a change of something else that stands in its place. */
  readonly over: string
  /** It was to be stored, and was not: from then on it says why. */
  readonly isTold: boolean
}

/** A text that is stored when it is left or by Enter; one that is refused stays until it is mended. Escape takes back what was typed. */
function LineInput({
  label,
  text,
  refusal,
  isNew = false,
  isValue = false,
  onLeave,
  onDone,
  className,
}: LineInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isNew) return
    input.current?.focus()
    // What it is called by itself is typed over.
    input.current?.select()
  }, [isNew])
  const problemId = useId()
  const [draft, setDraft] = useState<Typed | null>(null)
  const typed = draft?.over === text ? draft : null
  const problem = typed && (refusal?.(typed.text) ?? null)
  const isTold = problem !== null && typed?.isTold === true
  const leave = () => {
    if (!typed) return
    setDraft(problem ? { ...typed, isTold: true } : null)
    if (!problem && typed.text !== text) onLeave(typed.text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      leave()
      if (!problem) onDone?.()
    } else if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation()
      setDraft(null)
    }
  }
  return (
    <span className={cx('flex flex-col gap-1', className)}>
      <input
        ref={input}
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={isTold ? problemId : undefined}
        value={typed?.text ?? text}
        {...(isValue ? { 'data-value': '' } : {})}
        onChange={({ target }) => setDraft({ text: target.value, over: text, isTold })}
        onBlur={leave}
        onKeyDown={onKeyDown}
        className={inputClass}
      />
      {isTold && (
        <span id={problemId} role="alert" className="text-xs text-danger-text">
          {problem}
        </span>
      )}
    </span>
  )
}
