import { readDecimal } from '../values/decimal.ts'
import { joinTexts } from '../values/texts.ts'
import { compareValues, type Scalar } from '../values/value.ts'
import type { FunctionEntry } from './function-entry.ts'
import { filling, type Labels, labelling, type Signature, strict } from './signature.ts'

export const listFunctions: readonly FunctionEntry[] = [
  {
    name: 'count',
    parameters: ['list'],
    description: 'Counts the items of a list.',
    examples: [
      { text: 'count([1, empty, 2])', result: '2' },
      { text: 'count(empty)', result: '0' },
    ],
    signatures: [
      filling(['list of T'], 'number', ([list]) => list?.length ?? 0),
      filling(['attachments'], 'number', ([files]) => files?.length ?? 0),
    ],
  },
  {
    name: 'has_any',
    parameters: ['list', 'items'],
    description: 'Tells whether a list holds at least one item of another.',
    examples: [
      { text: 'has_any([1, 2], [2, 3])', result: 'true' },
      { text: 'has_any([1, 2], [])', result: 'false' },
    ],
    signatures: [
      filling(['list of T', 'list of T'], 'boolean', ([list, items]) => {
        const held = new Set(list)
        return (items ?? []).some((item) => held.has(item))
      }),
    ],
  },
  {
    name: 'has_all',
    parameters: ['list', 'items'],
    description: 'Tells whether a list holds every item of another.',
    examples: [
      { text: 'has_all([1, 2], [2, 3])', result: 'false' },
      { text: 'has_all([], [])', result: 'true' },
    ],
    signatures: [
      filling(['list of T', 'list of T'], 'boolean', ([list, items]) => {
        const held = new Set(list)
        return (items ?? []).every((item) => held.has(item))
      }),
    ],
  },
  {
    name: 'first',
    parameters: ['list'],
    description: 'Gives the first item of a list.',
    examples: [{ text: 'first(["a", "b"])', result: '"a"' }],
    signatures: [strict(['list of T'], 'T', ([list]) => list[0] ?? null)],
  },
  {
    name: 'last',
    parameters: ['list'],
    description: 'Gives the last item of a list.',
    examples: [{ text: 'last(["a", "b"])', result: '"b"' }],
    signatures: [strict(['list of T'], 'T', ([list]) => list.at(-1) ?? null)],
  },
  {
    name: 'item',
    parameters: ['list', 'number'],
    description: 'Gives the item with this number of a list; the first is 1.',
    examples: [
      { text: 'item(["a", "b"], 2)', result: '"b"' },
      { text: 'item(["a", "b"], 0)', result: 'empty' },
    ],
    signatures: [
      strict(['list of T', 'number'], 'T', ([list, number]) => list[Math.trunc(number) - 1] ?? null),
    ],
  },
  {
    name: 'unique',
    parameters: ['list'],
    description: 'Gives a list without repetitions; the first of each is kept.',
    examples: [{ text: 'unique([2, 1, 2])', result: '[2, 1]' }],
    signatures: [strict(['list of T'], 'list of T', ([list]) => [...new Set(list)])],
  },
  {
    name: 'slice',
    parameters: ['list', 'start', 'count'],
    description: 'Gives some items of a list from a position on; the first is 1.',
    examples: [
      { text: 'slice([1, 2, 3, 4], 2, 2)', result: '[2, 3]' },
      { text: 'slice([1], 2, 2)', result: 'empty' },
    ],
    signatures: [
      strict(['list of T', 'number', 'number'], 'list of T', ([list, start, count]) => {
        const from = Math.max(1, Math.trunc(start)) - 1
        return list.slice(from, from + Math.max(0, Math.trunc(count)))
      }),
    ],
  },
  {
    name: 'sort',
    parameters: ['list'],
    description: 'Gives the items of a list in their order.',
    examples: [{ text: 'sort(["b", "B", "a"])', result: '["B", "a", "b"]' }],
    signatures: [strict(['list of O'], 'list of O', ([list]) => list.toSorted(compareValues))],
  },
  {
    name: 'sort_down',
    parameters: ['list'],
    description: 'Gives the items of a list against their order, the greatest first.',
    examples: [{ text: 'sort_down([1, 3, 2])', result: '[3, 2, 1]' }],
    signatures: [
      strict(['list of O'], 'list of O', ([list]) => list.toSorted((a, b) => compareValues(b, a))),
    ],
  },
  {
    name: 'without',
    parameters: ['list', 'items'],
    description: 'Gives the items of a list that are not in another.',
    examples: [{ text: 'without([1, 2, 1, 3], [1])', result: '[2, 3]' }],
    signatures: [sifting(false)],
  },
  {
    name: 'common',
    parameters: ['list', 'items'],
    description: 'Gives the items of a list that are in another too.',
    examples: [{ text: 'common([1, 2, 1, 3], [1, 3])', result: '[1, 1, 3]' }],
    signatures: [sifting(true)],
  },
  {
    name: 'append',
    parameters: ['list', 'item'],
    description: 'Gives a list with one more item at its end.',
    examples: [
      { text: 'append([1], 2)', result: '[1, 2]' },
      { text: 'append([1], empty)', result: '[1]' },
    ],
    signatures: [
      filling(['list of T', 'T'], 'list of T', ([list, item]) =>
        item === null ? list : [...(list ?? []), item as Scalar],
      ),
    ],
  },
  {
    name: 'position',
    parameters: ['list', 'item'],
    description: 'Gives the position of an item in a list, or 0.',
    examples: [
      { text: 'position(["a", "b"], "b")', result: '2' },
      { text: 'position(["a"], "x")', result: '0' },
    ],
    signatures: [strict(['list of T', 'T'], 'number', ([list, item]) => list.indexOf(item as Scalar) + 1)],
  },
  {
    name: 'count_equal',
    parameters: ['list', 'item'],
    description: 'Counts the items of a list that equal a value.',
    examples: [{ text: 'count_equal([1, 2, 1], 1)', result: '2' }],
    signatures: [
      strict(['list of T', 'T'], 'number', ([list, item]) => list.filter((one) => one === item).length),
    ],
  },
  {
    name: 'numbers',
    parameters: ['list'],
    description: 'Reads the texts of a list as numbers; what is none is left out.',
    examples: [{ text: 'sum(numbers(split("1, 2, x", ",")))', result: '3' }],
    signatures: [
      strict(['list of text'], 'list of number', ([list]) =>
        list.map(readDecimal).filter((number) => number !== null),
      ),
    ],
  },
  {
    name: 'has_duplicates',
    parameters: ['list'],
    description: 'Tells whether an item of a list is there more than once.',
    examples: [
      { text: 'has_duplicates([1, 2, 1])', result: 'true' },
      { text: 'has_duplicates([])', result: 'false' },
    ],
    signatures: [filling(['list of T'], 'boolean', ([list]) => new Set(list).size < (list ?? []).length)],
  },
  {
    name: 'join',
    parameters: ['list', 'separator'],
    description:
      'Puts the texts of a list one behind the other, with a separator between them; options by what they are called, in the order of their field.',
    examples: [
      { text: 'join(["a", "b"], ", ")', result: '"a, b"' },
      { text: 'join(["a", "b"], empty)', result: '"ab"' },
    ],
    signatures: [
      filling(['list of text', 'text'], 'text', ([list, separator]) =>
        joinTexts(list ?? [], separator ?? ''),
      ),
      labelling(
        filling(['list of C', 'text'], 'text', ([list, separator], _, labels) =>
          joinTexts(labelsOf(list ?? [], labels), separator ?? ''),
        ),
      ),
    ],
  },
]

/** What options of a list are called, in the order of those of the field; what is gone is left out. */
function labelsOf(list: readonly Scalar[], labels: Labels = new Map()): readonly string[] {
  const places = new Map([...labels.keys()].map((option, place) => [option, place]))
  return list
    .filter((option) => labels.has(option))
    .toSorted((a, b) => places.get(a)! - places.get(b)!)
    .map((option) => labels.get(option)!)
}

/** The items that are, or are not, in another list. */
function sifting(isHeld: boolean): Signature {
  return filling(['list of T', 'list of T'], 'list of T', ([list, items]) => {
    const held = new Set(items)
    return (list ?? []).filter((item) => held.has(item) === isHeld)
  })
}
