import { dayNumber } from '../values/calendar.ts'
import { durationMs, remainder } from '../values/numbers.ts'
import { joinTexts } from '../values/texts.ts'
import { compareValues, type Scalar, sameValue, type Value } from '../values/value.ts'
import type { FunctionEntry } from './function-entry.ts'
import { filling, repeating, type Signature, strict } from './signature.ts'

const secondsPerDay = 86_400

export const operators: readonly FunctionEntry[] = [
  operator(
    'or',
    'Tells whether one of the conditions is true.',
    ['false or true', 'true'],
    [repeating({ params: ['boolean', 'boolean'], result: 'boolean' }, (args) => args.includes(true))],
  ),
  operator(
    'and',
    'Tells whether all conditions are true.',
    ['true and empty', 'false'],
    [
      repeating({ params: ['boolean', 'boolean'], result: 'boolean' }, (args) =>
        args.every((value) => value === true),
      ),
    ],
  ),
  {
    name: 'not',
    parameters: ['condition'],
    description: 'Turns a condition around.',
    examples: [{ text: 'not empty', result: 'true' }],
    signatures: [filling(['boolean'], 'boolean', ([value]) => value !== true)],
  },
  operator(
    '=',
    'Tells whether two values are the same; empty is the same as empty only.',
    ['empty = 0', 'false'],
    [filling(['T', 'T'], 'boolean', ([a, b]) => sameValue(a, b))],
  ),
  operator(
    '!=',
    'Tells whether two values differ.',
    ['empty != 0', 'true'],
    [filling(['T', 'T'], 'boolean', ([a, b]) => !sameValue(a, b))],
  ),
  operator(
    '<',
    'Tells whether the first is less than the second.',
    ['"B" < "a"', 'true'],
    [comparison((order) => order < 0)],
  ),
  operator(
    '<=',
    'Tells whether the first is at most the second.',
    ['2 <= 2', 'true'],
    [comparison((order) => order <= 0)],
  ),
  operator(
    '>',
    'Tells whether the first is more than the second.',
    ['2 > empty', 'false'],
    [comparison((order) => order > 0)],
  ),
  operator(
    '>=',
    'Tells whether the first is at least the second.',
    ['hours(24) >= days(1)', 'true'],
    [comparison((order) => order >= 0)],
  ),
  operator(
    'in',
    'Tells whether a value is one of a list.',
    ['2 in [1, 2]', 'true'],
    [filling(['T', 'list of T'], 'boolean', ([item, list]) => holds(list, item))],
  ),
  operator(
    'has',
    'Tells whether a list holds a value, or a cell of people the person.',
    ['[1, 2] has 3', 'false'],
    [
      filling(['list of T', 'T'], 'boolean', ([list, item]) => holds(list, item)),
      // A field of one person is asked as people ask: {Assignee} has me().
      filling(['person', 'person'], 'boolean', ([cell, person]) => cell !== null && cell === person),
    ],
  ),
  operator(
    '&',
    'Puts texts one behind the other; empty ones count as nothing.',
    ['"a" & empty & "b"', '"ab"'],
    [repeating({ params: ['text', 'text'], result: 'text' }, joinTexts)],
  ),
  operator(
    '+',
    'Adds numbers or durations, or a duration to a date with time.',
    ['0.1 + 0.2', '0.30000000000000004'],
    [
      strict(['number', 'number'], 'number', ([a, b]) => a + b),
      strict(['duration', 'duration'], 'duration', ([a, b]) => a + b),
      strict(['datetime', 'duration'], 'datetime', ([at, by]) => at + durationMs(by)),
    ],
  ),
  operator(
    '-',
    'Subtracts; the difference of two dates is a duration.',
    ['in_days(date(2024, 3, 1) - date(2024, 2, 1))', '29'],
    [
      strict(['number', 'number'], 'number', ([a, b]) => a - b),
      strict(['duration', 'duration'], 'duration', ([a, b]) => a - b),
      strict(['datetime', 'duration'], 'datetime', ([at, by]) => at - durationMs(by)),
      strict(['datetime', 'datetime'], 'duration', ([a, b]) => (a - b) / 1000),
      strict(['date', 'date'], 'duration', ([a, b]) => (dayNumber(a) - dayNumber(b)) * secondsPerDay),
    ],
  ),
  operator(
    '*',
    'Multiplies numbers, or a duration by a number.',
    ['6 * 7', '42'],
    [
      strict(['number', 'number'], 'number', ([a, b]) => a * b),
      strict(['duration', 'number'], 'duration', ([a, b]) => a * b),
      strict(['number', 'duration'], 'duration', ([a, b]) => a * b),
    ],
  ),
  operator(
    '/',
    'Divides; by zero it is empty.',
    ['1 / 0', 'empty'],
    [
      strict(['number', 'number'], 'number', ([a, b]) => a / b),
      strict(['duration', 'number'], 'duration', ([a, b]) => a / b),
      strict(['duration', 'duration'], 'number', ([a, b]) => a / b),
    ],
  ),
  operator(
    '%',
    'Gives what is left of a division; it has the sign of the divisor.',
    ['-7 % 3', '2'],
    [strict(['number', 'number'], 'number', ([a, b]) => remainder(a, b))],
  ),
  {
    name: 'neg',
    parameters: ['number'],
    description: 'Turns the sign of a number or a duration around; written as a minus before it.',
    examples: [{ text: '-(2 + 3)', result: '-5' }],
    signatures: [
      strict(['number'], 'number', ([value]) => -value),
      strict(['duration'], 'duration', ([value]) => -value),
    ],
  },
]

function operator(
  name: string,
  description: string,
  [text, result]: readonly [string, string],
  signatures: readonly Signature[],
): FunctionEntry {
  return { name, parameters: ['left', 'right'], description, examples: [{ text, result }], signatures }
}

function comparison(holds: (order: number) => boolean): Signature {
  return filling(['O', 'O'], 'boolean', ([a, b]) => a !== null && b !== null && holds(compareValues(a, b)))
}

function holds(list: readonly Scalar[] | null, item: Value): boolean {
  return list !== null && item !== null && !Array.isArray(item) && list.includes(item as Scalar)
}
