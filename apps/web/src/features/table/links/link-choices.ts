/** Which records the list of a link offers. Pure. */
import {
  type Field,
  fieldTypes,
  type RecordId,
  type Row,
  type Table,
  type ValueContext,
} from '@plinth/domain'
import type { RecordChoice } from '../../../lib/records/record-choice.ts'

export type LinkChoice = RecordChoice

/** Fields of the target that are asked for: its name, and what tells records of one name apart. */
const fieldsShown = 3

export const fieldsOfChoice = (target: Table): readonly Field[] => target.fields.slice(0, fieldsShown)

export function choiceOf(row: Row, target: Table, values: ValueContext): LinkChoice {
  const [first, ...others] = fieldsOfChoice(target)
  const textOf = (field: Field) =>
    fieldTypes[field.type].formatText(row.values[field.id] ?? null, field, values)
  const notes = others.filter(({ type }) => type !== 'checkbox' && type !== 'long_text').map(textOf)
  return {
    item: [row.id, first ? (row.values[first.id] ?? null) : null],
    label: (first && textOf(first)) || 'Unnamed record',
    note: notes.filter((text) => text !== '').join(' · '),
  }
}

interface Known {
  /** Linked when the list was opened: they stay on top while it is open. */
  readonly linked: readonly LinkChoice[]
  /** Linked lately, here or from other records. */
  readonly recent: readonly LinkChoice[]
  /** What the server has found, and for which text. */
  readonly found: readonly LinkChoice[]
  readonly foundText: string
}

/** The list for a text: what the server found for it, or, until it has answered, those of what is here that hold it. */
export function offered({ linked, recent, found, foundText }: Known, text: string): readonly LinkChoice[] {
  const sought = fold(text)
  if (foundText === text && sought !== '') return found
  const all = new Map<RecordId, LinkChoice>()
  for (const choice of [...linked, ...recent, ...found]) {
    if (!all.has(choice.item[0])) all.set(choice.item[0], choice)
  }
  return [...all.values()].filter(({ label, note }) => fold(`${label} ${note}`).includes(sought))
}

/** May a record of this name be made? Not where one of this very name is offered. */
export const isNewName = (choices: readonly LinkChoice[], text: string): boolean =>
  text.trim() !== '' && !choices.some(({ label }) => fold(label) === fold(text))

const fold = (text: string) => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
