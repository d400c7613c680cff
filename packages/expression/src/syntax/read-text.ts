/** From text to a tree with fields by id. Types are checked afterwards, on the tree. */
import type { SyntaxNode } from '@lezer/common'
import { functionCatalogue, isOperator } from '../functions/catalogue.ts'
import type { Ast } from '../tree/ast.ts'
import { expressionLimits } from '../tree/expression-limits.ts'
import type { Problem, ProblemCode, Span } from '../tree/problem.ts'
import { didYouMean, nearestName } from '../tree/suggest.ts'
import { limitSentences } from '../tree/tree-limits.ts'
import type { FieldNames } from '../types/field-names.ts'
import { brace, unbrace, unquote } from './escapes.ts'
import { parser } from './parser.generated.ts'
import { syntaxProblem, tokenProblem } from './syntax-problem.ts'
import { isOperand, tokensOf } from './tokens.ts'

export interface ReadText {
  /** In place of names that do not exist stands `empty`, which fits everywhere. */
  readonly ast: Ast
  readonly spans: ReadonlyMap<Ast, Span>
  readonly problems: readonly Problem[]
}

/** Reads a text; without a tree when it is no expression at all. */
export function readText(
  text: string,
  fields: FieldNames,
): ReadText | { readonly problems: readonly Problem[] } {
  const tokens = tokensOf(text)
  const wrong = tokens.map(tokenProblem).filter((problem) => problem !== null)
  if (wrong.length > 0) return { problems: wrong }
  // The parser itself gives up a chain of more; each of these is a node of its own.
  if (tokens.filter(isOperand).length > expressionLimits.nodes) return { problems: [tooManyNodes(text)] }
  const tree = parser.parse(text)
  const error = firstError(tree.topNode)
  if (error !== null) return { problems: [syntaxProblem(text, error)] }
  const reader = new TextReader(text, fields)
  const ast = reader.read(tree.topNode.firstChild!)
  return { ast, spans: reader.spans, problems: reader.problems }
}

const tooManyNodes = (text: string): Problem => ({
  ...limitSentences.tooManyNodes,
  from: 0,
  to: text.length,
})

function firstError(top: SyntaxNode): number | null {
  let first: number | null = null
  top.cursor().iterate((node) => {
    if (node.type.isError && first === null) first = node.from
    return first === null
  })
  return first
}

const comparisons: ReadonlySet<string> = new Set(['=', '!=', '<', '<=', '>', '>=', 'in', 'has'])
/** A chain of these without parentheses is one call. */
const chains: ReadonlySet<string> = new Set(['or', 'and', '&'])

/** Brackets within brackets, far more than anybody needs and far fewer than a call stack holds. */
const deepest = 200

class TextReader {
  readonly spans = new Map<Ast, Span>()
  readonly problems: Problem[] = []
  private depth = 0
  private readonly text: string
  private readonly fields: FieldNames

  constructor(text: string, fields: FieldNames) {
    this.text = text
    this.fields = fields
  }

  read(node: SyntaxNode): Ast {
    const value = skipComments(node)!
    if (this.depth >= deepest) return this.tooDeep(value)
    this.depth += 1
    const ast = this.readNode(value)
    this.depth -= 1
    // A group's span is what is inside: that is what a message is about.
    if (!this.spans.has(ast)) this.spans.set(ast, { from: node.from, to: node.to })
    return ast
  }

  private readNode(node: SyntaxNode): Ast {
    switch (node.name) {
      case 'Number':
        return this.readNumber(node)
      case 'Text':
        return this.readQuoted(node)
      case 'Field':
        return this.readField(node)
      case 'True':
        return { boolean: true }
      case 'False':
        return { boolean: false }
      case 'Empty':
        return { empty: true }
      case 'List':
        return { list: this.readValues(node) }
      case 'Group':
        return this.read(valuesIn(node)[0]!)
      case 'Call':
        return this.readCall(node)
      case 'Unary':
        return this.readUnary(node)
      case 'Binary':
        return this.readBinary(node)
      default:
        return this.unknownWord(node)
    }
  }

  private tooDeep(node: SyntaxNode): Ast {
    if (this.problems.some(({ code }) => code === 'too_deep')) return { empty: true }
    return this.fail('too_deep', node, 'This stands in too many brackets. Take some out.')
  }

  private readNumber(node: SyntaxNode): Ast {
    const number = Number(this.textOf(node))
    if (Number.isFinite(number)) return { number }
    return this.fail('number_too_large', node, 'This number is too large. The largest is about 1.8e308.')
  }

  private readQuoted(node: SyntaxNode): Ast {
    const read = unquote(this.textOf(node))
    if ('text' in read) return { text: read.text }
    const span = { from: node.from + read.at, to: node.from + read.at + read.wrong.length }
    const message = `“${read.wrong}” means nothing in a text. A backslash itself is written \\\\.`
    return this.fail('unknown_escape', span, message)
  }

  private readField(node: SyntaxNode): Ast {
    const name = unbrace(this.textOf(node))
    const field = this.fields.byName(name)
    if (field) return { field: field.id }
    const near = nearestName(name, this.fields.names())
    const remedy = near === null ? ' The list of fields shows all there are.' : didYouMean(`“${near}”`)
    return this.fail('unknown_field', node, `There is no field “${name}”.${remedy}`)
  }

  private readCall(node: SyntaxNode): Ast {
    const name = this.textOf(node.getChild('Name')!)
    const call = name.toLowerCase()
    const args = this.readValues(node.getChild('Arguments')!)
    if (functionCatalogue.has(call) && !isOperator(call)) return { call, args }
    const near = nearestName(
      call,
      [...functionCatalogue.keys()].filter((known) => !isOperator(known)),
    )
    const remedy = near === null ? ' Completion lists all there are.' : didYouMean(`“${near}”`)
    return this.fail('unknown_function', node.getChild('Name')!, `There is no function “${name}”.${remedy}`)
  }

  private readUnary(node: SyntaxNode): Ast {
    const [operand] = valuesIn(node)
    return { call: node.getChild('Not') ? 'not' : 'neg', args: [this.read(operand!)] }
  }

  private readBinary(node: SyntaxNode): Ast {
    const call = this.operatorOf(node)
    const [left, right] = valuesIn(node)
    if (chains.has(call)) return { call, args: this.readChain(node, call) }
    if (comparisons.has(call) && left!.name === 'Binary' && comparisons.has(this.operatorOf(left!))) {
      const message = 'Comparisons do not chain. Connect two with and: a < b and b < c.'
      return this.fail('chained_comparison', node, message)
    }
    return { call, args: [this.read(left!), this.read(right!)] }
  }

  /** The operands of a chain, which the grammar nests to the left. */
  private readChain(node: SyntaxNode, call: string): readonly Ast[] {
    const operands: SyntaxNode[] = []
    let rest = node
    while (rest.name === 'Binary' && this.operatorOf(rest) === call) {
      const [left, right] = valuesIn(rest)
      operands.unshift(right!)
      rest = left!
    }
    return [rest, ...operands].map((operand) => this.read(operand))
  }

  private unknownWord(node: SyntaxNode): Ast {
    const word = this.textOf(node)
    const field = this.fields.byName(word)
    const isFunction = functionCatalogue.has(word.toLowerCase())
    const remedy = isFunction
      ? `A function has parentheses: ${word.toLowerCase()}().`
      : fieldRemedy(field?.name)
    return this.fail('unknown_word', node, `“${word}” is not a word of this language. ${remedy}`)
  }

  private readValues(node: SyntaxNode): readonly Ast[] {
    return valuesIn(node).map((value) => this.read(value))
  }

  private operatorOf(node: SyntaxNode): string {
    const operator = childrenOf(node).find(({ name }) => operatorNodes.has(name))!
    return this.textOf(operator).toLowerCase()
  }

  private textOf({ from, to }: Span): string {
    return this.text.slice(from, to)
  }

  private fail(code: ProblemCode, { from, to }: Span, message: string): Ast {
    this.problems.push({ code, message, from, to })
    return { empty: true }
  }
}

const fieldRemedy = (name: string | undefined): string =>
  name === undefined
    ? 'Fields stand in braces, text in double quotes.'
    : `A field stands in braces: ${brace(name)}.`

const operatorNodes: ReadonlySet<string> = new Set(['Operator', 'And', 'Or', 'Not', 'In', 'Has'])
const punctuation: ReadonlySet<string> = new Set(['(', ')', '[', ']', ',', 'Comment', ...operatorNodes])

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

/** The values among a node's children: neither signs nor comments. */
const valuesIn = (node: SyntaxNode): readonly SyntaxNode[] =>
  childrenOf(node).filter(({ name }) => !punctuation.has(name))

function skipComments(node: SyntaxNode | null): SyntaxNode | null {
  let value = node
  while (value?.name === 'Comment') value = value.nextSibling
  return value
}
