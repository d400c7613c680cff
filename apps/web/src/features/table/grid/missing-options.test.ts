import {
  appError,
  err,
  type Field,
  type FieldId,
  limits,
  ok,
  type SelectOption,
  type Table,
} from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { newOption } from '../../../lib/new-option.ts'
import { makingLabel } from './making-label.ts'
import { type MissingOption, makeOptions, missingOptions } from './missing-options.ts'
import { changesOf } from './pasted-values.ts'
import { fieldOf, rowOf } from './testing.ts'

const options = [newOption([], 'Open')]
const state = fieldOf('state', 'single_select', { options })
const tags = fieldOf('tags', 'multi_select', { options })
const values = { locale: 'en-US', timeZone: 'UTC' }

const changesWith = (texts: readonly (readonly [Field, string])[]) =>
  changesOf(
    texts.map(([field, text], place) => ({ target: rowOf(`r${place}`), field, incoming: { text }, place })),
    { values, isFixed: () => false },
  )
const missingIn = (...texts: readonly (readonly [Field, string])[]) =>
  missingOptions(changesWith(texts).refused).map(({ field, label }) => `${field.id}: ${label}`)

const option = (label: string, field = tags): MissingOption => ({ field, label })

describe('options that a paste names and nobody made', () => {
  it('are each told once, whatever their case, in single cells and in lists', () => {
    const cells = [
      [state, 'open'],
      [state, ' Held, for now\n'],
      [tags, 'Open, Late, "Held, too"'],
      [tags, 'late, New'],
    ] as const
    expect(missingIn(...cells)).toEqual([
      'state: Held, for now',
      'tags: Late',
      'tags: Held, too',
      'tags: New',
    ])
  })

  it('are not offered where they would be no options, or too many', () => {
    const long = 'x'.repeat(limits.optionLength + 1)
    expect(missingIn([state, long], [tags, `New, ${long}`])).toEqual([])
    const full = {
      options: Array.from({ length: limits.optionsPerField }, (_, no) => newOption([], `${no}`)),
    }
    expect(missingIn([fieldOf('full', 'single_select', full), 'New'])).toEqual([])
  })

  it('are not offered of a workflow, nor beside two that differ in case alone', () => {
    const twins = { options: [...options, newOption(options, 'OPEN')] }
    expect(missingIn([fieldOf('flow', 'status', { options }), 'New'])).toEqual([])
    expect(missingIn([fieldOf('twins', 'single_select', twins), 'oPEN'])).toEqual([])
  })
})

describe('making them', () => {
  const missing = ['Late', 'Gone', 'New'].map((label) => option(label))
  const given: SelectOption[] = [...options]
  const addOption = async (_: FieldId, option: SelectOption) => {
    if (option.label === 'New') return err(appError('name_taken'))
    given.push(option)
    return ok({
      ...fieldOf('tags', 'multi_select', { options: [...given] }),
      name: 'as the database knows it',
    })
  }

  it('answers the field with its options, which the values fit then, and why there are no more', async () => {
    const { fields, error } = await makeOptions({ addOption }, missing)
    expect(error?.code).toBe('name_taken')
    const made = fields.get(tags.id)!
    expect(made).toMatchObject({ name: tags.name, options: { options: given } })
    expect(changesWith([[made, 'late, Gone']]).refused).toEqual([])
  })
})

describe('the button that makes what is missing', () => {
  const name = { target: { id: 'films', name: 'Films' } as Table, name: 'Heat' }

  it('says what it makes, and where that is one place', () => {
    const labels = [
      makingLabel({ missing: [], options: [] }),
      makingLabel({ missing: [], options: [option('Late')] }),
      makingLabel({ missing: [], options: [option('Late'), option('New')] }),
      makingLabel({ missing: [], options: [option('Late'), option('Late', state)] }),
      makingLabel({ missing: [name], options: [] }),
      makingLabel({ missing: [name], options: [option('Late'), option('New')] }),
    ]
    expect(labels).toEqual([
      null,
      'Create option “Late” in tags',
      'Create 2 options in tags',
      'Create 2 options',
      'Create “Heat” in Films',
      'Create 1 record and 2 options',
    ])
  })
})
