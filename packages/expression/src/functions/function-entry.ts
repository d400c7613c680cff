import type { Signature } from './signature.ts'

export type FunctionGroup = 'operator' | 'logic' | 'text' | 'number' | 'date' | 'list' | 'person'

/** Text of an expression without fields, and the text of an expression with the same value; both run as tests. */
export interface FunctionExample {
  readonly text: string
  readonly result: string
}

/** One function or operator: what people read about it, and what it does. */
export interface FunctionEntry {
  readonly name: string
  /** Names of the parameters in the order of the longest signature, for people. */
  readonly parameters: readonly string[]
  readonly description: string
  readonly examples: readonly FunctionExample[]
  /** The first that fits is meant. */
  readonly signatures: readonly Signature[]
  /** What the result depends on beside the arguments and the record. */
  readonly dependsOn?: 'person' | 'people' | 'clock' | 'time zone'
}
