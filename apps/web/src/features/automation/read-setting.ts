/** What a field is to become, as it is typed or chosen. Pure. */
import {
  type AutomationSetting,
  type AutomationValue,
  type Field,
  fieldTypes,
  optionSet,
  type RecordId,
  type Table,
  type WrittenValue,
} from '@plinth/domain'
import { parseExpression, typeOfField } from '@plinth/expression'
import { describeError } from '../../lib/describe-error.ts'
import type { SettingDraft } from './automation-draft.ts'
import { firstOf, type Reader, refuse } from './draft-reader.ts'
import { editorOf, momentCall } from './settable-fields.ts'

export const readSettings = (
  settings: readonly SettingDraft[],
  target: Table,
  reader: Reader,
): readonly AutomationSetting[] =>
  settings.flatMap((setting) => {
    const field = target.fields.find(({ id }) => id === setting.field)
    if (!field) {
      reader.problems.set(setting.id, 'Choose a field.')
      return []
    }
    const value = readValue(setting, field, reader)
    return value ? [{ field: field.id, value }] : []
  })

function readValue(setting: SettingDraft, field: Field, reader: Reader): AutomationValue | null {
  switch (setting.kind) {
    case 'empty':
      return { kind: 'value', value: null }
    case 'record':
      return { kind: 'record' }
    case 'moment':
      return { kind: 'expression', expression: momentCall(field.type) }
    case 'expression': {
      const parsed = parseExpression(setting.text, {
        fields: reader.table.fields,
        expects: typeOfField(field),
      })
      return parsed.ok
        ? { kind: 'expression', expression: parsed.value.ast }
        : refuse(reader, setting.id, firstOf(parsed.error))
    }
    case 'value':
      return readWritten(setting, field, reader)
  }
}

const written = (value: WrittenValue) => ({ kind: 'value', value }) as const

function readWritten(setting: SettingDraft, field: Field, reader: Reader): AutomationValue | null {
  const [first] = setting.chosen
  // Options may have gone since they were chosen.
  const options = (field.options.options ?? [])
    .map(({ id }) => id)
    .filter((id) => setting.chosen.includes(id))
  switch (editorOf(field)) {
    case 'typed': {
      const parsed = fieldTypes[field.type].parseText(setting.text, field, reader.place.values)
      if (!parsed.ok) return refuse(reader, setting.id, describeError(parsed.error).text)
      return parsed.value === null
        ? refuse(reader, setting.id, 'Write a value, or choose that the field is emptied.')
        : written(parsed.value)
    }
    case 'checkbox':
      return written(first === 'true')
    case 'option':
      return options[0] === undefined ? refuse(reader, setting.id, 'Choose an option.') : written(options[0])
    case 'options':
      return options.length > 0
        ? written(optionSet(options))
        : refuse(reader, setting.id, 'Choose an option.')
    case 'links':
      return setting.chosen.length > 0
        ? written({ link: setting.chosen as readonly RecordId[] })
        : refuse(reader, setting.id, 'Choose a record.')
    case 'person':
      return first === undefined ? refuse(reader, setting.id, 'Choose a person.') : written(first)
  }
}
