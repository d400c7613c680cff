/** Widths of columns, remembered on this device. */
import type { Field, FieldId, FieldTypeName, TableId } from '@plinth/domain'
import { create } from 'zustand'

const byType: Record<FieldTypeName, number> = {
  text: 200,
  long_text: 260,
  integer: 116,
  number: 124,
  checkbox: 92,
  date: 132,
  datetime: 184,
  single_select: 160,
  email: 210,
  url: 220,
  attachment: 168,
  person: 172,
  status: 160,
}
const primaryWidth = 248
export const minWidth = 64
export const maxWidth = 800
/** Step of the menu's "wider" and "narrower". */
export const widthStep = 40

type Widths = Readonly<Record<string, number>>

interface WidthStore {
  readonly byTable: Readonly<Record<string, Widths>>
}

const storageKey = (table: TableId) => `plinth-widths-${table}`

const useWidths = create<WidthStore>(() => ({ byTable: {} }))

function read(table: TableId): Widths {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey(table)) ?? '{}')
    if (typeof found !== 'object' || found === null) return {}
    const pairs = Object.entries(found).filter(
      (pair): pair is [string, number] => typeof pair[1] === 'number',
    )
    return Object.fromEntries(pairs)
  } catch {
    // Storage refused or spoilt: the widths of the types hold.
    return {}
  }
}

export function useColumnWidths(table: TableId): Widths {
  const known = useWidths((state) => state.byTable[table])
  if (known) return known
  const stored = read(table)
  queueMicrotask(() => useWidths.setState((state) => ({ byTable: { [table]: stored, ...state.byTable } })))
  return stored
}

export function setColumnWidth(table: TableId, field: FieldId, width: number): void {
  const clamped = Math.round(Math.max(minWidth, Math.min(maxWidth, width)))
  useWidths.setState((state) => {
    const widths = { ...state.byTable[table], [field]: clamped }
    try {
      localStorage.setItem(storageKey(table), JSON.stringify(widths))
    } catch {
      // Not remembered then; it holds for this page.
    }
    return { byTable: { ...state.byTable, [table]: widths } }
  })
}

export function widthOf(field: Field, isPrimary: boolean, widths: Widths): number {
  const own = widths[field.id]
  if (own !== undefined) return Math.max(minWidth, Math.min(maxWidth, own))
  return isPrimary ? Math.max(primaryWidth, byType[field.type]) : byType[field.type]
}
