/** Several options at once: pasted as lines, or brought back among those that are left. */
import { limits, type OptionId, type SelectOption } from '@plinth/domain'
import { newOption } from '../../lib/new-option.ts'

export interface PastedOptions {
  readonly options: readonly SelectOption[]
  /** The last of the pasted ones. */
  readonly last: OptionId
  /** How many lines found no room in the field. */
  readonly left: number
}

/** `isReplaced`: nothing of the name at this place stays, so that the first line takes its place. */
interface PastePlace {
  readonly at: number
  readonly isReplaced: boolean
}

/** The options after a text of several lines was pasted into one's name, one for each line; null: it is one line only. */
export function pastedOptions(
  options: readonly SelectOption[],
  { at, isReplaced }: PastePlace,
  text: string,
): PastedOptions | null {
  const lines = linesOf(text)
  const target = options[at]
  if (lines.length < 2 || !target) return null
  const others = isReplaced ? options.toSpliced(at, 1) : options
  const taken = new Set(others.map(({ label }) => label.trim()))
  const labels = lines.filter((line) => !taken.has(line))
  const fitting = labels.slice(0, Math.max(0, limits.optionsPerField - others.length))
  const added = isReplaced ? fitting.slice(1) : fitting
  const filled = isReplaced && fitting[0] !== undefined ? { ...target, label: fitting[0] } : target
  const before = [...options.slice(0, at), filled]
  const pasted = added.reduce(
    (all, label) => [...all, newOption([...all, ...options.slice(at)], label)],
    before,
  )
  return {
    options: [...pasted, ...options.slice(at + 1)],
    last: pasted.at(-1)!.id,
    left: labels.length - fitting.length,
  }
}

/** As long as a label may be, each once. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim().slice(0, limits.optionLength).trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}

/** Options of which some are there again that were removed, each behind the one that it stood behind before. */
export function broughtBack(
  options: readonly SelectOption[],
  before: readonly SelectOption[],
  gone: readonly SelectOption[],
): SelectOption[] {
  return gone.reduce<SelectOption[]>(
    (all, option) => {
      if (all.some(({ id }) => id === option.id)) return all
      const stoodBehind = before
        .slice(
          0,
          before.findIndex(({ id }) => id === option.id),
        )
        .map(({ id }) => id)
      const place = stoodBehind.findLast((id) => all.some((one) => one.id === id))
      return all.toSpliced(all.findIndex(({ id }) => id === place) + 1, 0, option)
    },
    [...options],
  )
}
