/** A step of many changes in words. */
import type { LongStep } from '@plinth/record-store'
import { capital } from '../../lib/capital.ts'

const records = (count: number) => (count === 1 ? 'one record' : `${count.toLocaleString()} records`)

const isOne = (count: number) => (count === 1 ? 'is' : 'are')

const doing = { store: 'Storing', delete: 'Deleting', undo: 'Taking back', redo: 'Making again' } as const
const done = { store: 'stored', delete: 'deleted', undo: 'as before', redo: 'stored again' } as const

/** Records that the server refused, named or not. */
export const refusedCount = ({ refused, byServer }: LongStep): number => byServer?.refused ?? refused.length

/** `text` changes with the state alone, so that it is not read out again and again. */
export function longStepWords(step: LongStep): { readonly text: string; readonly detail: string } {
  const { kind, state, total, stored, givenUp } = step
  const refusals = refusedCount(step)
  const refusal =
    refusals > 0
      ? ` ${capital(records(refusals))} could not be ${kind === 'delete' ? 'deleted' : 'stored'}.`
      : ''
  switch (state) {
    case 'running':
      return {
        text: `${doing[kind]} ${records(total)}.`,
        detail: `You can go on working meanwhile.${refusal}`,
      }
    case 'stopping':
      return { text: 'Stopping.', detail: 'What was sent last has no answer yet.' }
    case 'asks': {
      const left = total - stored - refusals
      return {
        text: refusal.trim(),
        detail: `${capital(records(stored))} ${isOne(stored)} ${done[kind]}, ${records(left)} ${left === 1 ? 'waits' : 'wait'} for your decision.`,
      }
    }
    default: {
      const end = `${capital(records(stored))} ${isOne(stored)} ${done[kind]}.`
      if (givenUp === 0) return { text: end, detail: refusal.trim() }
      return {
        text: `Stopped. ${end}`,
        detail: `${capital(records(givenUp))} ${givenUp === 1 ? 'was' : 'were'} not sent.${refusal}`,
      }
    }
  }
}
