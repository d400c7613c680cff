/** What one expression may be at most. The database checks the same numbers (docs/expressions.md). */
export const expressionLimits = {
  /** Code units of source text. */
  sourceLength: 4_000,
  /** A leaf is 1. */
  depth: 32,
  nodes: 300,
  /** Items of a list; arguments of a call. */
  items: 100,
  /** Characters of one text literal. */
  literalLength: 2_000,
  /** Characters of a text while an expression is computed; a longer one is empty. */
  resultLength: 100_000,
} as const
