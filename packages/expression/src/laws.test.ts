/** What holds for every expression, whatever it is made of. */
import type { FieldId } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate } from './evaluate/evaluate.ts'
import { contextOf } from './evaluate/evaluation-context.ts'
import { type CheckedExpression, checkAst, parseExpression, printExpression } from './expression.ts'
import { functionCatalogue } from './functions/catalogue.ts'
import { anyExpressions, casesOfSignatures } from './testing/expressions.ts'
import { recordsOf, situations } from './testing/records.ts'
import { sampleFields } from './testing/sample-fields.ts'
import { type Ast, nodesOf } from './tree/ast.ts'
import { readAst } from './tree/read-ast.ts'
import type { Type } from './types/type.ts'
import { lengthOf } from './values/code-points.ts'
import type { Value } from './values/value.ts'

const fields = sampleFields
const expressions = anyExpressions(fields, { isFormula: true })
const records = recordsOf(fields)

function checkedOf(ast: Ast): CheckedExpression {
  const checked = checkAst(ast, { fields, isFormula: true })
  if (!checked.ok) throw new Error(`${printExpression(ast, fields)}: ${checked.error[0]!.message}`)
  return checked.value
}

/** True for what a value of a type may be. */
function isOfType(value: Value, type: Type): boolean {
  if (value === null) return true
  switch (type.kind) {
    case 'text':
      return typeof value === 'string' && value !== '' && lengthOf(value) <= 100_000
    case 'boolean':
      return typeof value === 'boolean'
    case 'number':
    case 'duration':
      return typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0)
    case 'datetime':
      return Number.isInteger(value) && Math.abs(Number(value)) < 2.6e14
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && value >= '0001-01-01'
    case 'person':
    case 'option':
      return typeof value === 'string' && value !== ''
    case 'list':
      return (
        Array.isArray(value) &&
        value.length > 0 &&
        value.every((item) => item !== null && isOfType(item, type.of))
      )
    case 'attachments':
      return Array.isArray(value)
    case 'empty':
      return false
  }
}

describe('every expression', () => {
  test('is read again from its text as the same tree', () => {
    const law = fc.property(expressions, (ast) => {
      const text = printExpression(ast, fields)
      if (text.length > 4_000) return
      const parsed = parseExpression(text, { fields, isFormula: true })
      expect(parsed.ok ? parsed.value.ast : parsed.error).toEqual(ast)
    })
    fc.assert(law, { numRuns: 400 })
  })

  test('is read again from its JSON as the same tree', () => {
    const law = fc.property(expressions, (ast) => {
      expect(readAst(JSON.parse(JSON.stringify(ast)))).toEqual({ ok: true, value: ast })
    })
    fc.assert(law, { numRuns: 200 })
  })

  test('has a value of its type for every record', () => {
    const law = fc.property(expressions, records, situations, (ast, record, situation) => {
      const checked = checkedOf(ast)
      const value = evaluate(checked, contextOf(fields, record, situation))
      expect({ value, type: checked.type, fits: isOfType(value, checked.type) }).toMatchObject({ fits: true })
    })
    fc.assert(law, { numRuns: 400 })
  })

  test('has a value for a record with nothing in it', () => {
    const law = fc.property(expressions, situations, (ast, situation) => {
      const checked = checkedOf(ast)
      const nothing = {} as Record<FieldId, never>
      expect(isOfType(evaluate(checked, contextOf(fields, nothing, situation)), checked.type)).toBe(true)
    })
    fc.assert(law, { numRuns: 200 })
  })
})

describe('the random expressions', () => {
  const cases = casesOfSignatures(fields, { isFormula: true })

  test('come with every signature of the catalogue', () => {
    const signatures = [...functionCatalogue.values()].flatMap((entry) => entry.signatures)
    expect(cases.map(({ signature }) => signature)).toEqual(signatures)
  })

  test('are calls of the signature asked for, nearly always', () => {
    const rare: string[] = []
    for (const { name, signature, expressions } of cases) {
      const sample = fc.sample(expressions, { numRuns: 30, seed: 7 })
      const meant = sample.filter((ast) => checkedOf(ast).root.signature === signature)
      if (meant.length <= 12) rare.push(`${name}(${signature.params.join()})`)
    }
    expect(rare).toEqual([])
  })

  test('hold every function and operator at some place', () => {
    const sample = fc.sample(expressions, { numRuns: 2_500, seed: 7 })
    const called = new Set(
      sample.flatMap((ast) => [...nodesOf(ast)].map((node) => ('call' in node ? node.call : ''))),
    )
    expect([...functionCatalogue.keys()].filter((name) => !called.has(name))).toEqual([])
  })
})
