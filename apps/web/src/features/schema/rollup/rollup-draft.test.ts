import type { Field, FieldId, Table } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { kindOf } from '../../../lib/rollup-kind.ts'
import { rollupText } from '../../../lib/rollup-words.ts'
import {
  emptyRollup,
  functionsFor,
  readableFields,
  readRollup,
  rollupDraftOf,
  withField,
} from './rollup-draft.ts'

const field = (id: string, type: Field['type'], more: Partial<Field> = {}): Field =>
  ({ id, name: id, type, options: {}, column: id, position: 0, ...more }) as Field
const id = (name: string) => name as FieldId
const tasks = {
  id: 'tasks',
  fields: [
    field('Title', 'text'),
    field('Hours', 'number'),
    field('Points', 'integer'),
    field('Done', 'checkbox'),
    field('Stage', 'status'),
    field('Lead', 'person'),
    field('Files', 'attachment'),
  ],
} as unknown as Table
const projects = (single = false) =>
  ({
    id: 'projects',
    fields: [
      field('Name', 'text'),
      field('Tasks', 'link', { options: { target: tasks.id, ...(single ? { single } : {}) } }),
    ],
  }) as unknown as Table
const draft = { ...emptyRollup, link: id('Tasks') }
const read = (kind: 'lookup' | 'rollup' | 'count', more: object, of = projects()) =>
  readRollup(kind, { ...draft, ...more }, of, [of, tasks])

const names = (made?: Field) => readableFields(tasks, made).map(({ name }) => name)

describe('a rollup while it is chosen', () => {
  it('says what is missing, in the order in which it is asked', () => {
    expect(read('rollup', { link: null }).missing).toBe('link')
    expect(read('rollup', {}).missing).toBe('field')
    expect(read('rollup', { field: 'Hours' }).missing).toBe('function')
    expect(read('rollup', { field: 'Title', function: 'sum' }).missing).toBe('function')
    expect(read('count', {}).missing).toBeNull()
  })

  it('is of the type of what it makes of the values', () => {
    expect(read('rollup', { field: 'Hours', function: 'sum' })).toMatchObject({
      rollup: { link: 'Tasks', function: 'sum', field: 'Hours' },
      type: 'number',
    })
    expect(read('count', { field: 'Hours' }).rollup).toEqual({ link: 'Tasks', function: 'count' })
  })

  it('stays what it is over another field that it fits', () => {
    const sum = { ...draft, field: id('Points'), function: 'sum' } as const
    expect(withField(sum, id('Hours'), tasks)).toEqual({ ...sum, field: 'Hours' })
    expect(withField(sum, id('Title'), tasks)).toEqual({ ...sum, field: 'Title', function: null })
    const first = { ...draft, function: 'first' } as const
    expect(withField(first, id('Stage'), tasks).function).toBe('first')
  })

  it('looks the value of one record up, or lists those of several', () => {
    expect(read('lookup', { field: 'Hours' })).toMatchObject({
      rollup: { function: 'concatenate' },
      type: 'long_text',
    })
    expect(read('lookup', { field: 'Hours' }, projects(true))).toMatchObject({
      rollup: { function: 'first' },
      type: 'number',
    })
  })

  it('looks choices up as choices, and what people and files they have', () => {
    const one = projects(true)
    expect(read('lookup', { field: 'Stage' })).toMatchObject({
      rollup: { function: 'unique' },
      type: 'multi_select',
    })
    expect(read('lookup', { field: 'Stage' }, one)).toMatchObject({
      rollup: { function: 'first' },
      type: 'single_select',
    })
    expect(read('lookup', { field: 'Lead' }, one).type).toBe('person')
    expect(read('lookup', { field: 'Lead' }).type).toBe('long_text')
    expect(read('lookup', { field: 'Files' }).type).toBe('attachment')
    const { rollup } = read('lookup', { field: 'Stage' })
    expect(kindOf(rollup!, { type: 'status' })).toBe('lookup')
    expect(kindOf(rollup!, { type: 'text' })).toBe('rollup')
  })

  it('stays one that is kept, or one that is computed when it is read', () => {
    expect(names()).toEqual(['Title', 'Hours', 'Points', 'Done', 'Stage', 'Lead', 'Files'])
    expect(names(field('Kept', 'text'))).toEqual(['Title', 'Hours', 'Points', 'Done', 'Stage', 'Lead'])
    expect(names(field('Late', 'text', { onRead: true }))).toContain('Files')
    expect(functionsFor('person', field('Kept', 'person'))).toEqual(['first', 'last'])
  })

  it('goes on with what choices are called where it told that before', () => {
    const before = { link: id('Tasks'), function: 'first', field: id('Stage') } as const
    const made = field('Kept', 'text', { rollup: before })
    const again = (kind: 'lookup' | 'rollup', more: object) =>
      readRollup(kind, { ...draft, ...more }, projects(true), [projects(true), tasks], made).type
    expect(again('lookup', { field: 'Stage' })).toBe('text')
    expect(again('rollup', { field: 'Stage', function: 'unique' })).toBe('multi_select')
    expect(again('lookup', { field: 'Hours' })).toBe('number')
  })

  it('has a condition on linked records, with its problems', () => {
    const asked = read('count', { filter: '{Hours} > 2' })
    expect(asked.rollup?.filter).toEqual({ call: '>', args: [{ field: 'Hours' }, { number: 2 }] })
    expect(read('count', { filter: '{Hours} + 2' }).problems[0]).toMatchObject({ code: 'result_type' })
    expect(read('count', { filter: '{Cost} > 2' }).problems[0]).toMatchObject({ code: 'unknown_field' })
  })

  it('is read from a field as it was chosen', () => {
    const { rollup } = read('rollup', { field: 'Hours', function: 'max', filter: '{Done}' })
    const again = rollupDraftOf(rollup!, projects(), [projects(), tasks])
    expect(again).toEqual({ link: 'Tasks', field: 'Hours', function: 'max', filter: '{Done}' })
    expect(kindOf(rollup!)).toBe('rollup')
    expect(kindOf(read('lookup', { field: 'Hours' }).rollup!)).toBe('lookup')
    expect(kindOf(read('count', {}).rollup!)).toBe('count')
    expect(rollupText(rollup!, projects(), [projects(), tasks])).toBe(
      'the largest “Hours” in “Tasks”, where {Done}',
    )
  })

  it('takes the only link by itself', () => {
    expect(rollupDraftOf(undefined, projects(), [tasks]).link).toBe('Tasks')
  })
})
