/** What a chart shows: its picture, by what records are counted together, and the figure. */
import {
  type ChartOrder,
  type ChartType,
  type ChartUnit,
  chartOf,
  chartOrders,
  chartTypes,
  chartUnits,
  type Field,
  fieldsFor,
  withSetting,
} from '@plinth/domain'
import { Select } from '../../../ui/Select.tsx'
import { FieldIcon } from '../FieldIcon.tsx'
import { useTable } from '../table-context.ts'
import { FigureSelects } from '../view/FigureSelects.tsx'
import { useView } from '../view/table-view.ts'

const typeNames: Readonly<Record<ChartType, string>> = {
  bar: 'Bars',
  line: 'Line',
  area: 'Area',
  pie: 'Pie',
  number: 'One number',
  table: 'Table',
  pivot: 'Pivot table',
}
const unitNames: Readonly<Record<ChartUnit, string>> = {
  day: 'Days',
  week: 'Weeks',
  month: 'Months',
  quarter: 'Quarters',
  year: 'Years',
}
const orderNames: Readonly<Record<ChartOrder, string>> = { key: 'Their own order', figure: 'Greatest first' }
const nothing = 'none'

export function ChartSettings() {
  const { table } = useTable()
  const { config, change } = useView()
  const { settings } = config
  const shape = chartOf(settings, table.fields)
  const set = (changes: Parameters<typeof withSetting>[1]) =>
    change({ settings: withSetting(settings, changes) })
  const able = fieldsFor('by', table.fields)
  const isNumber = shape.type === 'number'
  return (
    <>
      <Select
        label="Shown as"
        options={chartTypes.map((id) => ({ id, label: typeNames[id] }))}
        value={shape.type}
        onChange={(chart) => set({ chart })}
      />
      {!isNumber && (
        <>
          <FieldSelect label="By" fields={able} value={shape.by} onChange={(by) => set({ by })} />
          {shape.byUnit && (
            <UnitSelect label="Each bar is" value={shape.byUnit} onChange={(byUnit) => set({ byUnit })} />
          )}
          {shape.type !== 'pie' && (
            <FieldSelect
              label={shape.type === 'pivot' ? 'Columns' : 'Told apart by'}
              none="Nothing"
              fields={able.filter(({ id }) => id !== shape.by?.id)}
              value={shape.split}
              onChange={(split) => set({ split })}
            />
          )}
          {shape.splitUnit && (
            <UnitSelect
              label="Each colour is"
              value={shape.splitUnit}
              onChange={(splitUnit) => set({ splitUnit })}
            />
          )}
        </>
      )}
      <FigureSelects
        label="Figure"
        none="Number of records"
        fields={fieldsFor('of', table.fields)}
        of={shape.of}
        figure={shape.figure}
        onChange={(of, figure) => set({ of: of?.id ?? null, figure })}
      />
      {!isNumber && (
        <Select
          label="Order"
          options={chartOrders.map((id) => ({ id, label: orderNames[id] }))}
          value={shape.order}
          onChange={(chartOrder) => set({ chartOrder })}
        />
      )}
    </>
  )
}

interface FieldSelectProps {
  label: string
  fields: readonly Field[]
  value: Field | null
  /** What it is called to have none. */
  none?: string
  onChange: (id: string | null) => void
}

function FieldSelect({ label, fields, value, none, onChange }: FieldSelectProps) {
  const options = fields.map(({ id, name, type }) => ({
    id: id as string,
    label: name,
    icon: <FieldIcon type={type} />,
  }))
  return (
    <Select
      label={label}
      options={none ? [{ id: nothing, label: none }, ...options] : options}
      value={value?.id ?? nothing}
      onChange={(id) => onChange(id === nothing ? null : id)}
    />
  )
}

function UnitSelect(props: { label: string; value: ChartUnit; onChange: (unit: ChartUnit) => void }) {
  return <Select {...props} options={chartUnits.map((id) => ({ id, label: unitNames[id] }))} />
}
