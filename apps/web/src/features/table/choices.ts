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

/** Choices whose label contains the text, whatever its case and accents; an empty text finds all. */
export function findChoices(choices: readonly Choice[], text: string): readonly Choice[] {
  const sought = fold(text.trim())
  if (sought === '') return choices
  return choices.filter(
    ({ id, label, alsoFoundBy = '' }) =>
      id !== null && (fold(label).includes(sought) || fold(alsoFoundBy).includes(sought)),
  )
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
