/** What could be written at a place of a text, finished or not. */
import { functionGroups } from '../functions/catalogue.ts'
import type { FunctionEntry } from '../functions/function-entry.ts'
import { signatureText } from '../functions/signature-text.ts'
import { brace, quote } from '../syntax/escapes.ts'
import { endsValue, type Token, tokensOf } from '../syntax/tokens.ts'
import { type ExpressionField, isChoiceField, typeOfField } from '../types/expression-field.ts'
import { FieldNames } from '../types/field-names.ts'
import { describeType } from '../types/type.ts'
import { choiceBeside } from './choice-beside.ts'

export interface CompletionOption {
  readonly kind: 'field' | 'function' | 'option' | 'keyword'
  /** What people read in the list. */
  readonly label: string
  /** What is put in place of the text from `from` to `to`. */
  readonly insert: string
  /** A type, a signature. */
  readonly detail: string
  /** A sentence. */
  readonly description: string
}

export interface Completion {
  readonly from: number
  readonly to: number
  /** Those that go with what is written already, the likeliest first. */
  readonly options: readonly CompletionOption[]
}

/** Null where nothing can be completed: in a comment, in a free text, in a number. */
export function complete(
  text: string,
  position: number,
  scope: { readonly fields: readonly ExpressionField[] },
): Completion | null {
  if (isInComment(text, position)) return null
  const fields = new FieldNames(scope.fields)
  const tokens = tokensOf(text)
  const index = tokens.findIndex((token) => token.from < position && position <= token.to)
  const current = tokens[index]
  const before = tokens.filter((token) => token.to <= position && token !== current)
  const after = tokens.filter((token) => token.from >= position && token !== current)
  if (!current || isFinished(current, position)) {
    const options = optionsAt(current ? [...before, current] : before, after, fields)
    return { from: position, to: position, options }
  }
  return completeToken(current, { text, position, before, after, fields })
}

interface Place {
  readonly text: string
  readonly position: number
  readonly before: readonly Token[]
  readonly after: readonly Token[]
  readonly fields: FieldNames
}

/** Completes a token in the middle of which, or at the end of which, somebody types. */
function completeToken(token: Token, { text, position, before, after, fields }: Place): Completion | null {
  const written = text.slice(token.from, position)
  const isClosed = token.kind === 'field' || token.kind === 'text' || token.kind === 'name'
  const place = { from: token.from, to: isClosed ? token.to : position }
  switch (token.kind) {
    case 'field':
    case 'unclosed field':
      return { ...place, options: matching(fieldOptions(fields), written.slice(1)) }
    case 'text':
    case 'unclosed text': {
      const choice = choiceBeside(before, after, fields)
      return choice && { ...place, options: matching(choiceOptions(choice), written.slice(1)) }
    }
    case 'name':
    case 'word operator':
      return { from: token.from, to: token.to, options: matching(optionsAt(before, after, fields), written) }
    default:
      return null
  }
}

/** A token that typing on does not change. */
function isFinished({ kind, to }: Token, position: number): boolean {
  if (kind === 'field' || kind === 'text') return position === to
  return ['operator', 'foreign operator', 'open', 'close', 'comma', 'unknown'].includes(kind)
}

function isInComment(text: string, position: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position)
  const bare = line.replace(/"(?:[^\\"]|\\.)*("|$)|\{(?:[^\\}]|\\.)*(\}|$)/gu, '')
  return bare.includes('--')
}

/** All that could stand behind these tokens. */
function optionsAt(
  before: readonly Token[],
  after: readonly Token[],
  fields: FieldNames,
): readonly CompletionOption[] {
  if (endsValue(before.at(-1))) return connectors
  const choice = choiceBeside(before, after, fields)
  return [...(choice ? choiceOptions(choice) : []), ...fieldOptions(fields), ...functionOptions, ...words]
}

function fieldOptions(fields: FieldNames): readonly CompletionOption[] {
  return fields.usable().map((field) => ({
    kind: 'field',
    label: field.name,
    insert: brace(field.name),
    detail: isChoiceField(field) ? 'an option' : describeType(typeOfField(field), String),
    description: '',
  }))
}

function choiceOptions(field: ExpressionField): readonly CompletionOption[] {
  return (field.options?.options ?? []).map(({ label }) => ({
    kind: 'option',
    label,
    insert: quote(label),
    detail: `an option of ${brace(field.name)}`,
    description: '',
  }))
}

const functionOption = (entry: FunctionEntry): CompletionOption => ({
  kind: 'function',
  label: entry.name,
  insert: `${entry.name}(`,
  detail: signatureText(entry),
  description: entry.description,
})

const keyword = (label: string, description: string): CompletionOption => ({
  kind: 'keyword',
  label,
  insert: label,
  detail: '',
  description,
})

const { operator: operators, ...functions } = functionGroups
const functionOptions = Object.values(functions).flat().map(functionOption)

const words = [
  keyword('not', descriptionOf('not')),
  keyword('true', 'The condition that always holds.'),
  keyword('false', 'The condition that never holds.'),
  keyword('empty', 'No value.'),
]

const connectors = [
  'and',
  'or',
  'in',
  'has',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '&',
  '+',
  '-',
  '*',
  '/',
  '%',
].map((name) => keyword(name, descriptionOf(name)))

function descriptionOf(name: string): string {
  return operators.find((entry) => entry.name === name)!.description
}

/** First those that begin with what is written, then those with a word that does. */
function matching(options: readonly CompletionOption[], written: string): readonly CompletionOption[] {
  const wanted = written.trim().toLowerCase()
  const isWhole = ({ label }: CompletionOption): boolean => label.toLowerCase().startsWith(wanted)
  const isPart = ({ label }: CompletionOption): boolean =>
    label
      .toLowerCase()
      .split(/[\s_-]+/u)
      .some((word) => word.startsWith(wanted))
  return [...options.filter(isWhole), ...options.filter((option) => !isWhole(option) && isPart(option))]
}
