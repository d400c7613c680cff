export { type Coloring, coloringOf, colorScope, type Paint, paintOf } from './coloring.ts'
export { type Completion, type CompletionOption, complete } from './complete/complete.ts'
export { type SignatureHelp, signatureHelp } from './complete/signature-help.ts'
export { evaluate } from './evaluate/evaluate.ts'
export { contextOf, type EvaluationContext, type Situation } from './evaluate/evaluation-context.ts'
export { type EmptyCode, type EmptyReason, whyEmpty } from './evaluate/why-empty.ts'
export {
  type CheckedExpression,
  checkAst,
  type ExpressionScope,
  parseExpression,
  printExpression,
} from './expression.ts'
export {
  cellOfValue,
  checkFormula,
  computedSources,
  isReadLate,
  openedField,
  typesOfResult,
  withNames,
} from './formula.ts'
export { functionGroups, functionSignatures } from './functions/catalogue.ts'
export type { FunctionEntry, FunctionExample, FunctionGroup } from './functions/function-entry.ts'
export type { FunctionSignature, ParamType } from './functions/signature.ts'
export { signatureText } from './functions/signature-text.ts'
export { type OnRead, onReadOf } from './on-read.ts'
export { parser } from './syntax/parser.generated.ts'
export type * from './tree/ast.ts'
export { expressionLimits } from './tree/expression-limits.ts'
export { type Problem, type ProblemCode, problemCodes } from './tree/problem.ts'
export { readAst, type TreeProblem } from './tree/read-ast.ts'
export {
  type ExpressionField,
  isNaming,
  isUsable,
  nameText,
  typeOfField,
  valueOfCell,
} from './types/expression-field.ts'
export { describeType, type ScalarType, type Type } from './types/type.ts'
export type { Scalar, Value } from './values/value.ts'
