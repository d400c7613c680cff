import type { Command } from '../../lib/commands.ts'
import { fuzzyScore } from './fuzzy.ts'

const order: readonly Command['section'][] = [
  'This table',
  'This base',
  'This workspace',
  'Go to',
  'Create',
  'Plinth',
]
const most = 60

/** The commands that fit, best first; without a query all, by section. Equal scores keep their order. */
export function rankCommands(commands: readonly Command[], query: string): Command[] {
  if (query.trim() === '') {
    return [...commands].sort((a, b) => order.indexOf(a.section) - order.indexOf(b.section)).slice(0, most)
  }
  return commands
    .map((command) => ({ command, score: score(command, query) }))
    .filter((entry): entry is { command: Command; score: number } => entry.score !== null)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map((entry) => entry.command)
}

/** The name counts most; the name together with its place is tried too ("crm customers"). */
function score(command: Command, query: string): number | null {
  const byName = fuzzyScore(query, command.name)
  if (byName !== null || command.context === undefined) return byName
  const byPlace = fuzzyScore(query, `${command.context} ${command.name}`)
  return byPlace === null ? null : byPlace / 2
}
