/** The list below an expression while it is written: what could stand at the cursor, and which line is chosen. */
import { type Completion, type CompletionOption, complete, type ExpressionField } from '@plinth/expression'
import { type KeyboardEvent, useState } from 'react'

interface Choice {
  readonly completion: Completion
  readonly active: number
}

/** The text after a choice, and where the cursor stands then. */
export interface Inserted {
  readonly text: string
  readonly cursor: number
}

export interface CompletionList {
  readonly options: readonly CompletionOption[]
  readonly active: number
  /** After each change of the text. */
  follow: (text: string, cursor: number) => void
  /** True: the key was for the list. */
  onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
  take: (index: number) => void
  point: (index: number) => void
  close: () => void
}

const shown = 50

export function useCompletion(
  fields: readonly ExpressionField[],
  text: string,
  insert: (inserted: Inserted) => void,
): CompletionList {
  const [choice, setChoice] = useState<Choice | null>(null)
  const options = choice?.completion.options.slice(0, shown) ?? []
  const active = choice?.active ?? 0

  const open = (value: string, cursor: number, isAsked: boolean) => {
    const completion = complete(value, cursor, { fields })
    const isWorthIt =
      completion && completion.options.length > 0 && (isAsked || completion.to > completion.from)
    setChoice(isWorthIt ? { completion, active: 0 } : null)
  }
  const take = (index: number) => {
    const option = options[index]
    if (!option || !choice) return
    setChoice(null)
    insert(insertOption(text, choice.completion, option))
  }
  const point = (index: number) => {
    if (choice) setChoice({ ...choice, active: (index + options.length) % options.length })
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (event.key === ' ' && event.ctrlKey) open(text, event.currentTarget.selectionStart, true)
    else if (options.length === 0 || event.nativeEvent.isComposing) return false
    else if (event.key === 'ArrowDown') point(active + 1)
    else if (event.key === 'ArrowUp') point(active - 1)
    else if (event.key === 'Escape') setChoice(null)
    else if (
      (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) ||
      (event.key === 'Tab' && !event.shiftKey)
    )
      take(active)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const follow = (value: string, cursor: number) => open(value, cursor, false)
  return { options, active, follow, onKey, take, point, close: () => setChoice(null) }
}

/** Of a call the cursor goes between the brackets. */
export function insertOption(
  text: string,
  { from, to }: Pick<Completion, 'from' | 'to'>,
  { insert }: Pick<CompletionOption, 'insert'>,
): Inserted {
  const cursor = from + insert.length - (insert.endsWith('()') ? 1 : 0)
  return { text: text.slice(0, from) + insert + text.slice(to), cursor }
}
