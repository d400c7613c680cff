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
