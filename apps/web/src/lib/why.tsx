import type { AppError, ErrorCode, Mutation, RecordAction, RecordId, TableId } from '@plinth/domain'
import { Button } from '../ui/Button.tsx'
import { showDialog } from './dialogs.ts'

/** Refusals that roles, their rules and workflows explain. */
const aboutRights: ReadonlySet<ErrorCode> = new Set([
  'forbidden',
  'read_only',
  'rule_refused',
  'rule_left',
  'record_locked',
  'field_read_only',
  'transition_refused',
])

export const isAboutRights = ({ code }: AppError): boolean => aboutRights.has(code)

export interface Refused {
  readonly table: TableId
  readonly record: RecordId
  readonly action: RecordAction
  readonly problem: AppError
}

export function refusedMutation(
  { kind, table, record }: Pick<Mutation, 'kind' | 'table' | 'record'>,
  problem: AppError,
): Refused {
  return { table, record, action: kind === 'insert' ? 'create' : kind, problem }
}

export const explainRefusal = (refused: Refused): void => showDialog({ kind: 'access', ...refused })

/** Opens the explanation of a refusal that roles explain; nothing for others. */
export function WhyButton(refused: Refused) {
  if (!isAboutRights(refused.problem)) return null
  return (
    <Button size="sm" variant="ghost" onPress={() => explainRefusal(refused)}>
      Why?
    </Button>
  )
}
