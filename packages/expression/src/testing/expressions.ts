/**
 * Random expressions with right types: every function and operator at any place. Arguments are made for a signature; where
 * `empty` among them means another signature (date-time − empty), a leaf of the wanted type takes the call's place.
 *
 * Options stand where text can say them: at least one value of their type beside them is not a literal (“anchored”).
 */
import * as fc from 'fast-check'
import { canStandFor, fitSignature, variableOf } from '../check/fit-signature.ts'
import { functionCatalogue } from '../functions/catalogue.ts'
import type { FunctionEntry } from '../functions/function-entry.ts'
import type { ParamType, Signature } from '../functions/signature.ts'
import type { Ast } from '../tree/ast.ts'
import { limitProblem } from '../tree/tree-limits.ts'
import { type ExpressionField, isChoiceField, typeOfField } from '../types/expression-field.ts'
import {
  emptyType,
  isScalar,
  listOf,
  type ScalarKind,
  type ScalarType,
  sameType,
  type Type,
} from '../types/type.ts'
import { dates, sizes, texts } from './values.ts'

/** A node with the type that it really has: the wanted one or `empty`. */
interface Typed {
  readonly node: Ast
  readonly type: Type
}

const defaultDepth = 3
/** Out of these, how often a node is a value, a call or `empty`. */
const weights = { leaf: 5, composed: 14, empty: 1 }
/** Calls with a result of any type are rarer than those that only this type has. */
const ownWeight = 4
/** What whole expressions are: conditions most of all. */
const rootWeights = { boolean: 12, list: 1, other: 3 }

/** What is drawn. */
interface Drawing {
  /** Calls within calls. */
  readonly depth?: number
  /** For formulas: what options are called may be read. */
  readonly isFormula?: boolean
}

/** Expressions of a type (or empty). */
export function expressionsOf(
  type: Type,
  fields: readonly ExpressionField[],
  { depth = defaultDepth, isFormula = false }: Drawing = {},
): fc.Arbitrary<Ast> {
  return withinLimits(new ExpressionMaker(fields, isFormula).of(type, depth, true))
}

/** One signature and expressions that are calls of it, or a leaf where that turned out not to be possible. */
export interface SignatureCase {
  readonly name: string
  readonly signature: Signature
  readonly expressions: fc.Arbitrary<Ast>
}

/** Every signature of every function and operator. */
export function casesOfSignatures(
  fields: readonly ExpressionField[],
  { depth = defaultDepth, isFormula = false }: Drawing = {},
): readonly SignatureCase[] {
  const maker = new ExpressionMaker(fields, isFormula)
  return maker.functions.flatMap(({ name, signatures }) =>
    signatures.map((signature) => {
      const types = maker.resultsOf(signature)
      const calls = types.map((type) => maker.call({ name, signature }, type, depth))
      return { name, signature, expressions: withinLimits(fc.oneof(...calls)) }
    }),
  )
}

const weightOf = ({ kind }: Type): number =>
  kind === 'boolean' || kind === 'list' ? rootWeights[kind] : rootWeights.other

/** Expressions of any type that a cell or a condition can have. */
export function anyExpressions(
  fields: readonly ExpressionField[],
  { depth = defaultDepth, isFormula = false }: Drawing = {},
): fc.Arbitrary<Ast> {
  const maker = new ExpressionMaker(fields, isFormula)
  return withinLimits(
    fc.oneof(
      ...maker.types.map((type) => ({ weight: weightOf(type), arbitrary: maker.of(type, depth, true) })),
    ),
  )
}

const withinLimits = (typed: fc.Arbitrary<Typed>): fc.Arbitrary<Ast> =>
  typed.map(({ node }) => node).filter((node) => limitProblem(node) === null)

const kinds: readonly ScalarKind[] = ['text', 'number', 'boolean', 'date', 'datetime', 'duration', 'person']

class ExpressionMaker {
  /** Every type there is with these fields, but attachments. */
  readonly types: readonly Type[]
  /** What may be called, with the signatures that may be meant. */
  readonly functions: readonly Pick<FunctionEntry, 'name' | 'signatures'>[]
  private readonly fields: readonly ExpressionField[]
  private readonly made = new Map<string, fc.Arbitrary<Typed>>()

  constructor(fields: readonly ExpressionField[], isFormula: boolean) {
    this.fields = fields
    const choices = fields.filter(isChoiceField).map(({ id }): Type => ({ kind: 'option', field: id }))
    const hasLabels = isFormula && choices.length > 0
    this.functions = [...functionCatalogue.values()].map(({ name, signatures, dependsOn }) => ({
      name,
      signatures: signatures.filter(({ asksLabels }) =>
        asksLabels ? hasLabels : isFormula || dependsOn !== 'people',
      ),
    }))
    const scalars = [...kinds.map((kind): Type => ({ kind })), ...choices].filter(isScalar)
    this.types = [...scalars, ...scalars.map(listOf)]
  }

  of(type: Type, depth: number, anchored: boolean): fc.Arbitrary<Typed> {
    const key = `${JSON.stringify(type)} ${depth} ${anchored}`
    const known = this.made.get(key)
    if (known) return known
    const made = this.make(type, depth, anchored)
    this.made.set(key, made)
    return made
  }

  /** The types that a signature can give. */
  resultsOf({ result }: Signature): readonly Type[] {
    return variableOf(result) ? this.types.filter((type) => bindResult(result, type)) : [fixedType(result)]
  }

  /** Calls of one signature with a result of this type. */
  call(
    { name, signature }: { readonly name: string; readonly signature: Signature },
    type: Type,
    depth: number,
  ): fc.Arbitrary<Typed> {
    const bindings = this.bindings(signature, type)
    return fc.oneof(...bindings.map((bound) => this.boundCall(name, signature, { type, bound, depth })))
  }

  private make(type: Type, depth: number, anchored: boolean): fc.Arbitrary<Typed> {
    const leaves = { weight: weights.leaf, arbitrary: this.leaves(type, anchored) }
    if (depth <= 0 || type.kind === 'attachments') return leaves.arbitrary
    const calls = this.functions.flatMap(({ name, signatures }) =>
      signatures
        .filter((signature) => this.resultsOf(signature).some((result) => sameType(result, type)))
        .map((signature) => ({
          weight: variableOf(signature.result) ? 1 : ownWeight,
          arbitrary: this.call({ name, signature }, type, depth),
        })),
    )
    const lists = type.kind === 'list' ? [this.list(type.of, depth, anchored)] : []
    const composed = fc.oneof(...calls, ...lists.map((arbitrary) => ({ weight: ownWeight, arbitrary })))
    const parts = [leaves, { weight: weights.composed, arbitrary: composed }]
    if (!anchored || !isChoice(type)) parts.push({ weight: weights.empty, arbitrary: fc.constant(nothing) })
    return fc.oneof(...parts)
  }

  /** What the variable of a signature can stand for; null when it has none. */
  private bindings(signature: Signature, type: Type): readonly (Type | null)[] {
    const variable = signature.params.map(variableOf).find((one) => one !== null)
    if (!variable) return [null]
    if (variableOf(signature.result)) return [bindResult(signature.result, type)]
    const inLists = signature.params.some((param) => param.startsWith('list') && variableOf(param))
    return this.types.filter(
      (candidate) => (!inLists || isScalar(candidate)) && canStandFor(candidate, variable),
    )
  }

  private boundCall(
    name: string,
    signature: Signature,
    { type, bound, depth }: { type: Type; bound: Type | null; depth: number },
  ): fc.Arbitrary<Typed> {
    return fc.oneof(
      ...shapesOf(signature).map((params) => this.callWith(name, params, { type, bound, depth })),
    )
  }

  private callWith(
    name: string,
    params: readonly ParamType[],
    { type, bound, depth }: { type: Type; bound: Type | null; depth: number },
  ): fc.Arbitrary<Typed> {
    // The first place of the variable's type is the anchor of the options beside it.
    const anchor = params.findIndex((param) => variableOf(param) !== null)
    const args = params.map((param, index) =>
      this.of(placeType(param, bound), depth - 1, index === anchor || variableOf(param) === null),
    )
    return fc
      .tuple(this.leaves(type, true), fc.boolean(), fc.tuple(...args))
      .map(([leaf, swap, given]) => called(name, swap ? swapped(name, given) : given, type) ?? leaf)
  }

  private list(of: ScalarType, depth: number, anchored: boolean): fc.Arbitrary<Typed> {
    const first = this.of(of, depth - 1, anchored)
    const more = fc.array(this.of(of, depth - 1, false), { maxLength: 3 })
    return fc.tuple(first, more).map(([item, items]) => {
      const all = [item, ...items]
      const isFilled = all.some((one) => one.type.kind !== 'empty')
      return { node: { list: all.map(({ node }) => node) }, type: isFilled ? listOf(of) : emptyType }
    })
  }

  private leaves(type: Type, anchored: boolean): fc.Arbitrary<Typed> {
    const fields = this.fields
      .filter((field) => sameType(typeOfField(field), type))
      .map((field) => fc.constant<Ast>({ field: field.id }))
    // What a field of sets gives one option of.
    const members = this.fields
      .filter((field) => type.kind === 'option' && field.id === type.field && field.type === 'multi_select')
      .map((field) => fc.constant<Ast>({ call: 'first', args: [{ field: field.id }] }))
    const literals = this.literals(type, anchored)
    return fc
      .oneof(...fields, ...members, ...literals)
      .map((node) => ({ node, type: node === nothing.node ? emptyType : type }))
  }

  private literals(type: Type, anchored: boolean): readonly fc.Arbitrary<Ast>[] {
    if (type.kind === 'list') {
      return [this.leaves(type.of, anchored).map(({ node }) => ({ list: [node] }))]
    }
    if (type.kind !== 'option') return simpleLiterals[type.kind]
    const options = this.fields.find(({ id }) => id === type.field)?.options?.options ?? []
    return anchored ? [] : options.map(({ id }) => fc.constant<Ast>({ option: id, field: type.field }))
  }
}

const nothing: Typed = { node: { empty: true }, type: emptyType }

const number: fc.Arbitrary<Ast> = sizes.map((size) => ({ number: size }))
const call = (name: string, ...args: readonly fc.Arbitrary<Ast>[]): fc.Arbitrary<Ast> =>
  fc.tuple(...args).map((given) => ({ call: name, args: given }))

/** Values that can be written down, or are as good as written down. */
const simpleLiterals: Readonly<
  Record<Exclude<Type['kind'], 'list' | 'option'>, readonly fc.Arbitrary<Ast>[]>
> = {
  text: [texts.map((text) => ({ text }))],
  number: [number, call('neg', number)],
  boolean: [fc.boolean().map((boolean) => ({ boolean }))],
  date: [
    call(
      'to_date',
      dates.map((text) => ({ text })),
    ),
  ],
  datetime: [call('now')],
  duration: [call('seconds', number), call('hours', call('neg', number))],
  person: [call('me')],
  attachments: [fc.constant(nothing.node)],
  empty: [fc.constant(nothing.node)],
}

const isChoice = (type: Type): boolean =>
  type.kind === 'option' || (type.kind === 'list' && type.of.kind === 'option')

/** What a variable is when the result is of this type; null when the result cannot be. */
function bindResult(result: ParamType, type: Type): Type | null {
  const isList = result.startsWith('list')
  if (isList && type.kind !== 'list') return null
  const bound = isList && type.kind === 'list' ? type.of : type
  return canStandFor(bound, variableOf(result)!) ? bound : null
}

function fixedType(param: ParamType): Type {
  if (!param.startsWith('list of ')) return { kind: param as ScalarKind | 'attachments' }
  return listOf({ kind: param.slice('list of '.length) as ScalarKind })
}

function placeType(param: ParamType, bound: Type | null): Type {
  if (!variableOf(param) || !bound) return fixedType(param)
  return param.startsWith('list') && isScalar(bound) ? listOf(bound) : bound
}

/** The parameters of calls with no, one and two repetitions. */
function shapesOf({ params, variadic = 0, tail }: Signature): readonly (readonly ParamType[])[] {
  const repeated = params.slice(params.length - variadic)
  const shapes =
    variadic === 0 ? [params] : [params, [...params, ...repeated], [...params, ...repeated, ...repeated]]
  return tail ? shapes.flatMap((shape) => [shape, [...shape, tail]]) : shapes
}

/** Both sides of an equation may be the anchored one. */
function swapped(name: string, args: readonly Typed[]): readonly Typed[] {
  return (name === '=' || name === '!=') && args.length === 2 ? [args[1]!, args[0]!] : args
}

/** The call, if the signature that is meant by these arguments gives the wanted type. */
function called(name: string, args: readonly Typed[], type: Type): Typed | null {
  const types = args.map((arg) => arg.type)
  for (const signature of functionCatalogue.get(name)!.signatures) {
    const fit = fitSignature(signature, types)
    if (!fit?.fits) continue
    if (fit.result.kind !== 'empty' && !sameType(fit.result, type)) return null
    return { node: { call: name, args: args.map(({ node }) => node) }, type: fit.result }
  }
  return null
}
