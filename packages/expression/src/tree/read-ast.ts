/** Trees from outside: JSON that may be anything. */
import { err, type FieldId, type OptionId, ok, type Result } from '@plinth/domain'
import type { Ast } from './ast.ts'
import { expressionLimits } from './expression-limits.ts'
import type { ProblemCode } from './problem.ts'
import { limitProblem } from './tree-limits.ts'

export interface TreeProblem {
  readonly code: ProblemCode
  /** Where in the JSON: `args[1].list[0]`; empty for the root or the whole. */
  readonly path: string
  readonly message: string
}

class Unreadable extends Error {
  readonly problem: TreeProblem
  constructor(path: string, expected: string) {
    super(expected)
    this.problem = {
      code: 'tree_invalid',
      path,
      message: `At ${path || 'the root'} there must be ${expected}.`,
    }
  }
}

/** Reads a tree and checks its shape and limits; names and types are checked by `checkAst`. */
export function readAst(json: unknown): Result<Ast, TreeProblem> {
  try {
    const ast = readNode(json, '', 1)
    const problem = limitProblem(ast)
    return problem ? err({ code: problem.code, path: '', message: problem.message }) : ok(ast)
  } catch (error) {
    if (error instanceof Unreadable) return err(error.problem)
    throw error
  }
}

function readNode(json: unknown, path: string, depth: number): Ast {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new Unreadable(path, 'a node')
  // One level beyond the limit is read, so that the limit itself is what is told.
  if (depth > expressionLimits.depth + 1) return { empty: true }
  const node = json as Readonly<Record<string, unknown>>
  const keys = Object.keys(node).sort().join()
  const read = shapes[keys]
  if (!read) throw new Unreadable(path, 'a node of the language, without other keys')
  return read(node, path, depth)
}

type Reader = (node: Readonly<Record<string, unknown>>, path: string, depth: number) => Ast

/** By the keys of a node, in the order of the alphabet. */
const shapes: Readonly<Record<string, Reader>> = Object.assign(Object.create(null), {
  text: (node, path) => ({ text: textAt(node.text, `${path}.text`) }),
  number: (node, path) => {
    const { number } = node
    if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) {
      throw new Unreadable(dotless(`${path}.number`), 'a number that is finite and not negative')
    }
    return { number: number === 0 ? 0 : number }
  },
  boolean: (node, path) => {
    if (typeof node.boolean !== 'boolean') throw new Unreadable(dotless(`${path}.boolean`), 'true or false')
    return { boolean: node.boolean }
  },
  empty: (node, path) => {
    if (node.empty !== true) throw new Unreadable(dotless(`${path}.empty`), 'true')
    return { empty: true }
  },
  field: (node, path) => ({ field: textAt(node.field, `${path}.field`) as FieldId }),
  'field,option': (node, path) => ({
    option: textAt(node.option, `${path}.option`) as OptionId,
    field: textAt(node.field, `${path}.field`) as FieldId,
  }),
  list: (node, path, depth) => ({ list: nodesAt(node.list, `${path}.list`, depth) }),
  'args,call': (node, path, depth) => ({
    call: textAt(node.call, `${path}.call`),
    args: nodesAt(node.args, `${path}.args`, depth),
  }),
} satisfies Record<string, Reader>)

const dotless = (path: string): string => path.replace(/^\./, '')

function textAt(json: unknown, path: string): string {
  if (typeof json !== 'string') throw new Unreadable(dotless(path), 'a text')
  return json
}

function nodesAt(json: unknown, path: string, depth: number): readonly Ast[] {
  if (!Array.isArray(json)) throw new Unreadable(dotless(path), 'a list of nodes')
  // As above: one item beyond the limit is enough to tell it.
  const items = json.slice(0, expressionLimits.items + 1)
  return items.map((item, index) => readNode(item, dotless(`${path}[${index}]`), depth + 1))
}
