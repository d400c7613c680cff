/** What the tests of forms share: a table, a shared form of it, and questions about its fields. */
import { uuidV7 } from '@plinth/domain'
import type { fieldOf, Harness, Json, TestTable, World } from './harness.ts'

export interface FormLab {
  table: TestTable
  /** The form. */
  view: string
  /** The id of a field. */
  field(name: string): string
  /** A question about a field. */
  ask(name: string, more?: object): Json
  /** Changes what the form is. */
  asks(form: Json): Promise<unknown>
}

/** A form of one section with these questions. */
export const sections = (...questions: Json[]): Json => ({ sections: [{ id: 'a', questions }] })

export async function formLab(
  h: Harness,
  world: World,
  fields: ReturnType<typeof fieldOf>[],
): Promise<FormLab> {
  const definition = { id: uuidV7(), name: 'Requests', fields }
  const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const view = uuidV7()
  const field = (name: string) => table.fields.find((one) => one.name === name)!.id
  await h.rpc(world.creator, 'create_view', {
    table: table.id,
    view,
    definition: { name: 'Ask', kind: 'form', isShared: true, config: {} },
  })
  return {
    table,
    view,
    field,
    ask: (name, more = {}) => ({ field: field(name), ...more }),
    asks: (form) =>
      h.rpc(world.creator, 'update_view', { view, changes: { config: { settings: { form } } } }),
  }
}
