/** All functions and operators there are, by group and by name. */
import { dateFunctions } from './date.ts'
import type { FunctionEntry, FunctionGroup } from './function-entry.ts'
import { listFunctions } from './list.ts'
import { logicFunctions } from './logic.ts'
import { numberFunctions } from './number.ts'
import { operators } from './operators.ts'
import { personFunctions } from './person.ts'
import type { FunctionSignature, Signature } from './signature.ts'
import { textFunctions } from './text.ts'
import { textPieceFunctions } from './text-pieces.ts'

/** In the order in which people read them. */
export const functionGroups: Readonly<Record<FunctionGroup, readonly FunctionEntry[]>> = {
  operator: operators,
  logic: logicFunctions,
  text: [...textFunctions, ...textPieceFunctions],
  number: numberFunctions,
  date: dateFunctions,
  list: listFunctions,
  person: personFunctions,
}

export const functionCatalogue: ReadonlyMap<string, FunctionEntry> = new Map(
  Object.values(functionGroups)
    .flat()
    .map((entry) => [entry.name, entry]),
)

const operatorNames: ReadonlySet<string> = new Set(operators.map(({ name }) => name))

/** True for what is written with a sign or a word rather than as a call. */
export const isOperator = (name: string): boolean => operatorNames.has(name)

/** Every signature as plain data; those of one name in the order in which they are tried. */
export const functionSignatures: readonly FunctionSignature[] = [...functionCatalogue.values()].flatMap(
  (entry) => entry.signatures.map((signature) => plain(entry.name, signature)),
)

function plain(name: string, { params, variadic, tail, result, fills }: Signature): FunctionSignature {
  const repeated = variadic === undefined ? {} : { variadic }
  return { name, params, ...repeated, ...(tail === undefined ? {} : { tail }), result, fills }
}
