/** How a function is called, for people: `round(number, digits?)`. */
import type { FunctionEntry } from './function-entry.ts'

export function signatureText(entry: Pick<FunctionEntry, 'name' | 'parameters' | 'signatures'>): string {
  return `${entry.name}(${parameterTexts(entry).join(', ')})`
}

/** The parameters as they stand in the text of a signature; `?` may be left out, `…` may be repeated. */
export function parameterTexts({
  parameters,
  signatures,
}: Pick<FunctionEntry, 'parameters' | 'signatures'>): readonly string[] {
  const fewest = Math.min(...signatures.map(({ params }) => params.length))
  const texts = parameters.map((name, index) => (index < fewest ? name : `${name}?`))
  const variadic = signatures[0]!.variadic ?? 0
  if (variadic > 0) texts.splice(signatures[0]!.params.length, 0, '…')
  return texts
}
