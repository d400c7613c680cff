/** Sentences for arguments that do not fit: what is needed, what is there, and how to get from one to the other. */
import { isOperator } from '../functions/catalogue.ts'
import type { FunctionEntry } from '../functions/function-entry.ts'
import { signatureText } from '../functions/signature-text.ts'
import { printTree } from '../syntax/print.ts'
import type { CallNode } from '../tree/ast.ts'
import type { NodeProblem } from '../tree/tree-limits.ts'
import type { FieldNames } from '../types/field-names.ts'
import { describeType, sameType } from '../types/type.ts'
import type { CheckedNode } from './checked-node.ts'
import { type Expected, fitSignature } from './fit-signature.ts'

/** Why no signature of a function fits these arguments. */
export function explainMisfit(
  entry: FunctionEntry,
  node: CallNode,
  children: readonly CheckedNode[],
  fields: FieldNames,
): NodeProblem {
  const types = children.map(({ type }) => type)
  const fits = entry.signatures
    .map((signature) => fitSignature(signature, types))
    .filter((fit) => fit !== null)
  const misfits = fits.filter((fit) => !fit.fits)
  if (misfits.length === 0) return wrongCount(entry, node)
  const at = Math.max(...misfits.map((misfit) => misfit.at))
  const expected = misfits.filter((misfit) => misfit.at === at).map((misfit) => misfit.expected)
  return wrongType(entry, children, { at, expected: distinct(expected) }, fields)
}

function wrongCount(entry: FunctionEntry, node: CallNode): NodeProblem {
  const count = node.args.length
  const given = count === 1 ? 'there is one' : `there are ${count === 0 ? 'none' : count}`
  const takes = entry.parameters.length === 1 ? 'one value' : 'two values'
  const form = isOperator(entry.name) ? `“${entry.name}” takes ${takes}` : `Write ${signatureText(entry)}`
  return { code: 'argument_count', message: `${form}; here ${given}.`, node }
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']

function wrongType(
  entry: FunctionEntry,
  children: readonly CheckedNode[],
  { at, expected }: { at: number; expected: readonly Expected[] },
  fields: FieldNames,
): NodeProblem {
  const child = children[at]!
  const needed = expected.map((one) => describeExpected(one, fields)).join(' or ')
  const given = describeType(child.type, (id) => fields.nameOf(id))
  const shown = entry.name === 'neg' ? '-' : entry.name
  const place = isOperator(entry.name)
    ? `Beside “${shown}” there must be ${needed}`
    : `The ${ordinals[at] ?? `${at + 1}th`} value of ${entry.name}() must be ${needed}`
  const remedy =
    otherThan(entry.name, children) ??
    instead(entry.name, children, fields) ??
    expected
      .toSorted((a, b) => Number(isCondition(a)) - Number(isCondition(b)))
      .map((one) => remedyFor(one, child))
      .find((one) => one !== null)
  const message = `${place}, but this is ${given}.${remedy ? ` ${remedy}` : ''}`
  return { code: 'argument_type', message, node: child.source }
}

/** What people mean who add to what is no number. */
function otherThan(operator: string, children: readonly CheckedNode[]): string | null {
  const isAmong = (kind: string) => children.some(({ type }) => type.kind === kind)
  const isWritten = children.some(({ source }) => 'text' in source)
  if (operator === '+' && isAmong('text') && !isWritten)
    return 'Write & to join texts; number() reads a text as a number.'
  const isDays = (operator === '+' || operator === '-') && isAmong('date') && isAmong('number')
  return isDays ? 'add_days() goes so many days on, or back.' : null
}

/** What people mean who compare a list with one value. */
function instead(operator: string, children: readonly CheckedNode[], fields: FieldNames): string | null {
  if (operator !== '=' && operator !== '!=') return null
  const list = children.find(({ type }) => type.kind === 'list')
  const item = children.find((child) => child !== list)
  if (list?.type.kind !== 'list' || !item || !sameType(list.type.of, item.type)) return null
  const has = printTree({ call: 'has', args: [list.node, item.node] }, fields).text
  return `Write ${operator === '=' ? has : `not ${has}`}.`
}

/** Anything can be made a condition: what says more comes before. */
const isCondition = (expected: Expected): boolean =>
  typeof expected !== 'string' && expected.kind === 'boolean'

export function describeExpected(expected: Expected, fields: FieldNames): string {
  switch (expected) {
    case 'any':
      return 'a single value or a list'
    case 'ordered':
      return 'a number, text, a date, a date with time or a duration'
    case 'list':
      return 'a list'
    case 'option':
      return 'an option'
    default:
      return describeType(expected, (id) => fields.nameOf(id))
  }
}

function distinct(all: readonly Expected[]): readonly Expected[] {
  return all.filter((one, index) => all.findIndex((other) => isSame(one, other)) === index)
}

const isSame = (a: Expected, b: Expected): boolean =>
  typeof a === 'string' || typeof b === 'string' ? a === b : sameType(a, b)

/** How to make what is needed of what is there, or null. */
export function remedyFor(expected: Expected, { source, type }: CheckedNode): string | null {
  const wanted = typeof expected === 'string' ? expected : expected.kind
  if ('text' in source) {
    const remedy = literalRemedy(wanted, source.text)
    if (remedy) return remedy
  }
  if (type.kind === 'option' && wanted === 'ordered') return 'Options compare with =, != and in only.'
  if (type.kind === 'option' && (wanted === 'option' || isOfOptions(expected)))
    return 'Only options of the same field compare.'
  if (wanted === 'boolean') return 'Compare it with something, or ask is_filled().'
  if (wanted === 'list' && type.kind !== 'list') return 'Write the values in brackets: [first, second].'
  if (wanted === 'any' && type.kind === 'attachments') return 'Ask is_empty(), is_filled() or count().'
  return remedies[`${type.kind} → ${wanted}`] ?? null
}

const isOfOptions = (expected: Expected): boolean =>
  typeof expected !== 'string' && expected.kind === 'list' && expected.of.kind === 'option'

const remedies: Readonly<Record<string, string>> = {
  'text → number': 'number() reads a text as a number.',
  'text → date': 'to_date() reads a text as a date.',
  'number → text': 'text() writes it as text.',
  'boolean → text': 'text() writes it as text.',
  'date → text': 'text() writes it as text.',
  'option → text': 'text() gives what it is called.',
  'datetime → text': 'text() writes it as text, text(date_of()) its day.',
  'duration → text': 'text() writes it as text.',
  'datetime → date': 'date_of() gives its day.',
  'date → datetime': 'datetime_of() makes a date with time of it.',
  'number → duration': 'days(), hours(), minutes() and seconds() make a duration of it.',
  'number → date': 'add_days() goes so many days on.',
  'duration → number': 'in_days(), in_hours(), in_minutes() and in_seconds() give its number.',
  'person → text': 'person_name() gives what a person is called.',
  'text → person': 'A name is no person: compare with me(), or with another field of people.',
  'list → text': 'join() makes one text of a list.',
  'list → option': 'join() makes one text of a list.',
}

function literalRemedy(wanted: string, text: string): string | null {
  if (wanted === 'number' && /^\s*-?[0-9]+(\.[0-9]+)?\s*$/.test(text))
    return `Write ${text.trim()} without quotes.`
  if (wanted === 'date' && /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return `Write to_date("${text}").`
  if (wanted === 'boolean' && /^(true|false)$/i.test(text))
    return `Write ${text.toLowerCase()} without quotes.`
  return null
}
