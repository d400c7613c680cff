import { compareValues, sameValue, type Value } from '../values/value.ts'
import type { FunctionEntry } from './function-entry.ts'
import { filling, repeating } from './signature.ts'

export const logicFunctions: readonly FunctionEntry[] = [
  {
    name: 'if',
    parameters: ['condition', 'then', 'otherwise'],
    description:
      'Gives the second value when the condition is true, else the third, or empty without a third.',
    examples: [
      { text: 'if(2 > 1, "more", "less")', result: '"more"' },
      { text: 'if(empty, 1)', result: 'empty' },
    ],
    signatures: [
      filling(['boolean', 'T', 'T'], 'T', ([condition, then, otherwise]) => (condition ? then : otherwise)),
      filling(['boolean', 'T'], 'T', ([condition, then]) => (condition ? then : null)),
    ],
  },
  {
    name: 'ifs',
    parameters: ['condition', 'value', 'otherwise'],
    description: 'Gives the value behind the first true condition, else the last value when it stands alone.',
    examples: [
      { text: 'ifs(false, 1, true, 2, 3)', result: '2' },
      { text: 'ifs(false, 1, false, 2, 3)', result: '3' },
      { text: 'ifs(false, 1)', result: 'empty' },
    ],
    signatures: [repeating({ params: ['boolean', 'T'], variadic: 2, tail: 'T', result: 'T' }, firstTrue)],
  },
  {
    name: 'is_empty',
    parameters: ['value'],
    description: 'Tells whether there is no value.',
    examples: [
      { text: 'is_empty("")', result: 'true' },
      { text: 'is_empty(0)', result: 'false' },
    ],
    signatures: [
      filling(['T'], 'boolean', ([value]) => value === null),
      filling(['attachments'], 'boolean', ([files]) => files === null),
    ],
  },
  {
    name: 'is_filled',
    parameters: ['value'],
    description: 'Tells whether there is a value.',
    examples: [
      { text: 'is_filled(0)', result: 'true' },
      { text: 'is_filled([])', result: 'false' },
    ],
    signatures: [
      filling(['T'], 'boolean', ([value]) => value !== null),
      filling(['attachments'], 'boolean', ([files]) => files !== null),
    ],
  },
  {
    name: 'first_filled',
    parameters: ['value'],
    description: 'Gives the first of the values that is not empty.',
    examples: [{ text: 'first_filled(empty, 2, 3)', result: '2' }],
    signatures: [
      repeating({ params: ['T'], result: 'T' }, (args) => args.find((value) => value !== null) ?? null),
    ],
  },
  {
    name: 'between',
    parameters: ['value', 'low', 'high'],
    description: 'Tells whether a value lies between two others, both ends included.',
    examples: [
      { text: 'between(5, 1, 5)', result: 'true' },
      { text: 'between(5, 1, empty)', result: 'false' },
    ],
    signatures: [
      filling(['O', 'O', 'O'], 'boolean', ([value, low, high]) => {
        if (value === null || low === null || high === null) return false
        return compareValues(low, value) <= 0 && compareValues(value, high) <= 0
      }),
    ],
  },
  {
    name: 'xor',
    parameters: ['first', 'second'],
    description: 'Tells whether exactly one of two conditions is true.',
    examples: [
      { text: 'xor(true, false)', result: 'true' },
      { text: 'xor(true, true)', result: 'false' },
    ],
    signatures: [filling(['boolean', 'boolean'], 'boolean', ([a, b]) => (a ?? false) !== (b ?? false))],
  },
  {
    name: 'implies',
    parameters: ['condition', 'consequence'],
    description: 'Tells whether the second condition is true wherever the first one is.',
    examples: [
      { text: 'implies(true, false)', result: 'false' },
      { text: 'implies(empty, false)', result: 'true' },
    ],
    signatures: [filling(['boolean', 'boolean'], 'boolean', ([a, b]) => a !== true || b === true)],
  },
  {
    name: 'count_filled',
    parameters: ['value'],
    description: 'Counts the values that are not empty.',
    examples: [{ text: 'count_filled(1, empty, 0)', result: '2' }],
    signatures: [
      repeating({ params: ['T'], result: 'number' }, (args) => args.filter((value) => value !== null).length),
    ],
  },
  {
    name: 'count_true',
    parameters: ['condition'],
    description: 'Counts the conditions that are true.',
    examples: [{ text: 'count_true(1 < 2, false, empty)', result: '1' }],
    signatures: [
      repeating(
        { params: ['boolean'], result: 'number' },
        (args) => args.filter((value) => value === true).length,
      ),
    ],
  },
  {
    name: 'empty_if',
    parameters: ['value', 'other'],
    description: 'Gives the first value, or empty when it equals the second.',
    examples: [
      { text: 'empty_if("n/a", "n/a")', result: 'empty' },
      { text: 'empty_if(3, empty)', result: '3' },
    ],
    signatures: [filling(['T', 'T'], 'T', ([value, other]) => (sameValue(value, other) ? null : value))],
  },
]

/** Pairs of condition and value; a value that stands alone at the end is for all the rest. */
function firstTrue(args: readonly Value[]): Value {
  for (let index = 0; index + 1 < args.length; index += 2) {
    if (args[index] === true) return args[index + 1]!
  }
  return args.length % 2 === 1 ? args.at(-1)! : null
}
