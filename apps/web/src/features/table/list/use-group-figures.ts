import type { RowWindow } from '@plinth/record-store'
import { useMemo, useSyncExternalStore } from 'react'
import { useFigureWords } from '../cards/use-figure-words.ts'

const never = () => () => undefined

/** What is added up of the records of a group, in words, by the key of the group. */
export function useGroupFigures(window: RowWindow): (group: string) => string {
  const wordsOf = useFigureWords(window)
  const { groups } = window.figures
  const known = useSyncExternalStore(groups?.subscribe ?? never, () => groups?.snapshot() ?? null)
  const byKey = useMemo(() => new Map((known?.groups ?? []).map((group) => [group.key, group])), [known])
  return (key) => {
    const { count = 0, figures = {} } = byKey.get(key) ?? {}
    return wordsOf(figures, count)
  }
}
