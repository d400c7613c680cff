/** The people who could be meant by what is typed behind an `@`, and which of them is chosen. */
import { type BaseMember, begunMention, labelOfPerson } from '@plinth/domain'
import { useState } from 'react'
import { findChoices } from '../choices.ts'

export interface MentionList {
  readonly people: readonly BaseMember[]
  readonly active: number
  /** After each change of the text. */
  follow(text: string, cursor: number): void
  /** A key that is for the list goes no further. */
  onKey(event: KeyboardEvent): void
  take(at: number): void
  point(at: number): void
  close(): void
}

/** Keys that take the cursor away from what was begun. */
const leaving = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'])

/** As many as are seen without scrolling far; who types on finds the others. */
const shown = 20

/** `insert`: the person is meant instead of what stands from there up to the cursor. */
export function useMentionList(
  everybody: readonly BaseMember[],
  insert: (person: BaseMember, from: number, to: number) => void,
): MentionList {
  const [open, setOpen] = useState<{ from: number; to: number; sought: string; active: number } | null>(null)
  const people = open ? findPeople(everybody, open.sought) : []
  const active = open?.active ?? 0
  const take = (at: number) => {
    const person = people[at]
    setOpen(null)
    if (open && person) insert(person, open.from, open.to)
  }
  const point = (at: number) => {
    if (open) setOpen({ ...open, active: (at + people.length) % people.length })
  }
  return {
    people,
    active,
    take,
    point,
    close: () => setOpen(null),
    follow(text, cursor) {
      const begun = begunMention(text, cursor)
      setOpen(begun && { ...begun, to: cursor, active: 0 })
    },
    onKey(event) {
      if (people.length === 0 || event.isComposing) return
      if (event.key === 'ArrowDown') point(active + 1)
      else if (event.key === 'ArrowUp') point(active - 1)
      else if (event.key === 'Escape') setOpen(null)
      else if (leaving.has(event.key)) {
        setOpen(null)
        return
      } else if (
        (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) ||
        (event.key === 'Tab' && !event.shiftKey)
      )
        take(active)
      else return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** By name or address, in the order of their names. */
export function findPeople(everybody: readonly BaseMember[], sought: string): readonly BaseMember[] {
  const choices = everybody
    .map(({ id, email }, at) => ({
      id,
      label: labelOfPerson(everybody[at]!, everybody),
      alsoFoundBy: email,
      content: null,
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  const found = findChoices(choices, sought).slice(0, shown)
  return found.flatMap((choice) => everybody.find(({ id }) => id === choice.id) ?? [])
}
