import type { WorkflowsApi } from '@plinth/domain'
import type { Rpc } from './rpc.ts'
import { nothing } from './wire/nothing.ts'
import * as wire from './wire/workflows.ts'

export function createWorkflowsApi(rpc: Rpc): WorkflowsApi {
  return {
    transitions: (field) => rpc('transitions', { field }, wire.transitions),
    save: (field, transitions) => rpc('set_transitions', { field, transitions }, nothing),
    movesOf: (table, field, record) => rpc('transitions_for', { table, field, record }, wire.recordMoves),
  }
}
