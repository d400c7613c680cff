import { fieldTypes } from '@plinth/domain'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ColorNote } from '../../lib/color/ColorNote.tsx'
import { colorBarClass, colorWords, rowTintClass } from '../../lib/color/color-words.ts'
import { FieldIcon } from '../../lib/field-icons.tsx'
import { cx } from '../../ui/cx.ts'
import { GroupHead } from './GroupHead.tsx'
import { Painted } from './Painted.tsx'
import type { OpenProps } from './RecordCard.tsx'
import { RecordCards } from './RecordCards.tsx'
import { SharedCell } from './SharedCell.tsx'
import { useSharedPaint } from './shared-colors.ts'
import { groupsOf } from './shared-groups.ts'
import type { RowsProps, SharedRow } from './shared-kinds.ts'
import { titleOf } from './shared-text.ts'
import { useRecordDialog } from './use-record-dialog.tsx'
import type { Figures, ShownFigure } from './use-shared-figures.ts'

interface FiguresProps {
  readonly page: RowsProps['page']
  readonly figures: Figures
}
type TableProps = RowsProps & FiguresProps

/** Records of one page: a table, or on phones a card each. A press on a record's name shows all of it. */
export function SharedTable({ page, rows, figures }: TableProps) {
  const { onOpen, dialog } = useRecordDialog(page)
  return (
    <>
      <div className="hidden sm:block">
        <WideTable page={page} rows={rows} figures={figures} onOpen={onOpen} />
      </div>
      <div className="sm:hidden">
        <RecordCards page={page} rows={rows} onOpen={onOpen} />
        {figures.size > 0 && <FigureList page={page} figures={figures} />}
      </div>
      {dialog}
    </>
  )
}

function WideTable({ page, rows, figures, onOpen }: TableProps & OpenProps) {
  return (
    <table className="w-max min-w-full border-separate border-spacing-0 text-sm">
      <caption className="sr-only">{page.name}</caption>
      <thead>
        <tr>
          {page.fields.map((field, at) => (
            <th
              key={field.name}
              scope="col"
              className={cx(
                'sticky top-0 z-10 h-8.5 max-w-80 min-w-32 border-b border-line bg-sunken px-3 text-left font-medium text-ink-soft',
                at === 0 && 'left-0 z-20 border-r',
              )}
            >
              <span
                className={cx(
                  'flex items-center gap-1.5',
                  fieldTypes[field.type].align === 'end' && 'justify-end',
                )}
              >
                <FieldIcon type={field.type} className="size-3.5 shrink-0 text-ink-faint" />
                <span className="truncate">{field.name}</span>
              </span>
            </th>
          ))}
        </tr>
      </thead>
      {groupsOf(page, rows).map((group) => (
        <tbody key={group.from}>
          {group.heads.map((head) => (
            <tr key={head.at}>
              <th
                scope="rowgroup"
                colSpan={page.fields.length}
                className="border-b border-line bg-sunken p-0"
              >
                <GroupHead page={page} head={head} className="sticky left-0 h-8 w-fit max-w-[100cqw] px-3" />
              </th>
            </tr>
          ))}
          {group.rows.map((row, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a link tells no ids, and a page is replaced as a whole
            <WideRow key={n} page={page} row={row} onOpen={onOpen} />
          ))}
        </tbody>
      ))}
      {figures.size > 0 && <Foot page={page} figures={figures} />}
    </table>
  )
}

/** Of all records, whichever page of them is shown. */
function Foot({ page, figures }: FiguresProps) {
  return (
    <tfoot>
      <tr>
        {page.fields.map((field, at) => {
          const look = cx(
            'sticky bottom-0 z-10 h-8 max-w-80 truncate border-t border-line-strong bg-sunken px-3 text-xs font-normal',
            fieldTypes[field.type].align === 'end' ? 'text-right' : 'text-left',
          )
          const figure = figures.get(at)
          return at === 0 ? (
            <th key={field.name} scope="row" className={cx(look, 'left-0 z-20 border-r border-r-line')}>
              <span className={figure ? 'sr-only' : 'text-ink-muted'}>Figures</span>
              {figure && <FigureText figure={figure} />}
            </th>
          ) : (
            <td key={field.name} className={look}>
              {figure && <FigureText figure={figure} />}
            </td>
          )
        })}
      </tr>
    </tfoot>
  )
}

const FigureText = ({ figure: { name, text } }: { figure: ShownFigure }) => (
  <>
    <span className="text-ink-muted">{name}</span> <span className="tabular font-medium">{text}</span>
  </>
)

/** The same below cards. */
function FigureList({ page, figures }: FiguresProps) {
  return (
    <section aria-label="Figures" className="m-3 mt-0 rounded-card border border-line bg-sunken px-3 py-1">
      <dl className="divide-y divide-line text-sm">
        {Array.from(figures, ([at, figure]) => (
          <div key={at} className="flex items-center justify-between gap-3 py-2">
            <dt className="min-w-0 truncate text-ink-muted">{page.fields[at]?.name}</dt>
            <dd className="shrink-0">
              <FigureText figure={figure} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function WideRow({ page, row, onOpen }: OpenProps & { row: SharedRow }) {
  const { row: color, cells } = useSharedPaint()(row)
  return (
    <tr className="group/row" {...(color ? { 'data-hue': color.hue } : {})} title={colorWords(color)}>
      {page.fields.map((field, at) => {
        const isEnd = fieldTypes[field.type].align === 'end'
        const own = cells.get(at)
        const look = cx(
          'h-8 max-w-80 border-b border-line bg-surface px-3 py-1 font-normal group-hover/row:bg-hover',
          isEnd ? 'text-right' : 'text-left',
          color && rowTintClass,
        )
        return at === 0 ? (
          <th
            key={field.name}
            scope="row"
            className={cx(look, 'sticky left-0 border-r', color && colorBarClass)}
          >
            <OpenName page={page} row={row} onOpen={onOpen} />
            <ColorNote rule={color} />
          </th>
        ) : (
          <td key={field.name} className={look}>
            <Painted color={own}>
              <SharedCell page={page} field={field} value={row[at] ?? null} />
            </Painted>
          </td>
        )
      })}
    </tr>
  )
}

function OpenName({ page, row, onOpen }: OpenProps & { row: SharedRow }) {
  return (
    <AriaButton
      onPress={() => onOpen(row)}
      className="flex min-h-6 max-w-full items-center rounded-[3px] text-left font-medium text-ink outline-none hovered:underline focus-visible:ring-focus coarse:-my-1.5 coarse:min-h-11"
    >
      <span className="min-w-0 truncate">{titleOf(page, row)}</span>
    </AriaButton>
  )
}
