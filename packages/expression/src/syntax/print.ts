/** From a tree to text, with the names that fields have now and no more parentheses than needed. */
import { isOperator } from '../functions/catalogue.ts'
import type { Ast, CallNode, OptionNode } from '../tree/ast.ts'
import type { Span } from '../tree/problem.ts'
import type { FieldNames } from '../types/field-names.ts'
import { brace, quote } from './escapes.ts'

export interface PrintedText {
  readonly text: string
  readonly spans: ReadonlyMap<Ast, Span>
}

/** Prints any tree. A field or an option that is gone stands there by its id, and is an error when it is read. */
export function printTree(ast: Ast, fields: FieldNames): PrintedText {
  const printer = new Printer(fields)
  printer.print(ast, loosest)
  return { text: printer.text, spans: printer.spans }
}

/** How tight an operator binds; the grammar's order. */
const levels: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  not: 3,
  '=': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  in: 4,
  has: 4,
  '&': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
  neg: 8,
}
const loosest = 1
/** Operators whose left side may be of their own level. */
const leftLevels: ReadonlySet<number> = new Set([6, 7])
const chains: ReadonlySet<string> = new Set(['or', 'and', '&'])
const prefixes: Readonly<Record<string, string>> = { not: 'not ', neg: '-' }

class Printer {
  text = ''
  readonly spans = new Map<Ast, Span>()
  private readonly fields: FieldNames

  constructor(fields: FieldNames) {
    this.fields = fields
  }

  /** Writes a node, in parentheses when it binds looser than `level`. */
  print(node: Ast, level: number): void {
    const isLoose = 'call' in node && isWrittenAsOperator(node) && levels[node.call]! < level
    if (isLoose) this.text += '('
    const from = this.text.length
    this.write(node)
    this.spans.set(node, { from, to: this.text.length })
    if (isLoose) this.text += ')'
  }

  private write(node: Ast): void {
    if ('call' in node) this.writeCall(node)
    else if ('list' in node) this.writeValues('[', node.list, ']')
    else this.text += this.leafText(node)
  }

  private leafText(node: Exclude<Ast, { call: string } | { list: readonly Ast[] }>): string {
    if ('text' in node) return quote(node.text)
    if ('number' in node) return String(node.number)
    if ('boolean' in node) return String(node.boolean)
    if ('option' in node) return quote(this.labelOf(node))
    return 'field' in node ? brace(this.fields.nameOf(node.field)) : 'empty'
  }

  private labelOf({ option, field }: OptionNode): string {
    return this.fields.optionsOf(field).find(({ id }) => id === option)?.label ?? option
  }

  private writeCall(node: CallNode): void {
    if (!isWrittenAsOperator(node)) {
      this.writeValues(`${node.call}(`, node.args, ')')
    } else if (node.call in prefixes) {
      this.writePrefix(node)
    } else {
      this.writeInfix(node)
    }
  }

  private writePrefix({ call, args }: CallNode): void {
    this.text += prefixes[call]
    // Two minus signs would begin a comment.
    if (call === 'neg' && this.startsWithMinus(args[0]!)) this.text += ' '
    this.print(args[0]!, levels[call]!)
  }

  private startsWithMinus(node: Ast): boolean {
    return 'call' in node && node.call === 'neg' && isWrittenAsOperator(node)
  }

  private writeInfix({ call, args }: CallNode): void {
    const level = levels[call]!
    for (const [index, arg] of args.entries()) {
      if (index > 0) this.text += ` ${call} `
      this.print(arg, index === 0 && leftLevels.has(level) ? level : level + 1)
    }
  }

  private writeValues(open: string, values: readonly Ast[], close: string): void {
    this.text += open
    for (const [index, value] of values.entries()) {
      if (index > 0) this.text += ', '
      this.print(value, loosest)
    }
    this.text += close
  }
}

/** An operator with a number of arguments that it does not take is printed like a function, and is an error when read. */
function isWrittenAsOperator({ call, args }: CallNode): boolean {
  if (!isOperator(call)) return false
  if (call in prefixes) return args.length === 1
  return chains.has(call) ? args.length >= 2 : args.length === 2
}
