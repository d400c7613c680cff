/** How a kind of view beside the grid is laid out: which fields say what, and how large things are. */
import {
  calendarSpans,
  cardSizes,
  coverFits,
  coverOf,
  endOf,
  type Field,
  type FieldSetting,
  fieldOf,
  fieldsFor,
  isCounted,
  type Table,
  timelineScales,
  usualCardSize,
  type ViewConfig,
  type ViewKind,
  type ViewSettings,
  withSetting,
} from '@plinth/domain'
import { SlidersHorizontal } from 'lucide-react'
import { figuresShown } from '../../../lib/figure-words.ts'
import { scaleWords } from '../../../lib/scale-words.ts'
import { Select } from '../../../ui/Select.tsx'
import { ChartSettings } from '../chart/ChartSettings.tsx'
import { FieldIcon } from '../FieldIcon.tsx'
import { useTable } from '../table-context.ts'
import { FigureSelects } from './FigureSelects.tsx'
import { ToolPopover } from './ToolPopover.tsx'
import { useView } from './table-view.ts'

interface FieldLine {
  readonly key: FieldSetting
  readonly label: string
  /** What it is called to have none; absent: there is always one. */
  readonly none?: string
}
interface WordLine {
  readonly key: Exclude<keyof ViewSettings, FieldSetting | 'tiles'>
  readonly label: string
  readonly words: Readonly<Record<string, string>>
  readonly list: readonly string[]
  /** Where nothing is said; absent: the first. */
  readonly usual?: string
}

const cover: FieldLine = { key: 'cover', label: 'Cover', none: 'No cover' }
const color: FieldLine = { key: 'color', label: 'Colour', none: 'No colour' }
const coverFit: WordLine = {
  key: 'coverFit',
  label: 'Pictures',
  list: coverFits,
  words: { crop: 'Fill the cover', fit: 'Shown whole' },
}
const cardSize: WordLine = {
  key: 'cardSize',
  label: 'Card size',
  list: cardSizes,
  usual: usualCardSize,
  words: { small: 'Small', medium: 'Medium', large: 'Large' },
}
const start: FieldLine = { key: 'start', label: 'Begins' }
const end: FieldLine = { key: 'end', label: 'Ends', none: 'On the same day' }

const lines: Readonly<Record<Exclude<ViewKind, 'chart'>, readonly (FieldLine | WordLine)[]>> = {
  grid: [],
  dashboard: [],
  form: [],
  list: [color],
  board: [
    { key: 'stacks', label: 'Stacks' },
    { key: 'lanes', label: 'Lanes', none: 'No lanes' },
    cover,
    coverFit,
    color,
  ],
  gallery: [cover, coverFit, cardSize, color],
  calendar: [
    start,
    end,
    color,
    {
      key: 'span',
      label: 'Shows',
      list: calendarSpans,
      words: { month: 'A month', week: 'A week', day: 'A day', agenda: 'A list of days' },
    },
  ],
  timeline: [
    start,
    end,
    color,
    { key: 'after', label: 'Comes after', none: 'No arrows' },
    {
      key: 'scale',
      label: 'Scale',
      list: timelineScales,
      usual: 'month',
      words: scaleWords,
    },
  ],
}

export function KindSettings() {
  const { kind, config } = useView()
  const { table } = useTable()
  const hasFigures = isSummedUp(kind, config, table)
  const shown =
    kind === 'chart'
      ? null
      : lines[kind].filter((line) => 'list' in line || fieldsOf(line.key, table).length > 0)
  if (shown?.length === 0 && !hasFigures) return null
  return (
    <ToolPopover label="Layout" icon={<SlidersHorizontal aria-hidden />} count={0} className="w-80">
      <div className="flex flex-col gap-3">
        {shown === null && <ChartSettings />}
        {shown?.map((line) =>
          'list' in line ? (
            <WordSetting key={line.key} line={line} />
          ) : (
            <FieldSettingSelect key={line.key} line={line} />
          ),
        )}
        {hasFigures && <GroupFigure />}
      </div>
    </ToolPopover>
  )
}

/** Are there groups whose headings tell a figure? Stacks by links to several records are none. */
function isSummedUp(kind: ViewKind, { groups, settings }: ViewConfig, { fields }: Table): boolean {
  if (kind === 'list') return groups.length > 0
  const stacks = kind === 'board' ? fieldOf('stacks', settings, fields) : null
  return stacks !== null && !isCounted(stacks)
}

/** What is added up of a stack or a group: one figure, since headings have little room. */
function GroupFigure() {
  const { kind, config, change } = useView()
  const { table } = useTable()
  const [first] = Object.entries(
    figuresShown(
      config.summaries,
      table.fields.map((field) => ({ field })),
    ),
  )
  const of = table.fields.find(({ id }) => id === first?.[0]) ?? null
  return (
    <FigureSelects
      label={kind === 'board' ? 'Figure of stacks' : 'Figure of groups'}
      none="No figure"
      fields={fieldsFor('of', table.fields)}
      of={of}
      figure={first?.[1] ?? null}
      onChange={(field, figure) => change({ summaries: field && figure ? { [field.id]: figure } : {} })}
    />
  )
}

/** Arrows lead from record to record of one table. */
const fieldsOf = (key: FieldSetting, { id, fields }: Table): Field[] =>
  fieldsFor(key, fields).filter(({ options }) => key !== 'after' || options.target === id)

/** Chosen where there is to be no field. */
const noField = 'none'

function FieldSettingSelect({ line: { key, label, none } }: { line: FieldLine }) {
  const { kind, config, change } = useView()
  const { table } = useTable()
  const able = fieldsOf(key, table)
  const chosen =
    chosenOf[key]?.(kind, config.settings, table.fields) ?? fieldOf(key, config.settings, table.fields)
  return (
    <Select
      label={label}
      options={[...(none ? [{ id: noField, label: none }] : []), ...able.map(optionOf)]}
      value={chosen?.id ?? noField}
      onChange={(id) => change({ settings: withSetting(config.settings, { [key]: kept(key, id) }) })}
    />
  )
}

const optionOf = ({ id, name, type }: Field) => ({
  id: id as string,
  label: name,
  icon: <FieldIcon type={type} />,
})

/** Chosen by themselves in some kinds, so that to have none has to be said. */
const chosenOf: Readonly<Partial<Record<FieldSetting, typeof coverOf<Field>>>> = {
  cover: coverOf,
  end: endOf,
}
const kept = (key: FieldSetting, id: string): string | null => (id === noField && !chosenOf[key] ? null : id)

function WordSetting({ line: { key, label, list, words, usual = list[0] } }: { line: WordLine }) {
  const { config, change, place, lookAt } = useView()
  return (
    <Select
      label={label}
      options={list.map((id) => ({ id, label: words[id] ?? id }))}
      value={(config.settings[key] as string | undefined) ?? usual ?? null}
      onChange={(id) => {
        change({ settings: withSetting(config.settings, { [key]: id }) })
        // What is chosen for the view is what one looks at.
        if (key === 'span') lookAt({ ...place, span: undefined })
      }}
    />
  )
}
