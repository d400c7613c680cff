/** Somebody who listens to topics, and is in the room of a base. */
import { nodeTransport } from '@plinth/backend/testing'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import type { Identity } from '../identities.ts'
import { Prober, type Tools } from '../prober.ts'

/** Its name among the surfaces. */
export const realtime = 'realtime'
export const patience = { joinMs: 10_000, eventMs: 15_000, silenceMs: 400 }

export interface Event {
  readonly seq: string
}

/** What somebody says of themselves in a room. */
interface Presence {
  readonly who?: string
}

export class Listener {
  readonly prober: Prober
  readonly heard: Event[] = []
  /** Who has shown themselves to this listener in the room of the base. */
  readonly met = new Set<string>()
  private room: RealtimeChannel | null = null
  private readonly client: SupabaseClient

  constructor(tools: Tools, identity: Identity) {
    this.prober = new Prober(tools, identity, realtime)
    this.client = createClient(tools.project.url, tools.project.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      realtime: { transport: nodeTransport },
    })
  }

  async signIn(): Promise<void> {
    const token = this.prober.identity.token()
    if (token !== null) await this.client.realtime.setAuth(token)
  }

  /** Is the topic open to this listener? */
  join(topic: string): Promise<boolean> {
    const channel = this.client.channel(topic, { config: { private: true } })
    channel.on('broadcast', { event: 'change' }, (message) => this.heard.push(message['payload'] as Event))
    return this.subscribed(channel)
  }

  private subscribed(channel: RealtimeChannel): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), patience.joinMs)
      channel.subscribe((status) => {
        clearTimeout(timer)
        resolve(status === 'SUBSCRIBED')
        // One that was refused would try again for ever.
        if (status === 'CHANNEL_ERROR') void this.client.removeChannel(channel)
      })
    })
  }

  /** The same of a room, in which people see each other. */
  async enter(room: string): Promise<boolean> {
    const channel = this.client.channel(room, { config: { private: true } })
    channel.on('presence', { event: 'sync' }, () => {
      const there = Object.values(channel.presenceState<Presence>()).flat()
      for (const { who } of there) if (who !== undefined) this.met.add(who)
    })
    if (await this.subscribed(channel)) this.room = channel
    return this.room !== null
  }

  /** Says to everybody in the room, if there is one for this listener, that they are there. */
  async show(who: string): Promise<void> {
    await this.room?.track({ who })
  }

  /** Says on a topic of changes what the database alone may say: by the socket, and by both routes that need none. */
  async forge(topic: string, seq: string): Promise<void> {
    const payload = { op: 'bulk', seq }
    const channel = this.client.getChannels().find((one) => one.topic === `realtime:${topic}`)
    await channel?.send({ type: 'broadcast', event: 'change', payload })
    const isPrivate = this.prober.random.chance(0.7)
    const messages = [{ topic, event: 'change', payload, private: isPrivate }]
    const path = '/realtime/v1/api/broadcast'
    await this.prober.send({ method: 'POST', path, body: { messages } })
    const event = `${path}/${encodeURIComponent(topic)}/events/change?private=${isPrivate}`
    await this.prober.send({ method: 'POST', path: event, body: payload })
  }

  /** What came of one transaction. Others may come late, from before the topic was joined. */
  heardOf(seq: string): readonly Event[] {
    return this.heard.filter((event) => event.seq === seq)
  }

  async leave(): Promise<void> {
    await this.client.removeAllChannels()
    this.client.realtime.disconnect()
  }
}
