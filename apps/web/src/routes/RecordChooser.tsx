/** Records of any table, chosen where no table is open. */
import { limits, type RecordId, type Table, type ValueContext, type ViewQuery } from '@plinth/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { RecordChooserProps } from '../features/automation/editor-context.ts'
import { choiceOf, fieldsOfChoice, type LinkChoice } from '../features/table/links/link-choices.ts'
import { useBackend } from '../lib/backend-context.ts'
import { RecordChip } from '../lib/records/RecordChip.tsx'
import { RecordPicker } from '../lib/records/RecordPicker.tsx'
import { unwrap } from '../lib/unwrap.ts'
import { useDebounced } from '../lib/use-debounced.ts'
import { cx } from '../ui/cx.ts'
import { inputClass } from '../ui/Field.tsx'
import { Popover } from '../ui/Popover.tsx'

/** Typing is waited for this long before the server is asked. */
const typingMs = 120
/** More are found by typing. */
const offeredAtOnce = 50

export function RecordChooser(props: RecordChooserProps) {
  const { label, table, chosen, isMany, values, onChange, errorMessage } = props
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const named = useNamed(table, chosen, values)
  const choose = (record: RecordId) => {
    if (!isMany) {
      setOpen(false)
      return onChange([record])
    }
    onChange(chosen.includes(record) ? chosen.filter((one) => one !== record) : [...chosen, record])
  }
  return (
    <div className="flex min-w-0 flex-col gap-1.5" {...(errorMessage ? { 'data-problem': true } : {})}>
      <span className="text-sm font-medium">{label}</span>
      <button
        ref={button}
        type="button"
        aria-label={`${label}: ${named.map((one) => one.label).join(', ') || 'nothing yet'}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-describedby={`${id}-error`}
        onClick={() => setOpen(true)}
        className={cx(
          inputClass,
          'flex h-auto min-h-8 cursor-default flex-wrap items-center gap-1 bg-surface! py-1 pr-2 text-left focus-visible:border-focus focus-visible:ring-focus coarse:h-auto coarse:min-h-11',
        )}
      >
        {named.map((one) => (
          <RecordChip key={one.item[0]}>{one.label}</RecordChip>
        ))}
        {chosen.length === 0 && <span className="text-ink-faint">Choose…</span>}
        <ChevronDown aria-hidden className="ml-auto size-4 shrink-0 text-ink-muted" />
      </button>
      <p id={`${id}-error`} className="text-xs text-danger-text empty:hidden">
        {errorMessage}
      </p>
      <Popover
        label={label}
        triggerRef={button}
        isOpen={isOpen}
        placement="bottom start"
        className="w-80 max-w-[calc(100vw-1rem)]"
        onOpenChange={setOpen}
      >
        <Finder {...{ table, values, chosen, isMany }} onChoose={choose} />
      </Popover>
    </div>
  )
}

function Finder(
  props: Pick<RecordChooserProps, 'table' | 'values' | 'chosen' | 'isMany'> & {
    onChoose: (record: RecordId) => void
  },
) {
  const { table, values, chosen, isMany, onChoose } = props
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const found = useFound(table, text, values)
  return (
    <RecordPicker
      {...{ text, input, isMany }}
      target={table}
      onText={setText}
      choices={found.choices}
      isAnswered={found.text === text.trim()}
      error={found.error}
      isChosen={(id) => chosen.includes(id)}
      onChoose={({ item }) => onChoose(item[0])}
    />
  )
}

const queryOf = (table: Table, asked: Partial<ViewQuery> = {}): ViewQuery => ({
  table: table.id,
  sorts: [],
  fields: fieldsOfChoice(table).map(({ id }) => id),
  ...asked,
})

function useFound(table: Table, text: string, values: ValueContext) {
  const { rows } = useBackend()
  const asked = useDebounced(text.trim(), typingMs)
  const found = useQuery({
    queryKey: ['record-chooser', table.id, 'found', asked],
    queryFn: async ({ signal }) => {
      const search = asked.slice(0, limits.searchLength)
      const query = queryOf(table, search === '' ? {} : { search })
      const answer = await unwrap(
        rows.window({ query, anchor: null, direction: 'forward', skip: 0, take: offeredAtOnce }, signal),
      )
      return { text: asked, choices: answer.rows.map((one) => choiceOf(one, table, values)) }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return { choices: found.data?.choices ?? [], text: found.data?.text ?? null, error: found.error }
}

function useNamed(table: Table, ids: readonly RecordId[], values: ValueContext): readonly LinkChoice[] {
  const { rows } = useBackend()
  const named = useQuery({
    queryKey: ['record-chooser', table.id, 'named', ids],
    queryFn: async () => {
      const answer = await unwrap(rows.byId(queryOf(table), ids.slice(0, limits.idsPerRequest)))
      return answer.rows.map((one) => choiceOf(one, table, values))
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const all = ids.length > 0 ? (named.data ?? []) : []
  return all.filter(({ item }) => ids.includes(item[0]))
}
