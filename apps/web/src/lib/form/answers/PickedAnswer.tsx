import { type AskedQuestion, type CellValue, isLinks, type LinkItem } from '@plinth/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, Replace } from 'lucide-react'
import { useRef, useState } from 'react'
import { buttonClass } from '../../../ui/Button.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { RecordChip } from '../../records/RecordChip.tsx'
import { RecordPicker } from '../../records/RecordPicker.tsx'
import type { RecordChoice } from '../../records/record-choice.ts'
import { unwrap } from '../../unwrap.ts'
import { useDebounced } from '../../use-debounced.ts'
import { useFormHost } from '../form-host.ts'
import { type AnswerProps, answerNames } from './answer-props.ts'

/** Typing is waited for this long before the server is asked. */
const typingMs = 150

/** What is chosen, with what it is called. */
function chosenOf(value: CellValue): readonly LinkItem[] {
  return isLinks(value) ? value.items : []
}

const asLinks = (items: readonly LinkItem[]): CellValue =>
  items.length === 0 ? null : { count: items.length, items }

/** Linked records, or a person, found by typing. */
export function PickedAnswer(props: AnswerProps) {
  const { question, value, onValue } = props
  const { nameOf } = useFormHost()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { field } = question
  const isPerson = field.type === 'person'
  const isOne = isPerson || field.options.single === true
  const items = chosenOf(value)
  const person = isPerson && typeof value === 'string' ? nameOf(field.id, value) : ''
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <fieldset aria-labelledby={props.labelId} className="flex flex-wrap items-center gap-1.5">
      {items.map((item) => (
        <RecordChip key={item[0]} onRemove={() => onValue(asLinks(items.filter(([id]) => id !== item[0])))}>
          {String(item[1] ?? 'Unnamed record')}
        </RecordChip>
      ))}
      {isPerson && value !== null && (
        <RecordChip onRemove={() => onValue(null)}>{person || 'Chosen'}</RecordChip>
      )}
      <button
        ref={button}
        type="button"
        {...answerNames(props)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-labelledby={`${props.labelId} ${props.labelId}-choose`}
        onClick={() => setOpen(true)}
        className={buttonClass('secondary', 'md')}
      >
        {isOne && value !== null ? <Replace aria-hidden /> : <Plus aria-hidden />}
        <span id={`${props.labelId}-choose`}>{isOne && value !== null ? 'Change' : 'Choose'}</span>
      </button>
      {isOpen && (
        <Popover
          label={question.label}
          triggerRef={button}
          isOpen
          placement="bottom start"
          className="scroll-thin w-80 max-w-[calc(100vw-1rem)] overflow-y-auto"
          onOpenChange={close}
        >
          <Picker
            question={question}
            isOne={isOne}
            isChosen={(id) => (isPerson ? value === id : items.some(([one]) => one === id))}
            onChoose={({ item, label }) => {
              const isIn = isPerson ? value === item[0] : items.some(([id]) => id === item[0])
              if (isPerson) onValue(isIn ? null : item[0])
              else if (isIn) onValue(asLinks(items.filter(([id]) => id !== item[0])))
              else onValue(asLinks([...(isOne ? [] : items), [item[0], label]]))
              if (isOne) close()
            }}
          />
        </Popover>
      )}
    </fieldset>
  )
}

function Picker(props: {
  question: AskedQuestion
  isOne: boolean
  isChosen: (id: string) => boolean
  onChoose: (choice: RecordChoice) => void
}) {
  const { question, isOne, isChosen, onChoose } = props
  const { choices } = useFormHost()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const asked = useDebounced(text.trim(), typingMs)
  const { id } = question.field
  const found = useQuery({
    queryKey: ['form', 'choices', id, asked],
    queryFn: async () => ({ asked, choices: await unwrap(choices(id, asked)) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <RecordPicker
      target={{ name: question.label }}
      text={text}
      onText={setText}
      choices={found.data?.choices ?? []}
      isAnswered={found.data?.asked === text.trim()}
      error={found.error}
      isMany={!isOne}
      isChosen={isChosen}
      nothing="There is nothing to be chosen yet"
      onChoose={onChoose}
      input={input}
    />
  )
}
