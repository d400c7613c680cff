import { joinTexts } from '../values/texts.ts'
import type { FunctionEntry } from './function-entry.ts'
import { filling, strict } from './signature.ts'

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
    name: 'join',
    parameters: ['list', 'separator'],
    description: 'Puts the texts of a list one behind the other, with a separator between them.',
    examples: [
      { text: 'join(["a", "b"], ", ")', result: '"a, b"' },
      { text: 'join(["a", "b"], empty)', result: '"ab"' },
    ],
    signatures: [
      filling(['list of text', 'text'], 'text', ([list, separator]) =>
        joinTexts(list ?? [], separator ?? ''),
      ),
    ],
  },
]
