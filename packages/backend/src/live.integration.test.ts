import type { BaseId, ChangeEvent, Presence, Table } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { WebSocketTransport } from './client.ts'
import { createMemoryStorage, createSupabaseBackend } from './create-supabase-backend.ts'
import { addRecord, fieldOf, makeTable, startWorld, value, type World } from './integration-world.ts'
import { backendOf, type Person, signUpPerson } from './testing.ts'

let world: World
let table: Table
let epoch: number

beforeAll(async () => {
  world = await startWorld()
  table = await makeTable(world, 'Live', [fieldOf('Name', 'text')])
  epoch = value(await world.owner.backend.bases.schema(world.base)).accessEpoch
})
afterAll(() => world.stop())

function hear(who: { backend: World['viewer']['backend'] }, atEpoch = epoch) {
  const heard = { events: [] as ChangeEvent[], states: [] as string[] }
  const topic = who.backend.live.table(table.id, atEpoch, {
    onEvent: (event) => heard.events.push(event),
    onState: (state) => heard.states.push(state),
  })
  return { ...heard, ...topic }
}

const tab = (person: World['owner'], name: string): Presence => ({
  tab: `tab of ${name}`,
  userId: person.userId,
  name,
  avatarKey: null,
})

function enter(who: World['owner'], me: Presence, base: BaseId = world.base) {
  const seen = { people: [] as readonly Presence[], states: [] as string[], schemaChanges: 0 }
  const room = who.backend.live.room(base, epoch, me, {
    onPresence: (people) => {
      seen.people = people
    },
    onState: (state) => seen.states.push(state),
    onSchemaChanged: () => {
      seen.schemaChanges += 1
    },
  })
  return { seen, ...room }
}

/** The same person on another device, whose websocket can be cut. */
async function onCutLine({ email, password }: Person) {
  let isCut = false
  const sockets = new Set<WebSocket>()
  class Line extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args)
      // The library sets its own handler; an error without any ends the process.
      this.on('error', () => undefined)
      sockets.add(this)
      if (isCut) this.terminate()
    }
  }
  const { url, publishableKey } = world.project
  const transport = Line as unknown as WebSocketTransport
  const backend = createSupabaseBackend({ url, publishableKey, storage: createMemoryStorage(), transport })
  value(await backend.auth.signIn({ email, password }))
  return {
    backend,
    cut() {
      isCut = true
      for (const socket of sockets) socket.terminate()
    },
    mend() {
      isCut = false
    },
  }
}

const names = (people: readonly Presence[]) => people.map((person) => person.name).sort()
const soon = { timeout: 15_000 }

describe('a table’s topic', () => {
  it('tells ids of what changed to those who may read, never values', async () => {
    const listening = hear(world.viewer)
    await expect.poll(() => listening.states, soon).toEqual(['live'])
    const record = await addRecord(world.editor, table, { [table.fields[0]!.id]: 'a secret value' })
    await expect.poll(() => listening.events, soon).toHaveLength(1)
    expect(listening.events[0]).toMatchObject({ op: 'insert', items: [[record, 1]] })
    expect(JSON.stringify(listening.events)).not.toContain('secret')
    listening.close()
  })

  it('refuses outsiders, strangers and epochs that are over', async () => {
    const stranger = backendOf(world.project)
    const refused = [hear(world.outsider), hear({ backend: stranger }), hear(world.viewer, epoch + 1)]
    for (const listening of refused) {
      await expect.poll(() => listening.states, soon).toEqual(['refused'])
      expect(listening.events).toEqual([])
      listening.close()
    }
    await stranger.dispose()
  })

  it('is shared by several listeners of one tab and outlives the first that leaves', async () => {
    const first = hear(world.viewer)
    const second = hear(world.viewer)
    await expect.poll(() => [...first.states, ...second.states], soon).toEqual(['live', 'live'])
    first.close()
    const third = hear(world.viewer)
    await expect.poll(() => third.states, soon).toEqual(['live'])
    await addRecord(world.editor, table, {})
    await expect.poll(() => [second.events.length, third.events.length], soon).toEqual([1, 1])
    expect(first.events).toEqual([])
    second.close()
    third.close()
  })

  it('can be opened again at the moment in which it is being left', async () => {
    for (const pauseMs of [0, 990, 1_000, 1_010, 1_300]) {
      const before = hear(world.viewer)
      await expect.poll(() => before.states, soon).toEqual(['live'])
      before.close()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      const again = hear(world.viewer)
      await expect.poll(() => again.states.at(-1), soon).toBe('live')
      await addRecord(world.editor, table, {})
      await expect.poll(() => again.events, soon).toHaveLength(1)
      again.close()
    }
  })
})

describe('a refused topic', () => {
  it('is live by itself once its listener may hear it', async () => {
    const who = { email: 'nele@example.org', name: 'Nele', password: 'password of Nele' }
    const newcomer = await signUpPerson(world.project, who)
    const listening = hear(newcomer)
    await expect.poll(() => listening.states, soon).toEqual(['refused'])
    const { workspace, base } = world
    const invitation = { workspace, role: 'guest', base, baseRole: 'viewer', email: who.email } as const
    const { token } = value(await world.owner.backend.workspaces.invite(invitation))
    value(await newcomer.backend.workspaces.acceptInvitation(token))
    await expect.poll(() => listening.states, soon).toEqual(['refused', 'live'])
    await addRecord(world.editor, table, {})
    await expect.poll(() => listening.events, soon).toHaveLength(1)
    listening.close()
    await newcomer.backend.dispose()
  })
})

describe('a lost line', () => {
  it('is told, and so is its end; what was said meanwhile is not said again, who is there is', async () => {
    const away = await onCutLine(world.viewer)
    const viewer = enter({ ...world.viewer, backend: away.backend }, tab(world.viewer, 'Vito'))
    const listening = hear(away)
    const leaving = enter(world.editor, tab(world.editor, 'Edda'))
    await expect.poll(() => names(viewer.seen.people), soon).toEqual(['Edda', 'Vito'])
    await expect.poll(() => listening.states, soon).toEqual(['live'])

    away.cut()
    await expect
      .poll(() => [viewer.seen.states, listening.states], soon)
      .toEqual([
        ['live', 'lost'],
        ['live', 'lost'],
      ])
    const owner = enter(world.owner, tab(world.owner, 'Olga'))
    leaving.close()
    await expect.poll(() => names(owner.seen.people), soon).toEqual(['Olga'])
    value(await world.owner.backend.bases.createField(table.id, fieldOf('Missed', 'text')))
    await addRecord(world.editor, table, {})
    await expect.poll(() => owner.seen.schemaChanges, soon).toBe(1)

    away.mend()
    await expect
      .poll(() => [viewer.seen.states, listening.states], soon)
      .toEqual([
        ['live', 'lost', 'live'],
        ['live', 'lost', 'live'],
      ])
    await expect.poll(() => names(viewer.seen.people), soon).toEqual(['Olga', 'Vito'])
    await expect.poll(() => names(owner.seen.people), soon).toEqual(['Olga', 'Vito'])
    // Whoever hears of an end of `lost` has to ask.
    expect([viewer.seen.schemaChanges, listening.events]).toEqual([0, []])
    for (const one of [viewer, listening, owner]) one.close()
    await away.backend.dispose()
  })
})

describe('a base’s room', () => {
  it('shows who is here, nothing else, and that somebody left', async () => {
    const owner = enter(world.owner, tab(world.owner, 'Olga'))
    const editor = enter(world.editor, tab(world.editor, 'Edda'))
    await expect.poll(() => names(owner.seen.people), soon).toEqual(['Edda', 'Olga'])
    editor.update({ ...tab(world.editor, 'Edda II'), table: table.id } as Presence)
    await expect.poll(() => names(owner.seen.people), soon).toEqual(['Edda II', 'Olga'])
    for (const person of owner.seen.people)
      expect(Object.keys(person).toSorted()).toEqual(['avatarKey', 'name', 'tab', 'userId'])
    editor.close()
    await expect.poll(() => names(owner.seen.people), soon).toEqual(['Olga'])
    owner.close()
  })

  it('says when the schema changed', async () => {
    const viewer = enter(world.viewer, tab(world.viewer, 'Vito'))
    await expect.poll(() => viewer.seen.states, soon).toEqual(['live'])
    value(await world.owner.backend.bases.createField(table.id, fieldOf('Later', 'text')))
    await expect.poll(() => viewer.seen.schemaChanges, soon).toBe(1)
    viewer.close()
  })

  it('is closed to outsiders', async () => {
    const outsider = enter(world.outsider, tab(world.outsider, 'Otto'))
    await expect.poll(() => outsider.seen.states, soon).toEqual(['refused'])
    expect(outsider.seen.people).toEqual([])
    outsider.close()
  })
})
