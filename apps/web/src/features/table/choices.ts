import { labelOfPerson, type ValueContext } from '@plinth/domain'
import type { ReactNode } from 'react'

/** One line of a list that is searched by typing. */
export interface Choice {
  /** Null: leave empty. */
  readonly id: string | null
  readonly label: string
  readonly alsoFoundBy?: string
  readonly content: ReactNode
  /** It is not there yet: choosing makes it, under this name. */
  readonly makes?: string
  /** Why it cannot be chosen now. */
  readonly refusal?: string
}

/** By what a choice is found. */
type Findable = Pick<Choice, 'id' | 'label' | 'alsoFoundBy'>

/** Choices whose label contains the text, whatever its case and accents, those first that begin with it; an empty text finds all. */
export function findChoices<C extends Findable>(choices: readonly C[], text: string): readonly C[] {
  const sought = fold(text.trim())
  if (sought === '') return choices
  const found = choices.filter(
    ({ id, label, alsoFoundBy = '' }) =>
      id !== null && (fold(label).includes(sought) || fold(alsoFoundBy).includes(sought)),
  )
  const begins = ({ label }: C) => fold(label).startsWith(sought)
  return [...found.filter((choice) => begins(choice)), ...found.filter((choice) => !begins(choice))]
}

/** People as they are chosen: by what they are called, or by their address. */
export function peopleToChoose(people: NonNullable<ValueContext['people']>) {
  return people
    .map((person) => ({
      id: person.id,
      label: labelOfPerson(person, people),
      alsoFoundBy: person.email,
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
