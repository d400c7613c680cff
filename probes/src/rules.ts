/** Random row rules, in the expression language. */
import { type Ast, type CheckedExpression, checkAst } from '@plinth/expression'
import { expressionsOf } from '@plinth/expression/testing'
import * as fc from 'fast-check'
import type { FieldModel } from './model.ts'
import type { Random } from './random.ts'

const call = (name: string, ...args: Ast[]): Ast => ({ call: name, args })

/** A rule that holds for some records, and a text in it that nobody but its makers may read. */
export function drawRule(
  random: Random,
  fields: readonly FieldModel[],
  canary: string,
  roleNames: readonly string[],
): CheckedExpression {
  for (let tries = 0; tries < 50; tries++) {
    const tree = condition(random, fields, { roleNames, depth: 2 })
    const rule = ruleOf(fields, tree, canary)
    if (rule && !readsTheSecond(tree)) return rule
  }
  throw new Error('no rule could be made')
}

/** A condition with a text in it that nobody but its makers may read; null: it is none. */
export function ruleOf(
  fields: readonly FieldModel[],
  condition: Ast,
  canary: string,
): CheckedExpression | null {
  const neverTrue = call('=', { field: fields[0]!.id }, { text: canary })
  const checked = checkAst(call('or', condition, neverTrue), { fields, expects: { kind: 'boolean' } })
  return checked.ok ? checked.value : null
}

/** Rules that read the time of day would be true at one moment and false at the next. */
const readsTheSecond = (tree: Ast) => /"call":"(now|today)"/.test(JSON.stringify(tree))

interface Shape {
  readonly roleNames: readonly string[]
  readonly depth: number
}

function condition(random: Random, fields: readonly FieldModel[], shape: Shape): Ast {
  const kind = random.upTo(shape.depth > 0 ? 10 : 6)
  const inner = () => condition(random, fields, { ...shape, depth: shape.depth - 1 })
  if (kind < 4) return comparison(random, random.oneOf(fields.slice(1)))
  if (kind === 4) return call('has_role', { text: random.oneOf(shape.roleNames) })
  if (kind === 5) return arbitrary(random, fields)
  if (kind === 6) return call('not', inner())
  return call(random.oneOf(['and', 'or', 'and']), inner(), inner())
}

function comparison(random: Random, field: FieldModel): Ast {
  const cell: Ast = { field: field.id }
  const emptiness = () => call(random.oneOf(['is_empty', 'is_filled']), cell)
  const order = random.oneOf(['<', '<=', '>', '>=', '=', '!='])
  switch (field.type) {
    case 'integer':
    case 'number':
    case 'percent':
    case 'rating':
    case 'currency':
      return random.chance(0.2) ? emptiness() : call(order, cell, { number: random.upTo(15) })
    case 'checkbox':
      return cell
    case 'single_select':
    case 'status': {
      const ids = random.some(field.options.options!, 2).map(({ id }) => id)
      return call('in', cell, { list: ids.map((option) => ({ option, field: field.id })) })
    }
    case 'multi_select': {
      const ids = random.some(field.options.options!, 2).map(({ id }) => id)
      const list = { list: ids.map((option) => ({ option, field: field.id })) }
      return ids.length > 0 ? call(random.oneOf(['has_any', 'has_all']), cell, list) : emptiness()
    }
    case 'date':
      return call(order, cell, call('to_date', { text: '2024-02-29' }))
    case 'person':
      return random.chance(0.8) ? call(random.oneOf(['=', '!=']), cell, call('me')) : emptiness()
    case 'text':
    case 'long_text':
      return call(random.oneOf(['contains', 'starts_with']), cell, {
        text: random.oneOf(['a', 'EU', 'b', '%']),
      })
    default:
      return emptiness()
  }
}

/** Any expression of the language that is a condition. */
function arbitrary(random: Random, fields: readonly FieldModel[]): Ast {
  const [tree] = fc.sample(expressionsOf({ kind: 'boolean' }, fields, { depth: 2 }), {
    seed: random.upTo(2 ** 31),
    numRuns: 1,
  })
  return tree!
}
