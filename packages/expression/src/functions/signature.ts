/**
 * What a function takes and gives. `T` is any type but attachments, `O` an ordered type, `C` an option of a choice field; each is bound by
 * the first argument at its place that is not empty. A parameter takes its type or `empty`.
 */
import type { EvaluationContext } from '../evaluate/evaluation-context.ts'
import type { ScalarKind } from '../types/type.ts'
import type { Scalar, Value } from '../values/value.ts'

/** What a parameter may stand for. */
export type Variable = 'T' | 'O' | 'C'

export type ParamType =
  | ScalarKind
  | Variable
  | `list of ${Variable | 'text' | 'number'}`
  /** Cells of attachment fields; no value of any function. */
  | 'attachments'

/** A signature as plain data, to compare with the database's own list. */
export interface FunctionSignature {
  readonly name: string
  readonly params: readonly ParamType[]
  /** So many of the last parameters may be repeated together. */
  readonly variadic?: number
  /** One more argument that may stand at the end. */
  readonly tail?: ParamType
  readonly result: ParamType
  /** True: it has its own answer for empty arguments. False: an empty argument makes the result empty. */
  readonly fills: boolean
}

export interface Signature extends Omit<FunctionSignature, 'name'> {
  /** Arguments fit the parameters; none is null unless the signature fills. The caller settles the result. */
  readonly evaluate: (args: readonly Value[], context: EvaluationContext, labels?: Labels) => Value
  /** It asks what options of the field are called that `C` is bound to. */
  readonly asksLabels?: true
}

/** What the options of a field are called, in their order. */
export type Labels = ReadonlyMap<Scalar, string>

type ValueOf<P extends ParamType> = P extends 'number' | 'datetime' | 'duration'
  ? number
  : P extends 'boolean'
    ? boolean
    : P extends 'text' | 'date' | 'person'
      ? string
      : P extends 'list of text' | 'attachments'
        ? readonly string[]
        : P extends 'list of number'
          ? readonly number[]
          : P extends `list of ${string}`
            ? readonly Scalar[]
            : P extends 'O' | 'C'
              ? Scalar
              : Scalar | readonly Scalar[]

type ValuesOf<Ps extends readonly ParamType[]> = { readonly [Index in keyof Ps]: ValueOf<Ps[Index]> }
type CellsOf<Ps extends readonly ParamType[]> = { readonly [Index in keyof Ps]: ValueOf<Ps[Index]> | null }

/** A signature that is asked only when every argument is filled. */
export function strict<const Ps extends readonly ParamType[]>(
  params: Ps,
  result: ParamType,
  evaluate: (args: ValuesOf<Ps>, context: EvaluationContext, labels?: Labels) => Value,
): Signature {
  return { params, result, fills: false, evaluate: evaluate as Signature['evaluate'] }
}

/** A signature with its own answer for empty arguments. */
export function filling<const Ps extends readonly ParamType[]>(
  params: Ps,
  result: ParamType,
  evaluate: (args: CellsOf<Ps>, context: EvaluationContext, labels?: Labels) => Value,
): Signature {
  return { params, result, fills: true, evaluate: evaluate as Signature['evaluate'] }
}

/** A signature that asks what options are called. */
export const labelling = (signature: Signature): Signature => ({ ...signature, asksLabels: true })

/** A filling signature whose last `variadic` parameters repeat. */
export function repeating<const P extends ParamType>(
  signature: { params: readonly P[]; variadic?: number; tail?: ParamType; result: ParamType },
  evaluate: (args: readonly (ValueOf<P> | null)[]) => Value,
): Signature {
  const { params, variadic = 1, tail, result } = signature
  const evaluateAll = evaluate as (args: readonly Value[]) => Value
  // Only the arguments: what comes behind them is not a parameter of a function that takes any number.
  const shape = {
    params,
    variadic,
    result,
    fills: true,
    evaluate: (args: readonly Value[]) => evaluateAll(args),
  }
  return tail ? { ...shape, tail } : shape
}

/** The parameter at an argument's place, or null when a call of `count` arguments has no such place. */
export function paramsFor(
  signature: Omit<FunctionSignature, 'name'>,
  count: number,
): readonly ParamType[] | null {
  const { params, variadic = 0, tail } = signature
  const extra = count - params.length
  if (extra < 0) return null
  if (variadic === 0) return extra === 0 ? params : null
  const repeated = params.slice(-variadic)
  const all = [...params]
  while (all.length + variadic <= count) all.push(...repeated)
  if (all.length < count && tail) all.push(tail)
  return all.length === count ? all : null
}
