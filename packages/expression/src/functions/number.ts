import { type RoundingMode, roundDecimal } from '../values/decimal.ts'
import {
  greatestDivisor,
  leastMultiple,
  median,
  multipleOf,
  power,
  product,
  remainder,
  sum,
} from '../values/numbers.ts'
import { compareValues, type Scalar } from '../values/value.ts'
import type { FunctionEntry } from './function-entry.ts'
import { filling, repeating, type Signature, strict } from './signature.ts'

export const numberFunctions: readonly FunctionEntry[] = [
  simple('abs', 'Gives a number without its sign.', ['abs(-3)', '3'], Math.abs),
  simple('sign', 'Gives 1 for a number above zero, −1 below it, else 0.', ['sign(-3)', '-1'], Math.sign),
  simple(
    'sqrt',
    'Gives the square root; of a negative number it is empty.',
    ['sqrt(2.25)', '1.5'],
    Math.sqrt,
  ),
  simple('floor', 'Gives the next whole number that is not greater.', ['floor(-1.5)', '-2'], Math.floor),
  simple('ceiling', 'Gives the next whole number that is not less.', ['ceiling(1.2)', '2'], Math.ceil),
  simple('truncate', 'Cuts off what is behind the point.', ['truncate(-1.8)', '-1'], Math.trunc),
  rounding('round', 'half', 'Rounds to so many digits behind the point, half away from zero.', [
    { text: 'round(2.5)', result: '3' },
    { text: 'round(1.005, 2)', result: '1.01' },
    { text: 'round(1250, -2)', result: '1300' },
  ]),
  rounding('round_up', 'up', 'Rounds away from zero to so many digits behind the point.', [
    { text: 'round_up(-1.21, 1)', result: '-1.3' },
  ]),
  rounding('round_down', 'down', 'Rounds towards zero to so many digits behind the point.', [
    { text: 'round_down(-1.29, 1)', result: '-1.2' },
  ]),
  {
    name: 'mod',
    parameters: ['number', 'divisor'],
    description: 'Gives what is left of a division, as % does.',
    examples: [{ text: 'mod(7, -3)', result: '-2' }],
    signatures: [strict(['number', 'number'], 'number', ([a, b]) => remainder(a, b))],
  },
  {
    name: 'quotient',
    parameters: ['number', 'divisor'],
    description: 'Divides and cuts off what is behind the point.',
    examples: [
      { text: 'quotient(-7, 2)', result: '-3' },
      { text: 'quotient(7, 0)', result: 'empty' },
    ],
    signatures: [strict(['number', 'number'], 'number', ([a, b]) => Math.trunc(a / b))],
  },
  simple('fraction', 'Gives what is behind the point.', ['fraction(-1.25)', '-0.25'], (value) => {
    return value - Math.trunc(value)
  }),
  {
    name: 'gcd',
    parameters: ['first', 'second'],
    description: 'Gives the greatest common divisor of two whole numbers.',
    examples: [
      { text: 'gcd(12, -18)', result: '6' },
      { text: 'gcd(1.5, 3)', result: 'empty' },
    ],
    signatures: [strict(['number', 'number'], 'number', ([a, b]) => greatestDivisor(a, b))],
  },
  {
    name: 'lcm',
    parameters: ['first', 'second'],
    description: 'Gives the least common multiple of two whole numbers.',
    examples: [{ text: 'lcm(4, 6)', result: '12' }],
    signatures: [strict(['number', 'number'], 'number', ([a, b]) => leastMultiple(a, b))],
  },
  stepping('round_to', 'Gives the multiple of a step that is nearest; half a step goes up.', [
    { text: 'round_to(7.3, 0.5)', result: '7.5' },
    { text: 'round_to(12, 5)', result: '10' },
  ]),
  stepping('floor_to', 'Gives the multiple of a step that is not greater.', [
    { text: 'floor_to(-7, 5)', result: '-10' },
  ]),
  stepping('ceiling_to', 'Gives the multiple of a step that is not less.', [
    { text: 'ceiling_to(7, 5)', result: '10' },
  ]),
  {
    name: 'power',
    parameters: ['base', 'exponent'],
    description: 'Multiplies a number by itself; the exponent is a whole number from −1000 to 1000.',
    examples: [
      { text: 'power(2, 10)', result: '1024' },
      { text: 'power(2, -1)', result: '0.5' },
      { text: 'power(2, 0.5)', result: 'empty' },
    ],
    signatures: [strict(['number', 'number'], 'number', ([base, exponent]) => power(base, exponent))],
  },
  {
    name: 'clamp',
    parameters: ['number', 'low', 'high'],
    description: 'Brings a number between two others.',
    examples: [
      { text: 'clamp(12, 0, 10)', result: '10' },
      { text: 'clamp(1, 3, 2)', result: 'empty' },
    ],
    signatures: [
      strict(['number', 'number', 'number'], 'number', ([value, low, high]) =>
        low > high ? null : Math.min(Math.max(value, low), high),
      ),
    ],
  },
  {
    name: 'is_even',
    parameters: ['number'],
    description: 'Tells whether a number is whole and even.',
    examples: [{ text: 'is_even(-2)', result: 'true' }],
    signatures: [filling(['number'], 'boolean', ([value]) => value !== null && value % 2 === 0)],
  },
  {
    name: 'is_odd',
    parameters: ['number'],
    description: 'Tells whether a number is whole and odd.',
    examples: [
      { text: 'is_odd(-3)', result: 'true' },
      { text: 'is_odd(1.5)', result: 'false' },
    ],
    signatures: [filling(['number'], 'boolean', ([value]) => value !== null && Math.abs(value % 2) === 1)],
  },
  {
    name: 'is_whole',
    parameters: ['number'],
    description: 'Tells whether nothing is behind the point.',
    examples: [
      { text: 'is_whole(-2)', result: 'true' },
      { text: 'is_whole(0.5)', result: 'false' },
    ],
    signatures: [filling(['number'], 'boolean', ([value]) => value !== null && Number.isInteger(value))],
  },
  {
    name: 'min',
    parameters: ['value'],
    description: 'Gives the least of the values, or of a list; empty ones are passed over.',
    examples: [
      { text: 'min(3, empty, 2)', result: '2' },
      { text: 'min(["b", "a"])', result: '"a"' },
    ],
    signatures: extreme((order) => order < 0),
  },
  {
    name: 'max',
    parameters: ['value'],
    description: 'Gives the greatest of the values, or of a list; empty ones are passed over.',
    examples: [{ text: 'max(date(2024, 1, 1), date(2023, 1, 1))', result: 'date(2024, 1, 1)' }],
    signatures: extreme((order) => order > 0),
  },
  {
    name: 'sum',
    parameters: ['number'],
    description: 'Adds numbers, or those of a list; empty ones are passed over.',
    examples: [
      { text: 'sum(1, empty, 2)', result: '3' },
      { text: 'sum([])', result: '0' },
    ],
    signatures: total(sum),
  },
  {
    name: 'average',
    parameters: ['number'],
    description: 'Gives the mean of numbers, or of those of a list; empty ones are passed over.',
    examples: [
      { text: 'average(1, empty, 2)', result: '1.5' },
      { text: 'average(empty)', result: 'empty' },
    ],
    signatures: total((numbers) => sum(numbers) / numbers.length),
  },
  {
    name: 'median',
    parameters: ['number'],
    description: 'Gives the number in the middle of others, or of a list, or the mean of the two there.',
    examples: [
      { text: 'median(9, 1, 2)', result: '2' },
      { text: 'median([1, 2, 4, 9])', result: '3' },
    ],
    signatures: total(median),
  },
  {
    name: 'product',
    parameters: ['number'],
    description: 'Multiplies numbers, or those of a list; empty ones are passed over.',
    examples: [
      { text: 'product(2, empty, 3)', result: '6' },
      { text: 'product([])', result: '1' },
    ],
    signatures: total(product),
  },
]

function simple(
  name: string,
  description: string,
  [text, result]: readonly [string, string],
  evaluate: (value: number) => number,
): FunctionEntry {
  const signatures = [strict(['number'], 'number', ([value]) => evaluate(value))]
  return { name, parameters: ['number'], description, examples: [{ text, result }], signatures }
}

function rounding(
  name: string,
  mode: RoundingMode,
  description: string,
  examples: FunctionEntry['examples'],
): FunctionEntry {
  const signatures = [
    strict(['number', 'number'], 'number', ([value, digits]) => roundDecimal(value, digits, mode)),
    strict(['number'], 'number', ([value]) => roundDecimal(value, 0, mode)),
  ]
  return { name, parameters: ['number', 'digits'], description, examples, signatures }
}

const steps = { round_to: 'near', floor_to: 'down', ceiling_to: 'up' } as const

function stepping(
  name: keyof typeof steps,
  description: string,
  examples: FunctionEntry['examples'],
): FunctionEntry {
  const signatures = [
    strict(['number', 'number'], 'number', ([value, step]) => multipleOf(value, step, steps[name])),
  ]
  return { name, parameters: ['number', 'step'], description, examples, signatures }
}

function extreme(wins: (order: number) => boolean): readonly Signature[] {
  const best = (values: readonly (Scalar | null)[]): Scalar | null =>
    values.reduce((best, value) => {
      if (value === null || best === null) return best ?? value
      return wins(compareValues(value, best)) ? value : best
    }, null)
  return [
    repeating({ params: ['O'], result: 'O' }, best),
    filling(['list of O'], 'O', ([list]) => best(list ?? [])),
  ]
}

function total(combine: (numbers: readonly number[]) => number | null): readonly Signature[] {
  return [
    repeating({ params: ['number'], result: 'number' }, (args) =>
      combine(args.filter((arg) => arg !== null)),
    ),
    filling(['list of number'], 'number', ([list]) => combine(list ?? [])),
  ]
}
