import type { WorkflowsApi } from '@plinth/domain'
import type { Rpc } from './rpc.ts'
import * as wire from './wire-schemas.ts'

export function createWorkflowsApi(rpc: Rpc): WorkflowsApi {
  return {
    transitions: (field) => rpc('transitions', { field }, wire.transitions),
    save: (field, transitions) => rpc('set_transitions', { field, transitions }, wire.nothing),
    movesOf: (table, field, record) => rpc('transitions_for', { table, field, record }, wire.recordMoves),
  }
}
