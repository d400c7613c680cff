/**
 * A table with a field of every type for the tests of what hidden fields bring with them. The people of the world stand to a hidden
 * field like this: creators and the holder of "Sellers" see it and write it, editors and viewers do not, the others are not there.
 */
import { uuidV7 } from '@plinth/domain'
import { expect } from 'vitest'
import { createFullTable, type Harness, type Json, type Person, Refusal, type World } from './harness.ts'
import { rolesOf } from './hidden-lab.ts'

export type FullLab = Awaited<ReturnType<typeof fullLab>>

export async function fullLab(h: Harness, world: World, name: string) {
  const roles = await rolesOf(h, world)
  const table = await createFullTable(h, world, name)
  const relation = `data.${table.relation}`
  const field = (label: string) => table.fields.find((one) => one.name === label)!
  const call = <T = Json>(who: Person | null, rpc: string, args: object) => h.rpc<T>(who, rpc, args as never)
  const allow = (role: string, label: string, access: string | null) =>
    call(world.creator, 'set_field_grant', {
      role: roles.get(role) ?? role,
      field: field(label).id,
      access,
    })
  for (const action of ['read', 'create', 'update', 'delete']) {
    const grant = { role: world.role, table: table.id, action, scope: 'all', rule: null }
    await call(world.creator, 'set_grant', grant)
  }
  /** The relation in which a field's column stands. */
  const home = async (label: string): Promise<string> => {
    const [row] = await h.db.sql`select side from plinth.field where id = ${field(label).id}`
    return row!['side'] ? `data.${row!['side']}` : relation
  }
  const lab = {
    table,
    relation,
    roles,
    field,
    call,
    allow,
    home,
    async hide(...labels: string[]): Promise<void> {
      for (const label of labels) {
        await allow('editor', label, 'hidden')
        await allow('viewer', label, 'hidden')
      }
    },
    /** A record with these values (by column), past all rights. */
    async put(values: Record<string, unknown> = {}, id: string = uuidV7()): Promise<string> {
      await h.db.sql`insert into ${h.db.sql(relation)} (id) values (${id})`
      for (const [column, value] of Object.entries(values)) {
        const { name: label } = table.fields.find((one) => one.column === column)!
        await h.db
          .sql`update ${h.db.sql(await home(label))} set ${h.db.sql(column)} = ${value as string} where id = ${id}`
      }
      return id
    },
    /** Writes one value as REST does; who: null for the owner of the database. Answers how many records took it. */
    async set(who: Person | null, label: string, id: string, value: unknown): Promise<number> {
      const place = h.db.sql(await home(label))
      const change = (tx: typeof h.db.sql) =>
        tx`update ${place} set ${h.db.sql(field(label).column)} = ${value as string} where id = ${id}`
      const result = who ? await h.as(who, (tx) => change(tx as never)) : await change(h.db.sql)
      return result.count
    },
    /** What stands there, past all rights. */
    async value(label: string, id: string): Promise<unknown> {
      const [row] = await h.db
        .sql`select ${h.db.sql(field(label).column)} as v from ${h.db.sql(await home(label))} where id = ${id}`
      return row?.['v']
    },
    /** Everybody to whom the field is not there gets what they get for one that is nowhere. */
    async expectNowhere(rpc: string, args: (field: string) => object, label: string): Promise<void> {
      for (const who of [world.editor, world.viewer, world.member, world.outsider, world.anonymous]) {
        const [here, nowhere] = await Promise.all(
          [field(label).id, uuidV7()].map((id) =>
            call(who, rpc, args(id)).catch((error: unknown) => (error as Refusal).code),
          ),
        )
        expect([rpc, who.email, here]).toEqual([rpc, who.email, nowhere])
      }
    },
  }
  return lab
}

/** How a statement fails: its code or message, and all that it says. */
export async function failure(work: Promise<unknown>): Promise<{ code: string; text: string }> {
  try {
    await work
  } catch (error) {
    const { message, code, state, details, detail } = error as Record<string, string>
    return {
      code: error instanceof Refusal ? message! : code!,
      text: JSON.stringify([message, state, details, detail]),
    }
  }
  throw new Error('was not refused')
}
