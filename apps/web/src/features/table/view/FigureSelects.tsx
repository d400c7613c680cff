import { type Field, figuresOf, type SummaryKind } from '@plinth/domain'
import { figureNames } from '../../../lib/figure-words.ts'
import { Select } from '../../../ui/Select.tsx'
import { FieldIcon } from '../FieldIcon.tsx'

/** Chosen where there is to be no field. */
const noField = 'none'

/** Of which field, and which figure of it. The field comes first: it says which figures there are. */
export function FigureSelects({
  label,
  none,
  fields,
  of,
  figure,
  onChange,
}: {
  label: string
  /** What it is called to have none. */
  none: string
  fields: readonly Field[]
  of: Field | null
  figure: SummaryKind | null
  onChange: (of: Field | null, figure: SummaryKind | null) => void
}) {
  // How many records there are is told anyway.
  const counted = fields.filter(({ type }) => figuresOf(type).length > 1)
  const choose = (id: string) => {
    const field = counted.find((one) => one.id === id)
    if (!field) return onChange(null, null)
    const kinds = figuresOf(field.type)
    const usual = kinds.find((kind) => kind === 'sum' || kind === 'checked') ?? 'filled'
    onChange(field, figure !== null && figure !== 'count' && kinds.includes(figure) ? figure : usual)
  }
  return (
    <>
      <Select
        label={label}
        options={[
          { id: noField, label: none },
          ...counted.map(({ id, name, type }) => ({
            id: id as string,
            label: name,
            icon: <FieldIcon type={type} />,
          })),
        ]}
        value={of?.id ?? noField}
        onChange={choose}
      />
      {of && (
        <Select
          label={`Of ${of.name}`}
          options={figuresOf(of.type)
            .filter((kind) => kind !== 'count')
            .map((id) => ({ id, label: figureNames[id] }))}
          value={figure}
          onChange={(kind) => onChange(of, kind)}
        />
      )}
    </>
  )
}
