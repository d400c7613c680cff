/**
 * People without a right try every surface of a furnished base, over raw HTTP and a raw socket. The same probes with the owner's
 * session must find the data: a probe that could not see anything would prove nothing.
 */
import { type Person, signUpPerson } from '@plinth/backend/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../harness.ts'
import {
  leaksOf,
  probeAll,
  probeRealtime,
  probeStorage,
  probeTableRoutes,
  type Stranger,
  type Target,
} from '../probes.ts'
import { accessTokenOf, anonymousOf, makeOutsider, makeTarget, must } from '../target.ts'

let world: World
let owner: Person
let target: Target
let outsider: Stranger
const who = { email: 'owner@example.org', name: 'Owner', password: 'password of Owner' }

beforeAll(async () => {
  world = await startWorld({ withApp: false })
  owner = await signUpPerson(world.project, who)
  outsider = await makeOutsider(world.project)
  target = await makeTarget(owner)
})
afterAll(async () => {
  await owner?.backend.dispose()
  await world?.stop()
})

/** What the owner sees is the same before and after. */
async function contents(): Promise<string> {
  const { backend } = owner
  const query = { table: target.table, sorts: [] } as never
  const rows = must(
    await backend.rows.window({ query, anchor: null, direction: 'forward', skip: 0, take: 10 }),
  ).rows
  const files = await Promise.all(
    target.keys.map(async (key) => must(await backend.files.download(key)).text()),
  )
  return JSON.stringify([rows, files, must(await backend.bases.schema(target.base as never))])
}

describe('somebody without a right', () => {
  it('who is signed in sees nothing and changes nothing on any surface', async () => {
    const before = await contents()
    expect(leaksOf(await probeAll(outsider, target))).toEqual([])
    expect(await contents()).toBe(before)
  })

  it('who is not signed in sees nothing and changes nothing on any surface', async () => {
    const before = await contents()
    expect(leaksOf(await probeAll(anonymousOf(world.project), target))).toEqual([])
    expect(await contents()).toBe(before)
  })

  it('with a made-up or damaged session is refused as a whole', async () => {
    const token = await accessTokenOf(world.project, who)
    const [head, body] = token.split('.')
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${body}.`
    for (const accessToken of [`${head}.${body}.AAAA`, unsigned, 'nonsense', `${token}x`]) {
      const forged = { ...anonymousOf(world.project), name: 'forged', accessToken }
      expect(leaksOf(await probeTableRoutes(forged, target))).toEqual([])
      expect(leaksOf(await probeStorage(forged, target))).toEqual([])
    }
  })
})

describe('the probes', () => {
  it('find the data when the owner’s own session makes them', async () => {
    const accessToken = await accessTokenOf(world.project, who)
    const insider = { ...outsider, name: 'owner', accessToken }
    const readable = { ...target, keys: target.keys.slice(0, 1) }
    const routes = leaksOf(await probeTableRoutes(insider, { ...readable, record: crypto.randomUUID() }))
    expect(routes.join('\n')).toContain('read all: the value itself')
    expect(routes.join('\n')).toContain('count: content-range')
    expect(leaksOf(await probeRealtime(insider, target))).toEqual([
      `realtime: join table: joined table:${target.table}:${target.epoch}`,
      `realtime: join room: joined room:${target.base}:${target.epoch}`,
    ])
    const storage = leaksOf(await probeStorage(insider, readable))
    expect(storage.join('\n')).toContain('storage: download: the value itself')
    // Not even the owner lists, overwrites or removes what no record has let go.
    expect(
      storage.filter((leak) => /list|overwrite|upsert|move|copy|plant/.test(leak.split(':')[1]!)),
    ).toEqual([])
  })
})
