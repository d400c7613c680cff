import { appError, type ColorRule, type Field, type FieldId, type RecordId } from '@plinth/domain'
import type { ColumnKey } from '@plinth/grid'
import type { RowView } from '@plinth/record-store'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useUploads } from '../attachments/uploads.ts'
import { lateMs, PaintedRow, type PaintScope } from './painted-row.ts'
import { fieldOf, rowOf } from './testing.ts'

const name = 'name' as FieldId
const files = 'files' as FieldId
const key = (id: FieldId) => id as string as ColumnKey
const fields = [fieldOf('name', 'text'), fieldOf('files', 'attachment')]

const scope = {
  table: { fields },
  names: { fields: new Map() },
  values: { locale: 'en-GB', timeZone: 'UTC' },
  lockOf: ({ id }: RowView) => (id === ('locked' as RecordId) ? { name: 'Finished' } : null),
  isReadOnly: false,
  paintOf: ({ values }: RowView) => ({
    row: values[name] === 'Ada' ? rule('Hers', 'teal') : null,
    cells: new Map(values[name] === 'Ada' ? [[name, rule('Named', 'red')]] : []),
  }),
  fields: new Map(fields.map((one) => [one.id, one])),
  pictureOf: () => null,
  whyEmpty: null,
} as unknown as PaintScope

const rule = (title: string, hue: ColorRule['hue']) =>
  ({ id: title, name: title, when: {}, hue, paints: 'row' }) as unknown as ColorRule

const row = (changes: Partial<RowView> = {}): RowView => ({
  ...rowOf('r1', { [name]: 'Ada' }),
  ...changes,
})
const paint = (changes?: Partial<RowView>, heldBy: string | null = null) =>
  new PaintedRow(row(changes), scope, heldBy)

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => {
  vi.useRealTimers()
  useUploads.setState({ uploads: [] })
})

describe('a record as it is painted', () => {
  it('makes the content of a cell once', () => {
    const painted = paint()
    expect(painted.cell(key(name))).toEqual({ kind: 'text', text: 'Ada' })
    expect(painted.cell(key(name))).toBe(painted.cell(key(name)))
    expect(painted.cell('gone' as ColumnKey)).toEqual({ kind: 'empty' })
  })

  it('shows the picture of a file that came after the cell was first painted, and none that has gone', () => {
    let here: CanvasImageSource | null = null
    const file = { id: 'f1', name: 'stage.png', thumbKey: 'small' }
    const painted = new PaintedRow(
      row({ values: { [files]: [file] } as never }),
      {
        ...scope,
        pictureOf: ({ thumbKey }) => (thumbKey === 'small' ? here : null),
      },
      null,
    )
    const shown = () => {
      const content = painted.cell(key(files))
      return content.kind === 'files' ? content.files[0]?.picture : undefined
    }
    expect(shown()).toBeNull()
    const bitmap = {} as ImageBitmap
    here = bitmap
    expect(shown()).toBe(bitmap)
    here = null
    expect(shown()).toBeNull()
  })

  it('says what could not be computed, and nothing where something is only not there', () => {
    const each = { ...fieldOf('each', 'number'), formula: { call: '/', args: [] } } as unknown as Field
    const whyEmpty: PaintScope['whyEmpty'] = (_, values) =>
      values[name] === 'Ada'
        ? { text: 'division by zero in {A} / {B}', error: 'Division by zero' }
        : { text: '“A” is empty', error: null }
    const cellOf = (values: RowView['values'], changes: Partial<PaintScope> = {}, field = each) =>
      new PaintedRow(
        row({ values }),
        { ...scope, whyEmpty, fields: new Map([[each.id, field]]), ...changes },
        null,
      ).cell(key(each.id))
    const reason = { kind: 'error', text: 'Division by zero', reason: 'division by zero in {A} / {B}' }
    expect(cellOf({ [name]: 'Ada' })).toEqual(reason)
    expect(cellOf({ [name]: 'Ben' })).toEqual({ kind: 'empty' })
    expect(cellOf({ [name]: 'Ada', [each.id]: 3 })).toMatchObject({ kind: 'text', text: '3' })
    expect(cellOf({ [name]: 'Ada' }, { whyEmpty: null })).toEqual({ kind: 'empty' })
    expect(cellOf({ [name]: 'Ada' }, {}, { ...each, changing: true } as never)).toEqual({ kind: 'empty' })
  })

  it('has the colours of the rules that paint it, with what they mean', () => {
    const painted = paint()
    expect(painted.color).toEqual({ hue: 'teal', text: 'Hers' })
    expect(painted.colorOf(key(name))).toEqual({ hue: 'red', text: 'Named' })
    expect(painted.colorOf(key(files))).toBeUndefined()
    expect(paint({ values: {} }).color).toBeNull()
  })

  it('marks a change that is on its way only when it takes long', () => {
    const painted = paint({ pending: new Set([name]) })
    expect(painted.markOf(key(name))).toBeUndefined()
    vi.advanceTimersByTime(lateMs)
    expect(painted.markOf(key(name))).toEqual({ isPending: true })
  })

  it('says at a cell why what was typed is not stored', () => {
    const problems = new Map([[name, { error: appError('value_too_long'), attempted: 'x' }]])
    expect(paint({ problems }).markOf(key(name))?.problem).toContain('too long')
  })

  it('tells of files on their way into its cell, and of those that did not get there', () => {
    const upload = { record: 'r1', field: files, state: 'sending' }
    useUploads.setState({ uploads: [upload] as never })
    expect(paint().markOf(key(files))).toEqual({ isPending: true })
    expect(paint({ id: 'r2' as RecordId }).markOf(key(files))).toBeUndefined()
    useUploads.setState({ uploads: [upload, { ...upload, state: 'failed' }] as never })
    expect(paint().markOf(key(files))).toEqual({ problem: 'One file not uploaded' })
  })

  it('says in the gutter what is special about it: held first, then refused, then locked', () => {
    const locked = { id: 'locked' as RecordId }
    expect(paint(locked, 'Moves').mark).toEqual({ kind: 'moving', text: 'Moves' })
    expect(paint({ state: 'refused' }).mark).toEqual({ kind: 'refused', text: 'Not stored' })
    expect(paint(locked).mark).toEqual({ kind: 'locked', text: 'Locked by “Finished”' })
    expect(paint().mark).toBeNull()
  })

  it('is struck while it leaves', () => {
    expect(paint({ state: 'deleting' }).look).toBe('leaving')
    expect(paint().look).toBe('plain')
  })
})
