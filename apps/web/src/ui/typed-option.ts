interface Called<Id extends string> {
  readonly id: Id
  readonly label: string
}

/**
 * The option that typed words can only mean: the one that is called so, else the one with that code, else the only one that
 * holds them. Undefined: none, or it could be several.
 */
export function typedOption<Id extends string, O extends Called<Id>>(
  options: readonly O[],
  typed: string,
  contains: (text: string, part: string) => boolean,
): O | undefined {
  const words = typed.trim()
  if (words === '') return undefined
  const called = options.filter(({ label }) => isSame(label, words))
  if (called.length > 0) return onlyOf(called)
  return (
    options.find(({ id }) => isSame(id, words)) ?? onlyOf(options.filter((one) => contains(one.label, words)))
  )
}

const isSame = (text: string, words: string): boolean =>
  text.trim().toLocaleLowerCase() === words.toLocaleLowerCase()

const onlyOf = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined)
