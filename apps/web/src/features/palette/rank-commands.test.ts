import { describe, expect, it } from 'vitest'
import type { Command } from '../../lib/commands.ts'
import { rankCommands } from './rank-commands.ts'

const command = (name: string, section: Command['section'], context?: string): Command => ({
  id: `${section} ${name} ${context ?? ''}`,
  name,
  section,
  ...(context ? { context } : {}),
  run: () => {},
})

const commands = [
  command('Sign out', 'Plinth'),
  command('Customers', 'Go to', 'CRM'),
  command('Customers', 'Go to', 'Archive'),
  command('New field', 'This table', 'Customers'),
]

describe('rankCommands', () => {
  it('shows everything by section, what is open first, when nothing is typed', () => {
    expect(rankCommands(commands, ' ').map((one) => one.section)).toEqual([
      'This table',
      'Go to',
      'Go to',
      'Plinth',
    ])
  })

  it('finds a table by its base and its name together', () => {
    expect(rankCommands(commands, 'arch cust')[0]).toMatchObject({ name: 'Customers', context: 'Archive' })
  })

  it('puts a name that fits before a place that fits', () => {
    expect(rankCommands(commands, 'customers').map((one) => one.name)).toEqual([
      'Customers',
      'Customers',
      'New field',
    ])
  })

  it('leaves out what does not fit', () => {
    expect(rankCommands(commands, 'xyz')).toEqual([])
  })
})
