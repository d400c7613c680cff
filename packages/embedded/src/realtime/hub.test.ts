import { describe, expect, it } from 'vitest'
import type { Vsn } from './frames.ts'
import { type Subscriber, TopicHub } from './hub.ts'

class Listener implements Subscriber {
  readonly vsn: Vsn = '2.0.0'
  readsBroadcasts = true
  readsPresence = true
  frames: (string | Buffer)[] = []
  pushed: { event: string; payload: unknown }[] = []
  deliver(frame: string | Buffer): void {
    this.frames.push(frame)
  }
  push(event: string, payload: unknown): void {
    this.pushed.push({ event, payload })
  }
}

const room = { name: 'room', isPrivate: true }
const note = { form: 'object', json: '{"event":"note"}' } as const

const meta = (n: number) => ({ a: { metas: [expect.objectContaining({ n })] } })

describe('the hub', () => {
  it('keeps private and public topics of one name apart', () => {
    const hub = new TopicHub()
    const [inside, outside] = [new Listener(), new Listener()]
    hub.join(room, inside)
    hub.join({ ...room, isPrivate: false }, outside)
    expect(hub.broadcast(room, note, null)).toBe(1)
    expect([inside.frames.length, outside.frames.length]).toEqual([1, 0])
    hub.track(room, inside, { key: 'a', payload: {} })
    expect(hub.presenceState({ ...room, isPrivate: false })).toEqual({})
    expect(outside.pushed).toEqual([])
  })

  it('leaves out the sender and those who may not read', () => {
    const hub = new TopicHub()
    const [sender, reader, blind] = [new Listener(), new Listener(), new Listener()]
    blind.readsBroadcasts = false
    for (const listener of [sender, reader, blind]) hub.join(room, listener)
    expect(hub.broadcast(room, note, sender)).toBe(1)
    expect(reader.frames).toEqual(['[null,null,"realtime:room","broadcast",{"event":"note"}]'])
    expect([sender.frames, blind.frames]).toEqual([[], []])
  })

  it('tells of a replaced presence as one that left and one that joined', () => {
    const hub = new TopicHub()
    const listener = new Listener()
    hub.join(room, listener)
    hub.track(room, listener, { key: 'a', payload: { n: 1 } })
    hub.track(room, listener, { key: 'a', payload: { n: 2 } })
    const diffs = listener.pushed.map(({ payload }) => payload)
    expect(diffs).toEqual([
      { joins: meta(1), leaves: {} },
      { joins: {}, leaves: meta(1) },
      { joins: meta(2), leaves: {} },
    ])
  })

  it('forgets the presence of whoever leaves', () => {
    const hub = new TopicHub()
    const [gone, stays] = [new Listener(), new Listener()]
    for (const listener of [gone, stays]) hub.join(room, listener)
    hub.track(room, gone, { key: '__proto__', payload: {} })
    expect(Object.keys(hub.presenceState(room))).toEqual(['__proto__'])
    hub.leave(room, gone)
    expect(Object.keys(hub.presenceState(room))).toEqual([])
    expect(stays.pushed).toHaveLength(2)
    expect(gone.pushed).toHaveLength(1)
  })
})
