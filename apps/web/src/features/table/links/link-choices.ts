/** Which records the list of a link offers. Pure. */
import type { RecordId } from '@plinth/domain'
import type { RecordChoice } from '../../../lib/records/record-choice.ts'

interface Known {
  /** Linked when the list was opened: they stay on top while it is open. */
  readonly linked: readonly RecordChoice[]
  /** Linked lately, here or from other records. */
  readonly recent: readonly RecordChoice[]
  /** What the server has found, and for which text. */
  readonly found: readonly RecordChoice[]
  readonly foundText: string
}

/** The list for a text: what the server found for it, or, until it has answered, those of what is here that hold it. */
export function offered({ linked, recent, found, foundText }: Known, text: string): readonly RecordChoice[] {
  const sought = fold(text)
  if (foundText === text && sought !== '') return found
  const all = new Map<RecordId, RecordChoice>()
  for (const choice of [...linked, ...recent, ...found]) {
    if (!all.has(choice.item[0])) all.set(choice.item[0], choice)
  }
  return [...all.values()].filter(({ label, note }) => fold(`${label} ${note}`).includes(sought))
}

/** May a record of this name be made? Not where one of this very name is offered. */
export const isNewName = (choices: readonly RecordChoice[], text: string): boolean =>
  text.trim() !== '' && !choices.some(isCalled(text))

/** Those of all records that are called so, and are not offered: they are there, so that nobody makes them a second time. */
export const leftOut = (
  all: readonly RecordChoice[],
  choices: readonly RecordChoice[],
  text: string,
): readonly RecordChoice[] =>
  all
    .filter(isCalled(text))
    .filter(({ item }) => !choices.some((one) => one.item[0] === item[0]))
    .map((choice) => ({ ...choice, taken: 'Does not match the condition of this field' }))

const isCalled = (text: string) => {
  const sought = fold(text)
  return ({ label }: RecordChoice) => fold(label) === sought
}

const fold = (text: string) => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
