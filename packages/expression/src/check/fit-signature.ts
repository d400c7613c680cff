/** Whether arguments fit a signature, and what it then gives. */
import { type FunctionSignature, type ParamType, paramsFor, type Variable } from '../functions/signature.ts'
import {
  emptyType,
  isOrdered,
  isScalar,
  listOf,
  type ScalarKind,
  sameType,
  type Type,
} from '../types/type.ts'

type Shape = Omit<FunctionSignature, 'name'>

export type Fit =
  | { readonly fits: true; readonly result: Type }
  /** The first argument that does not fit, and what it would have to be. */
  | { readonly fits: false; readonly at: number; readonly expected: Expected }

export type Expected = Type | 'any' | 'ordered' | 'list' | 'option'

/** Null when a call with so many arguments is not of this signature. */
export function fitSignature(signature: Shape, types: readonly Type[]): Fit | null {
  const params = paramsFor(signature, types.length)
  if (!params) return null
  let bound: Type | null = null
  for (const [at, type] of types.entries()) {
    const place = fitPlace(params[at]!, type, bound)
    if (!place.fits) return { fits: false, at, expected: place.expected }
    bound = place.bound
  }
  return { fits: true, result: typeOf(signature.result, bound) ?? emptyType }
}

type PlaceFit =
  | { readonly fits: true; readonly bound: Type | null }
  | { readonly fits: false; readonly expected: Expected }

function fitPlace(param: ParamType, type: Type, bound: Type | null): PlaceFit {
  if (type.kind === 'empty') return { fits: true, bound }
  const variable = variableOf(param)
  if (!variable) {
    const fixed = typeOf(param, null)!
    return sameType(fixed, type) ? { fits: true, bound } : { fits: false, expected: fixed }
  }
  const candidate = param.startsWith('list') ? itemOf(type) : type
  if (candidate && candidate.kind !== 'attachments' && canStandFor(candidate, variable)) {
    if (bound === null || sameType(bound, candidate)) return { fits: true, bound: bound ?? candidate }
  }
  return { fits: false, expected: (bound && typeOf(param, bound)) ?? openly(param, variable) }
}

const itemOf = (type: Type): Type | null => (type.kind === 'list' ? type.of : null)

const openly = (param: ParamType, variable: Variable): Expected => {
  if (param.startsWith('list')) return 'list'
  return ({ T: 'any', O: 'ordered', C: 'option' } as const)[variable]
}

/** May a variable be bound to a type, but attachments? */
export function canStandFor(type: Type, variable: Variable): boolean {
  if (variable === 'C') return type.kind === 'option'
  return variable === 'T' || isOrdered(type)
}

/** The variable in a parameter's type, if any. */
export function variableOf(param: ParamType): Variable | null {
  const last = param.replace('list of ', '')
  return last === 'T' || last === 'O' || last === 'C' ? last : null
}

/** A parameter's type with its variable bound; null where it is not. */
function typeOf(param: ParamType, bound: Type | null): Type | null {
  const isList = param.startsWith('list of ')
  if (variableOf(param)) {
    if (!bound || !isList) return bound
    return isScalar(bound) ? listOf(bound) : null
  }
  if (isList) return listOf({ kind: param.slice('list of '.length) as ScalarKind })
  return { kind: param as ScalarKind | 'attachments' }
}
