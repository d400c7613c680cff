import type { UserId } from '@plinth/domain'
import type { FunctionEntry } from './function-entry.ts'
import { filling, strict } from './signature.ts'

export const personFunctions: readonly FunctionEntry[] = [
  {
    name: 'me',
    parameters: [],
    description: 'Gives the person who is asking.',
    examples: [{ text: 'me() = me()', result: 'true' }],
    signatures: [strict([], 'person', (_, { me }) => me)],
    dependsOn: 'person',
  },
  {
    name: 'person_name',
    parameters: ['person'],
    description:
      'Gives what a person is called now, for formulas alone. A field that asks this is computed when it is read.',
    examples: [{ text: 'person_name(empty)', result: 'empty' }],
    signatures: [strict(['person'], 'text', ([person], { nameOf }) => nameOf?.(person as UserId) ?? null)],
    dependsOn: 'people',
  },
  {
    name: 'my_role',
    parameters: [],
    description: 'Gives the role of who is asking: creator, editor, commenter or viewer.',
    examples: [{ text: 'has_role(my_role())', result: 'true' }],
    signatures: [strict([], 'text', (_, { role }) => role)],
    dependsOn: 'person',
  },
  {
    name: 'has_role',
    parameters: ['role'],
    description: 'Tells whether who is asking holds this role in the base.',
    examples: [
      { text: 'has_role("editor")', result: 'true' },
      { text: 'has_role("nobody")', result: 'false' },
    ],
    signatures: [filling(['text'], 'boolean', ([name], { roles }) => name !== null && roles.includes(name))],
    dependsOn: 'person',
  },
]
