/** Widths of columns, remembered on this device. */
import type { Field, FieldId, FieldTypeName, TableId } from '@plinth/domain'
import { useMemo } from 'react'
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
  phone: 160,
  percent: 104,
  rating: 128,
  duration: 108,
  currency: 128,
  link: 200,
  created_time: 212,
  changed_time: 212,
  created_by: 172,
  changed_by: 172,
  multi_select: 200,
  autonumber: 116,
  json: 220,
}
const primaryWidth = 248
const minWidth = 64
const maxWidth = 800
/** Step of the menu's "wider" and "narrower". */
export const widthStep = 40

type Widths = Readonly<Record<string, number>>

interface WidthStore {
  readonly byTable: Readonly<Record<string, Widths>>
  /** Of the column whose edge is dragged. */
  readonly dragged: { readonly table: TableId; readonly widths: Widths } | null
}

const storageKey = (table: TableId) => `plinth-widths-${table}`

const useWidths = create<WidthStore>(() => ({ byTable: {}, dragged: null }))

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

/** Widths on this device, over them those of the view, and over all that of the column that is dragged. */
export function useColumnWidths(table: TableId, ofView: Widths): Widths {
  const device = useDeviceWidths(table)
  const dragged = useWidths((state) => (state.dragged?.table === table ? state.dragged.widths : null))
  return useMemo(() => ({ ...device, ...ofView, ...dragged }), [device, ofView, dragged])
}

function useDeviceWidths(table: TableId): Widths {
  const known = useWidths((state) => state.byTable[table])
  if (known) return known
  const stored = read(table)
  queueMicrotask(() => useWidths.setState((state) => ({ byTable: { [table]: stored, ...state.byTable } })))
  return stored
}

export const clampWidth = (width: number): number => Math.round(Math.max(minWidth, Math.min(maxWidth, width)))

/** Null: none is dragged any more. */
export function setDraggedWidth(table: TableId, field: FieldId | null, width: number): void {
  useWidths.setState({ dragged: field === null ? null : { table, widths: { [field]: clampWidth(width) } } })
}

export function setColumnWidth(table: TableId, field: FieldId, width: number): void {
  const clamped = clampWidth(width)
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
  if (own !== undefined) return clampWidth(own)
  const usual = isPrimary ? Math.max(primaryWidth, byType[field.type]) : byType[field.type]
  return Math.max(usual, Math.min(headingWidth(field), widestHeading))
}

/** A name is not the reason for a column wider than that. */
const widestHeading = 240
/** Edges, the icon of the type, and the menu with what lies between. */
const besidesName = 55
const markWidth = 20

/** About what the heading of a column needs for its name and its marks: the same wherever it is asked, also before the font is here. */
function headingWidth({ name, access, hidden, rules, description, changing }: Field): number {
  const marks = [access === 'read', hidden, rules?.required, description, changing].filter(Boolean).length
  const text = [...name].reduce((sum, letter) => sum + letterWidth(letter), 0)
  return Math.ceil(besidesName + marks * markWidth + text)
}

/** Pixels of a letter of 13 px, medium; of scripts that are set in squares the whole. */
function letterWidth(letter: string): number {
  if (/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/u.test(letter)) return 13
  if (/[ijlIft.,:;'|!()[\] ]/.test(letter)) return 4.5
  if (/[mwMW@%]/.test(letter)) return 11.5
  return /\p{Lu}/u.test(letter) ? 9 : 7.6
}
