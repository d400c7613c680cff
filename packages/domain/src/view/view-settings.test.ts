import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldId } from '../ids.ts'
import { type FieldTypeName, fieldTypeNames } from '../schema.ts'
import { viewKinds } from './view-config.ts'
import { coverOf, endOf, fieldOf, fieldsFor, fitSettings, lackedBy, withSetting } from './view-settings.ts'

const field = (type: FieldTypeName, id: string = type) => ({ id: id as FieldId, type })
const all = fieldTypeNames.map((type) => field(type))

describe('settings of a view', () => {
  it('are those that suit the table, whatever is given', () => {
    const inherited = JSON.parse('{"__proto__": "a", "toString": "b", "constructor": "c"}') as unknown
    expect(fitSettings(inherited, all)).toEqual({})
    fc.assert(
      fc.property(fc.anything(), fc.subarray(all), (raw, fields) => {
        const fitted = fitSettings(raw, fields)
        expect(fitSettings(fitted, fields)).toEqual(fitted)
      }),
    )
    expect(
      fitSettings(
        {
          stacks: 'status',
          start: 'text',
          end: 'date',
          span: 'week',
          scale: 'week',
          coverFit: 'x',
          other: 'y',
        },
        all,
      ),
    ).toEqual({ stacks: 'status', end: 'date', span: 'week', scale: 'week' })
  })

  it('do not name fields that are gone or computed when they are read', () => {
    const late = { ...field('date', 'late'), onRead: true } as const
    expect(fitSettings({ start: 'late', end: 'gone' }, [late])).toEqual({})
    expect(fieldsFor('start', [late])).toEqual([])
  })

  it('are chosen by the fields where nothing is said', () => {
    const fields = [
      field('text'),
      field('single_select', 'kind'),
      field('status', 'state'),
      field('created_time'),
      field('date', 'due'),
    ]
    expect(fieldOf('stacks', {}, fields)?.id).toBe('state')
    expect(fieldOf('stacks', { stacks: 'kind' as FieldId }, fields)?.id).toBe('kind')
    expect(fieldOf('start', {}, fields)?.id).toBe('due')
    expect(fieldOf('end', {}, fields)).toBeNull()
    expect(fieldOf('lanes', {}, fields)).toBeNull()
  })

  it('show pictures in a gallery by themselves, on a board where they are chosen', () => {
    expect(coverOf('gallery', {}, all)?.id).toBe('attachment')
    expect(coverOf('board', {}, all)).toBeNull()
    expect(coverOf('board', { cover: 'attachment' as FieldId }, all)?.id).toBe('attachment')
    expect(coverOf('gallery', fitSettings({ cover: 'none' }, all), all)).toBeNull()
  })

  it('give a timeline bars by themselves where two fields are alike, a calendar where they are chosen', () => {
    const fields = [
      field('date', 'due'),
      field('datetime', 'met'),
      field('date', 'done'),
      field('date', 'seen'),
    ]
    expect(endOf('timeline', {}, fields)?.id).toBe('done')
    expect(endOf('timeline', { start: 'met' as FieldId }, fields)).toBeNull()
    expect(endOf('timeline', { start: 'done' as FieldId }, fields)?.id).toBe('seen')
    expect(endOf('timeline', { end: 'seen' as FieldId }, fields)?.id).toBe('seen')
    expect(endOf('timeline', fitSettings({ end: 'none' }, fields), fields)).toBeNull()
    expect(endOf('calendar', {}, fields)).toBeNull()
    expect(endOf('calendar', { end: 'done' as FieldId }, fields)?.id).toBe('done')
    expect(endOf('timeline', {}, [field('text')])).toBeNull()
  })

  it('tell which kind lacks what', () => {
    expect(viewKinds.map((kind) => lackedBy(kind, all))).toEqual(viewKinds.map(() => null))
    expect(lackedBy('board', [field('text')])).toBe('stacks')
    expect(lackedBy('calendar', [field('text')])).toBe('start')
    expect(lackedBy('gallery', [field('text')])).toBeNull()
  })

  it('are changed and taken away', () => {
    const settings = withSetting({ span: 'week' }, { stacks: 'status' as FieldId })
    expect(settings).toEqual({ span: 'week', stacks: 'status' })
    expect(withSetting(settings, { stacks: null })).toEqual({ span: 'week' })
  })
})
