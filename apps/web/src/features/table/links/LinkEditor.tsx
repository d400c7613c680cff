import { appError, isLinks, type LinkItem, linkLabel, restrictedLinks, type Table } from '@plinth/domain'
import { useRef, useState } from 'react'
import { describeError } from '../../../lib/describe-error.ts'
import { NoteChip, RecordChip } from '../../../lib/records/RecordChip.tsx'
import { RecordPicker } from '../../../lib/records/RecordPicker.tsx'
import { mayMakeNamed } from '../../../lib/records-named.ts'
import { Popover } from '../../../ui/Popover.tsx'
import type { FloatingEditorProps } from '../editor.ts'
import { useTable } from '../table-context.ts'
import { isNewName } from './link-choices.ts'
import { fullText, restrictedText, takenText } from './link-words.ts'
import { saveLinks, shownLinks, toggledLink } from './save-links.ts'
import { tellCondition } from './told-condition.ts'
import { useCreateLinked } from './use-create-linked.ts'
import { useLinkChoices } from './use-link-choices.ts'

/** Records of the target of a link, found by typing, linked and taken out one by one. */
export function LinkEditor(props: FloatingEditorProps) {
  const { field, anchor, onClose } = props
  const target = useTable().tableOf(field.options.target!)
  return (
    <Popover
      label={field.name}
      triggerRef={anchor}
      isOpen
      placement="bottom start"
      className="scroll-thin w-80 max-w-[calc(100vw-1rem)] overflow-y-auto"
      onOpenChange={() => onClose('stay')}
    >
      {target ? (
        <LinkPicker {...props} target={target} />
      ) : (
        <p className="p-3 text-sm text-ink-muted">
          You may not read the table whose records this field links. Ask a creator of the base.
        </p>
      )}
    </Popover>
  )
}

interface PickerProps extends FloatingEditorProps {
  readonly target: Table
}

function LinkPicker(props: PickerProps) {
  const { row, field, target, initialText, onClose } = props
  const { session, values, names, ...scope } = useTable()
  const [text, setText] = useState(initialText ?? '')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { choices, isAnswered, error, isLinked, isLeftOut, note } = useLinkChoices(row, field, target, text)
  const create = useCreateLinked(target, text)
  const isMaking = useRef(false)
  const shown = shownLinks(row, field)
  const isOne = field.options.single === true
  const full = fullText(row.values[field.id], field)

  const toggle = (item: LinkItem) => {
    const wasLinked = isLinked(item[0])
    if (full !== null && !wasLinked) return
    saveLinks(session, row, field, toggledLink(field, shown, item, wasLinked))
    note(item[0], !wasLinked)
    setSaid(`${wasLinked ? 'Unlinked' : 'Linked'} ${linkLabel(item, field, values)}`)
    if (isOne && !wasLinked) return onClose('stay')
    // What is typed next takes the place of what was looked for.
    input.current?.focus()
    input.current?.select()
  }
  const tellLeftOut = async () => {
    const error = appError('link_refused', { details: { field: field.id } })
    setRefusal(describeError(await tellCondition(error, scope), names).text)
  }
  const make = async () => {
    // Enter a second time makes no second one.
    if (!create || isMaking.current) return
    isMaking.current = true
    const made = await create(row, field)
    isMaking.current = false
    if (!made.ok) {
      const told = await tellCondition(made.error, scope)
      return setRefusal(`“${text.trim()}” is not created. ${describeError(told, names).text}`)
    }
    note(made.value[0], true)
    if (isOne) return onClose('stay')
    setSaid(`Created and linked ${text.trim()}`)
    setText('')
    input.current?.focus()
  }
  return (
    <>
      <LinkedNow {...props} onRemove={toggle} />
      <RecordPicker
        {...{ target, text, choices, isAnswered, error, input }}
        onText={(next) => {
          setText(next)
          setRefusal(null)
        }}
        refusal={refusal}
        isMany={!isOne}
        isChosen={isLinked}
        onChoose={({ item, label, taken }) => {
          if (taken === undefined || isLinked(item[0])) toggle(item)
          else if (isLeftOut(item[0])) void tellLeftOut()
          else setRefusal(takenText(label, taken))
        }}
        full={full}
        nothing={`${target.name} has no records that can be linked here${mayMakeNamed(target) ? '. Type a name to create one.' : ''}`}
        onCreate={
          create && full === null && isAnswered && isNewName(choices, text) ? () => void make() : undefined
        }
        onTakeOut={() => {
          const last = shown.at(-1)
          if (last) toggle(last)
        }}
        onTab={(isBack) => {
          // Back are the records of the cell.
          if (isBack && shown.length > 0) return false
          onClose(isBack ? 'left' : 'right')
          return true
        }}
      />
      <output className="sr-only">{said}</output>
    </>
  )
}

/** The records of the cell as it is now, each to be taken out. */
function LinkedNow({ row, field, onRemove }: PickerProps & { onRemove: (item: LinkItem) => void }) {
  const { values } = useTable()
  const value = row.values[field.id]
  if (!isLinks(value)) return null
  const restricted = restrictedLinks(value)
  const more = value.count - value.items.length - restricted
  return (
    <div className="scroll-thin flex max-h-28 flex-wrap items-center gap-1 overflow-auto border-b border-line p-2">
      {value.items.map((item) => (
        <RecordChip key={item[0]} onRemove={() => onRemove(item)}>
          {linkLabel(item, field, values)}
        </RecordChip>
      ))}
      {restricted > 0 && <NoteChip>{restrictedText(restricted)}</NoteChip>}
      {more > 0 && <span className="px-1 text-xs text-ink-muted">and {more.toLocaleString()} more</span>}
    </div>
  )
}
