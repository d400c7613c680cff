/** Which function somebody is writing the arguments of. */
import { functionCatalogue, isOperator } from '../functions/catalogue.ts'
import type { FunctionEntry, FunctionExample } from '../functions/function-entry.ts'
import { parameterTexts, signatureText } from '../functions/signature-text.ts'
import { type Token, tokensOf } from '../syntax/tokens.ts'

export interface SignatureHelp {
  readonly name: string
  /** `round(number, digits?)`. */
  readonly signature: string
  readonly parameters: readonly string[]
  /** Which of `parameters` is being written; null behind the last. */
  readonly active: number | null
  readonly description: string
  readonly examples: readonly FunctionExample[]
}

/** The innermost call around a position, or null. */
export function signatureHelp(text: string, position: number): SignatureHelp | null {
  const open: { readonly entry: FunctionEntry | null; commas: number }[] = []
  let previous: Token | undefined
  for (const token of tokensOf(text)) {
    if (token.to > position) break
    if (token.kind === 'open') open.push({ entry: calledBy(previous, token), commas: 0 })
    else if (token.kind === 'close') open.pop()
    else if (token.kind === 'comma' && open.length > 0) open.at(-1)!.commas += 1
    previous = token
  }
  const call = open.findLast(({ entry }) => entry !== null)
  return call ? helpFor(call.entry!, call.commas) : null
}

function calledBy(name: Token | undefined, open: Token): FunctionEntry | null {
  if (name?.kind !== 'name' || open.text !== '(') return null
  const called = name.text.toLowerCase()
  return isOperator(called) ? null : (functionCatalogue.get(called) ?? null)
}

function helpFor(entry: FunctionEntry, commas: number): SignatureHelp {
  return {
    name: entry.name,
    signature: signatureText(entry),
    parameters: parameterTexts(entry),
    active: activeOf(entry, commas),
    description: entry.description,
    examples: entry.examples,
  }
}

function activeOf({ parameters, signatures }: FunctionEntry, commas: number): number | null {
  const { params, variadic } = signatures[0]!
  if (variadic !== undefined && commas >= params.length) {
    return params.length - variadic + ((commas - params.length) % variadic)
  }
  return commas < parameters.length ? commas : null
}
