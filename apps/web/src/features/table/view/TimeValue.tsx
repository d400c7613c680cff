/** Days: by name, so many from today, or in the calendar; and stretches of days around today. */
import { fieldTypes, type Period, type RelativeDay } from '@plinth/domain'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTable } from '../table-context.ts'
import type { ValueProps } from './ConditionValue.tsx'
import { useTyped } from './use-typed.ts'

type Kind = 'today' | 'tomorrow' | 'yesterday' | 'ahead' | 'ago' | 'exact'

const kinds: readonly { id: Kind; label: string }[] = [
  { id: 'today', label: 'today' },
  { id: 'tomorrow', label: 'tomorrow' },
  { id: 'yesterday', label: 'yesterday' },
  { id: 'ahead', label: 'days from today' },
  { id: 'ago', label: 'days ago' },
  { id: 'exact', label: 'a day' },
]
const named: Partial<Record<Kind, number>> = { today: 0, tomorrow: 1, yesterday: -1 }

function kindOf(value: unknown): Kind | null {
  if (typeof value === 'string') return 'exact'
  if (typeof value !== 'object' || value === null || !('day' in value)) return null
  const { day } = value as RelativeDay
  return kinds.find(({ id }) => named[id] === day)?.id ?? (day > 0 ? 'ahead' : 'ago')
}

export function TimeValue({ field, condition, onChange: tell }: ValueProps) {
  const { value } = condition
  const { shown: kind, show: setKind, send } = useTyped(value, kindOf)
  const onChange = (next: ValueProps['condition']['value']) => {
    send(next)
    tell(next)
  }
  const choose = (next: Kind) => {
    setKind(next)
    const day = named[next] ?? (next === 'ahead' ? 7 : next === 'ago' ? -7 : undefined)
    onChange(day === undefined ? undefined : { day })
  }
  const day = typeof value === 'object' && 'day' in value ? value.day : 0
  return (
    <>
      <Select<Kind>
        label={`Value of ${field.name}`}
        isLabelHidden
        options={kinds}
        value={kind}
        placeholder="Choose…"
        onChange={choose}
        className="w-40 max-sm:flex-[1_1_9rem]"
      />
      {(kind === 'ahead' || kind === 'ago') && (
        <CountField
          label="Days"
          value={Math.abs(day)}
          onChange={(count) => onChange({ day: kind === 'ahead' ? count : -count })}
        />
      )}
      {kind === 'exact' && <DayField {...{ field, condition, onChange }} />}
    </>
  )
}

/** A day as people of the base write it. */
function DayField({ field, condition, onChange }: ValueProps) {
  const { values } = useTable()
  const { value } = condition
  const type = fieldTypes.date
  const {
    shown: text,
    show: setText,
    send,
  } = useTyped(value, (now) =>
    typeof now === 'string' ? type.editText(now.slice(0, 10), field, values) : '',
  )
  const parsed = type.parseText(text, { options: {} }, values)
  return (
    <TextField
      label={`Day for ${field.name}`}
      isLabelHidden
      placeholder={type.editText('2026-12-31', field, values)}
      value={text}
      onChange={(next) => {
        setText(next)
        const day = type.parseText(next, { options: {} }, values)
        const wanted = day.ok && typeof day.value === 'string' ? day.value : undefined
        send(wanted)
        onChange(wanted)
      }}
      className="w-36"
      {...(parsed.ok ? {} : { errorMessage: 'This is no day.' })}
    />
  )
}

const spans: readonly { id: Period['period']; label: string }[] = [
  { id: 'this', label: 'this' },
  { id: 'past', label: 'the past' },
  { id: 'next', label: 'the next' },
]
const units: readonly Period['unit'][] = ['day', 'week', 'month', 'year']

export function PeriodValue({ field, condition, onChange }: ValueProps) {
  const { value } = condition
  const period = typeof value === 'object' && 'period' in value ? value : null
  const change = (next: Partial<Period>) => {
    const made: Period = { ...(period ?? { period: 'this', unit: 'week', count: 1 }), ...next }
    onChange(made.period === 'this' ? { ...made, count: 1 } : made)
  }
  const isThis = period === null || period.period === 'this'
  return (
    <>
      <Select<Period['period']>
        label={`Period of ${field.name}`}
        isLabelHidden
        options={spans}
        value={period?.period ?? null}
        placeholder="Choose…"
        onChange={(next) => change({ period: next, ...(isThis && next !== 'this' ? { count: 2 } : {}) })}
        className="w-28 max-sm:flex-[1_1_6rem]"
      />
      {!isThis && (
        <CountField label="How many" value={period.count} onChange={(count) => change({ count })} />
      )}
      {period && (
        <Select<Period['unit']>
          label="Unit"
          isLabelHidden
          options={units.map((id) => ({ id, label: isThis || period.count === 1 ? id : `${id}s` }))}
          value={period.unit}
          onChange={(unit) => change({ unit })}
          className="w-28 max-sm:flex-[1_1_6rem]"
        />
      )}
    </>
  )
}

function CountField({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (count: number) => void
}) {
  const { shown: text, show: setText, send } = useTyped(value, String)
  return (
    <TextField
      label={label}
      isLabelHidden
      inputMode="numeric"
      value={text}
      onChange={(next) => {
        setText(next)
        const count = Number(next)
        if (!Number.isInteger(count) || count < 1 || count > 1_000) return
        send(count)
        onChange(count)
      }}
      className="w-16 max-sm:w-20"
      {...(/^([1-9]\d{0,2}|1000)$/.test(text) ? {} : { errorMessage: 'From 1 to 1,000' })}
    />
  )
}
