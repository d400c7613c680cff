/** A table of shots with states, and what automations of the journeys do in it. */

import type { SupabaseBackend } from '@plinth/backend'
import { signInPerson } from '@plinth/backend/testing'
import {
  type AutomationDraft,
  type AutomationId,
  type BaseId,
  type CellValue,
  type FieldId,
  type MutationId,
  type OptionId,
  type RecordId,
  type TableId,
  uuidV7,
} from '@plinth/domain'
import type { World } from '../harness.ts'
import type { Who } from '../steps.ts'
import { must } from '../target.ts'

const field = () => uuidV7() as FieldId

export const shots = {
  table: uuidV7() as TableId,
  title: field(),
  state: field(),
  approvedOn: field(),
  takes: field(),
  owner: field(),
} as const

/** Does something as somebody, by the API. */
export async function as<T>(
  world: World,
  who: Who,
  act: (backend: SupabaseBackend) => Promise<T>,
): Promise<T> {
  const { backend } = await signInPerson(world.project, who)
  try {
    return await act(backend)
  } finally {
    await backend.dispose()
  }
}

export async function makeShots(backend: SupabaseBackend, base: BaseId): Promise<void> {
  const options = [
    { id: 'draft' as OptionId, label: 'Draft', hue: 'stone' },
    { id: 'review' as OptionId, label: 'Review', hue: 'amber' },
    { id: 'approved' as OptionId, label: 'Approved', hue: 'green' },
  ] as const
  const fields = [
    { id: shots.title, name: 'Shot', type: 'text', options: {} },
    { id: shots.state, name: 'State', type: 'status', options: { options } },
    { id: shots.approvedOn, name: 'Approved on', type: 'date', options: {} },
    { id: shots.takes, name: 'Takes', type: 'integer', options: {} },
    { id: shots.owner, name: 'Owner', type: 'person', options: {} },
  ] as const
  must(await backend.bases.createTable(base, { id: shots.table, name: 'Shots', fields }))
  must(
    await backend.bases.updateField(shots.takes, {}, { table: shots.table, rules: { max: 20 }, keep: false }),
  )
  for (const title of ['Harbour at dawn', 'Crane over the square']) await addShot(backend, title)
}

export async function addShot(
  backend: SupabaseBackend,
  title: string,
  state: 'draft' | 'approved' = 'draft',
): Promise<RecordId> {
  const record = uuidV7() as RecordId
  const values: Record<FieldId, CellValue> = { [shots.title]: title, [shots.state]: state }
  const insert = { id: uuidV7() as MutationId, kind: 'insert', table: shots.table, record, values } as const
  must(await backend.rows.apply({ mutations: [insert], atomic: true }))
  return record
}

export const makeAutomation = async (
  backend: SupabaseBackend,
  definition: Omit<AutomationDraft, 'table'>,
): Promise<AutomationId> => {
  const id = uuidV7() as AutomationId
  must(await backend.automations.create(id, { table: shots.table, ...definition }))
  return id
}
