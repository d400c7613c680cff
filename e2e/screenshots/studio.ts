/** The demo's studio, with something that has happened in it, and the addresses of what is shown. */
import type { SupabaseBackend } from '@plinth/backend'
import { signInPerson } from '@plinth/backend/testing'
import { type BaseId, type MutationId, type Table, uuidV7, type ViewQuery } from '@plinth/domain'
import { demoPeople, seedDemo } from '@plinth/embedded/demo'
import type { World } from '../harness.ts'
import type { Who } from '../steps.ts'
import { must } from '../target.ts'

export const [ada, ben] = demoPeople as readonly Who[] as readonly [Who, Who]

export interface Studio {
  readonly world: World
  /** Of a view of a table. */
  address(table: string, view: string): string
  /** Of a record's own page. */
  readonly record: string
  readonly automation: string
  /** Of the form for somebody without an account, who wants a room on Saturday morning. */
  readonly form: string
}

export async function furnishStudio(world: World): Promise<Studio> {
  await seedDemo(world.project, ['studio'])
  const { backend } = await signInPerson(world.project, ada)
  const base = must(await backend.workspaces.session()).workspaces[0]!.bases[0]!.id
  const { tables } = must(await backend.bases.schema(base))
  const named = (name: string) => found(tables, name)
  await approve(world, named('Shots'))
  const [automation] = must(await backend.automations.list(base)).automations
  const films = named('Films')
  const { rows } = must(await backend.rows.window(firstRows({ table: films.id, sorts: [] })))
  const bookings = named('Bookings')
  const form = await shareForm(backend, bookings)
  await backend.dispose()
  return {
    world,
    form,
    address: (table, view) => {
      const { id, views } = named(table)
      return `${pathOf(base, id)}/v/${found(views, view).id}`
    },
    record: `${pathOf(base, films.id)}/r/${rows[0]!.id}`,
    automation: `/b/${base}/automations/${automation!.id}`,
  }
}

async function shareForm({ shares }: SupabaseBackend, bookings: Table): Promise<string> {
  const { id, name } = found(bookings.views, 'Ask for a room')
  const settings = {
    name,
    fields: [],
    showsPeople: false,
    showsLinked: false,
    expiresAt: null,
    password: null,
  }
  const { token } = must(await shares.create(bookings.id, { form: id }, settings))
  const saturday = dayIn((6 - new Date().getUTCDay() + 7) % 7)
  const answers = new URLSearchParams({
    prefill_From: `${saturday} 10:00`,
    prefill_Until: `${saturday} 13:00`,
  })
  return `/s?${answers}#token=${token}`
}

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const pathOf = (base: BaseId, table: string) => `/b/${base}/t/${table}`

function found<Named extends { readonly name: string }>(all: readonly Named[], name: string): Named {
  const one = all.find((each) => each.name === name)
  if (!one) throw new Error(`the studio has no ${name}`)
  return one
}

const firstRows = (query: ViewQuery) =>
  ({ query, anchor: null, direction: 'forward', skip: 0, take: 100 }) as const

/** Ben approves what waits for it the longest: the automation has something to tell. */
async function approve(world: World, shots: Table): Promise<void> {
  const { backend } = await signInPerson(world.project, ben)
  const status = found(shots.fields, 'Status')
  const [from, to] = ['In review', 'Approved'].map(
    (label) => status.options.options!.find((option) => option.label === label)!.id,
  )
  const filter = { join: 'and', items: [{ field: status.id, operator: 'is', value: from! }] } as const
  const sorts = [{ field: found(shots.fields, 'Due').id, direction: 'asc' }] as const
  const { rows } = must(await backend.rows.window(firstRows({ table: shots.id, sorts, filter })))
  for (const { id: record } of rows.slice(0, 3)) {
    const change = { values: { [status.id]: to! }, base: { [status.id]: from! } }
    const id = uuidV7() as MutationId
    const mutation = { id, kind: 'update', table: shots.id, record, ...change } as const
    must(await backend.rows.apply({ mutations: [mutation], atomic: true }))
  }
  await backend.dispose()
}
