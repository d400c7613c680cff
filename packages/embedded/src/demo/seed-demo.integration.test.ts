import { mailboxIn, type Project, signInPerson } from '@plinth/backend/testing'
import type { Result, Table } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestBackend, type TestBackend } from '../testing.ts'
import { demoPeople, seedDemo } from './seed-demo.ts'

let embedded: TestBackend
let project: Project

beforeAll(async () => {
  embedded = await startTestBackend()
  const { url, publishableKey, dataDir } = embedded
  project = { url, publishableKey, newestMail: mailboxIn(dataDir) }
  await seedDemo(project)
})
afterAll(() => embedded.stop())

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

const countThings = async () => {
  const [row] = await embedded.admin`
    select (select count(*) from plinth.base) as bases, (select count(*) from plinth."table") as tables,
      (select count(*) from auth.users) as people, (select count(*) from storage.objects) as objects,
      (select count(*) from plinth_private.change_log) as changes`
  return row
}

describe('the demo', () => {
  it('lets its three people sign in with the printed passwords, each with their role', async () => {
    const roles: string[] = []
    for (const { name, email, password } of demoPeople) {
      const { backend } = await signInPerson(project, { email, password })
      const session = value(await backend.workspaces.session())
      roles.push(`${name}: ${session.workspaces.map((one) => one.bases.map(({ role }) => role)).join()}`)
      await backend.dispose()
    }
    expect(roles).toEqual(['Ada Berg: creator', 'Ben Okafor: editor', 'Cem Aydın: viewer'])
  })

  it('has its three tables full, and files that can be read', async () => {
    const { backend } = await signInPerson(project, demoPeople[2]!)
    const [workspace] = value(await backend.workspaces.session()).workspaces
    const { base, tables } = value(await backend.bases.schema(workspace!.bases[0]!.id))
    expect(base.name).toBe('Programme')
    const totals: Record<string, number> = {}
    for (const table of tables) {
      totals[table.name] = value(await backend.rows.stats({ table: table.id, sorts: [] }, 'exact')).total
    }
    expect(totals).toEqual({ Films: 3_201, Airports: 3_376, Tasks: 12 })
    const files = await filesOf(backend, tables.find(({ name }) => name === 'Tasks')!)
    expect(files.map(({ name }) => name)).toEqual([
      'poster-a.png',
      'poster-b.png',
      'rights-request.txt',
      'cover.png',
    ])
    for (const { key, thumbKey, bytes } of files) {
      expect(value(await backend.files.download(key)).size).toBe(bytes)
      expect(thumbKey === null || value(await backend.files.download(thumbKey)).size > 0).toBe(true)
    }
    await backend.dispose()
  })

  it('keeps the budgets of films from viewers', async () => {
    const seenBy: Record<string, boolean> = {}
    for (const { name, email, password } of demoPeople) {
      const { backend } = await signInPerson(project, { email, password })
      const [workspace] = value(await backend.workspaces.session()).workspaces
      const { tables } = value(await backend.bases.schema(workspace!.bases[0]!.id))
      const { fields } = tables.find((table) => table.name === 'Films')!
      seenBy[name] = fields.some((field) => field.name === 'Budget')
      await backend.dispose()
    }
    expect(seenBy).toEqual({ 'Ada Berg': true, 'Ben Okafor': true, 'Cem Aydın': false })
  })

  it('changes nothing when it is made again', async () => {
    const counts = await countThings()
    await seedDemo(project)
    expect(await countThings()).toEqual(counts)
  })
})

async function filesOf(backend: Awaited<ReturnType<typeof signInPerson>>['backend'], table: Table) {
  const request = {
    query: { table: table.id, sorts: [] },
    anchor: null,
    direction: 'forward',
    skip: 0,
    take: 50,
  } as const
  const { rows } = value(await backend.rows.window(request))
  const field = table.fields.find(({ type }) => type === 'attachment')!.id
  return rows.flatMap((row) => {
    const cell = row.values[field]
    return Array.isArray(cell) ? cell : []
  })
}
