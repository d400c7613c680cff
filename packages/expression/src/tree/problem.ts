/** What is wrong with an expression: a value, never an exception. */

export const problemCodes = [
  // Text
  'nothing_written',
  'too_long',
  'unclosed_text',
  'unclosed_field',
  'unclosed_bracket',
  'unopened_bracket',
  'unknown_escape',
  'foreign_text',
  'foreign_operator',
  'missing_value',
  'missing_operator',
  'unknown_character',
  'chained_comparison',
  'number_too_large',
  // Names
  'unknown_word',
  'unknown_function',
  'unknown_field',
  'closed_field',
  'unknown_option',
  // Types
  'argument_count',
  'argument_type',
  'list_type',
  'result_type',
  // Formulas
  'momentary',
  'ring',
  // Trees and their limits
  'tree_invalid',
  'too_deep',
  'too_many_nodes',
  'too_many_items',
  'text_too_long',
  'text_not_storable',
] as const

export type ProblemCode = (typeof problemCodes)[number]

export interface Problem {
  readonly code: ProblemCode
  /** A sentence for people that names the place and the remedy. */
  readonly message: string
  /** Code units of the source text; of a tree without a text, of the text it prints as. */
  readonly from: number
  readonly to: number
}

export interface Span {
  readonly from: number
  readonly to: number
}
