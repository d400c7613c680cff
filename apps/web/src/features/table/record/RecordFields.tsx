import { completeLayout, type Field, type LayoutSection } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { type ComponentType, useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import type { LinkFieldProps } from '../links/LinkField.tsx'
import { useTable } from '../table-context.ts'
import { PanelLinks } from './PanelLinks.tsx'
import { RecordField } from './RecordField.tsx'

export interface RecordFieldsProps {
  row: RowView
  /** So many fields at most, the first ones: see `useSeenFields`. */
  limit: number
  /** There is room for two fields beside one another. */
  isWide?: boolean
  /** How linked records are shown. */
  Links?: ComponentType<LinkFieldProps>
}

/** The fields of a record as its table lays them out. */
export function RecordFields({ row, limit, isWide = false, Links = PanelLinks }: RecordFieldsProps) {
  const { table } = useTable()
  const [isAll, setAll] = useState(false)
  const { sections, hidden } = completeLayout(table.layout, table.fields)
  const fields = new Map(table.fields.map((field) => [field.id, field]))
  const rest = hidden.map((field) => ({ field, width: 'whole' as const }))
  const shown =
    isAll && rest.length > 0 ? [...sections, { name: 'Not in the layout', fields: rest }] : sections
  return (
    <div className="flex flex-col gap-7">
      {firstOf(shown, limit).map((section, at) => (
        <Section key={`${at} ${section.name}`} name={section.name}>
          <Placed {...{ section, fields, row, isWide, Links }} />
        </Section>
      ))}
      {hidden.length > 0 && (
        <Button size="sm" variant="ghost" className="-ml-2 self-start" onPress={() => setAll(!isAll)}>
          {isAll ? 'Hide what is not in the layout' : moreText(hidden.length)}
        </Button>
      )}
    </div>
  )
}

/** The first fields of sections, and the sections that have any of them. */
function firstOf(sections: readonly LayoutSection[], limit: number): LayoutSection[] {
  const first: LayoutSection[] = []
  let left = limit
  for (const section of sections) {
    if (left <= 0) break
    first.push({ ...section, fields: section.fields.slice(0, left) })
    left -= section.fields.length
  }
  return first
}

const moreText = (count: number) => `Show ${count.toLocaleString()} more ${count === 1 ? 'field' : 'fields'}`

function Section({ name, children }: { name: string; children: React.ReactNode }) {
  const id = useId()
  if (name === '') return children
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-4 border-b border-line pb-1.5 text-sm font-semibold break-words">
        {name}
      </h3>
      {children}
    </section>
  )
}

interface PlacedProps extends Required<Omit<RecordFieldsProps, 'limit'>> {
  section: LayoutSection
  fields: ReadonlyMap<Field['id'], Field>
}

function Placed({ section, fields, row, isWide, Links }: PlacedProps) {
  return (
    <div className={cx(isWide ? 'grid gap-x-8 gap-y-5 sm:grid-cols-2' : 'flex flex-col gap-4')}>
      {section.fields.map(({ field: id, width }) => {
        const field = fields.get(id)
        if (!field) return null
        return (
          <div key={id} className={cx('min-w-0', isWide && width === 'whole' && 'sm:col-span-2')}>
            <RecordField row={row} field={field} Links={Links} />
          </div>
        )
      })}
    </div>
  )
}
