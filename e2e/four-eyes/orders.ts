/** A table with one order and the states that orders go through, as two people see it, who use the keyboard alone. */
import { signInPerson } from '@plinth/backend/testing'
import {
  type FieldDefinition,
  type FieldId,
  type MutationId,
  type OptionId,
  type RecordId,
  type TableId,
  uuidV7,
} from '@plinth/domain'
import type { Locator } from 'playwright'
import { ada, ben, type DemoJourney } from '../demo-journey.ts'
import { goToCell } from '../keyboard/cells.ts'
import type { Keys } from '../keyboard/keys.ts'
import { grid, seen } from '../steps.ts'
import { must } from '../target.ts'

interface Orders {
  readonly adas: Keys
  readonly bens: Keys
  /** What the consoles of both have said. */
  readonly problems: readonly string[][]
}

/** Ada, who shapes the base, and Ben before the table. `more`: fields behind the name and the state of the order. */
export async function enterOrders(
  journey: DemoJourney,
  more: readonly FieldDefinition[] = [],
): Promise<Orders> {
  const table = await makeOrders(journey, more)
  const enter = async (who: typeof ada) => {
    const entered = await journey.enterByKeys(who, `/b/${journey.base}/t/${table}`)
    await seen(grid(entered.keys.see, 'Orders').getByText('Lamps'))
    return entered
  }
  const [first, second] = [await enter(ada), await enter(ben)]
  return { adas: first.keys, bens: second.keys, problems: [first.problems, second.problems] }
}

async function makeOrders({ world, base }: DemoJourney, more: readonly FieldDefinition[]): Promise<TableId> {
  const { backend } = await signInPerson(world.project, ada)
  const table = uuidV7() as TableId
  const name = uuidV7() as FieldId
  const options = ['Draft', 'Review', 'Approved'].map((label) => ({
    id: label.toLowerCase() as OptionId,
    label,
    hue: 'teal' as const,
  }))
  const fields: readonly FieldDefinition[] = [
    { id: name, name: 'Order', type: 'text', options: {} },
    { id: uuidV7() as FieldId, name: 'Stage', type: 'status', options: { options } },
    ...more,
  ]
  must(await backend.bases.createTable(base, { id: table, name: 'Orders', fields }))
  const insert = {
    id: uuidV7() as MutationId,
    kind: 'insert',
    table,
    record: uuidV7() as RecordId,
    values: { [name]: 'Lamps' },
  } as const
  must(await backend.rows.apply({ mutations: [insert], atomic: true }))
  await backend.dispose()
  return table
}

export const stageOf = ({ see }: Keys): Locator =>
  grid(see, 'Orders').locator('[aria-rowindex="2"] [aria-colindex="3"]')

/** Opens the list of states on the order's cell. */
export async function openStates(keys: Keys): Promise<Locator> {
  await goToCell(keys, 'Orders', 1, 'Stage')
  await keys.press('F2')
  const list = keys.see.getByRole('listbox', { name: 'Stage' })
  await seen(list.getByRole('option', { name: /Approved/ }))
  return list
}
