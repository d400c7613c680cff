import { type Broadcast, encodeBroadcast, type Vsn } from './frames.ts'
import { type PresenceDiff, type PresenceState, PresenceTable } from './presence.ts'

/** What the hub needs of a joined channel. */
export interface Subscriber {
  readonly vsn: Vsn
  readonly readsBroadcasts: boolean
  readonly readsPresence: boolean
  /** Sends an encoded frame. */
  deliver(frame: string | Buffer): void
  push(event: string, payload: unknown): void
}

interface Topic {
  subscribers: Set<Subscriber>
  presence: PresenceTable<Subscriber>
}

/** A topic's name and its kind: a private and a public topic of the same name never mix. */
export interface TopicAddress {
  name: string
  isPrivate: boolean
}

/** Topics with their subscribers and presences. Delivery asks each subscriber's verdict. */
export class TopicHub {
  private readonly topics = new Map<string, Topic>()
  private lastRef = 0

  join(address: TopicAddress, subscriber: Subscriber): void {
    const key = keyOf(address)
    const topic = this.topics.get(key) ?? { subscribers: new Set(), presence: new PresenceTable() }
    topic.subscribers.add(subscriber)
    this.topics.set(key, topic)
  }

  leave(address: TopicAddress, subscriber: Subscriber): void {
    const topic = this.topics.get(keyOf(address))
    if (!topic) return
    topic.subscribers.delete(subscriber)
    this.untrack(address, subscriber)
    if (topic.subscribers.size === 0) this.topics.delete(keyOf(address))
  }

  /** Delivers to every subscriber that may read broadcasts, but `except`; returns how many. */
  broadcast(address: TopicAddress, broadcast: Broadcast, except: Subscriber | null): number {
    const topic = this.topics.get(keyOf(address))
    if (!topic) return 0
    const frames = new Map<Vsn, string | Buffer | null>()
    let delivered = 0
    for (const subscriber of topic.subscribers) {
      if (subscriber === except || !subscriber.readsBroadcasts) continue
      const { vsn } = subscriber
      if (!frames.has(vsn)) frames.set(vsn, encodeBroadcast(`realtime:${address.name}`, broadcast, vsn))
      const frame = frames.get(vsn)
      if (!frame) continue
      subscriber.deliver(frame)
      delivered += 1
    }
    return delivered
  }

  presenceState(address: TopicAddress): PresenceState {
    return this.topics.get(keyOf(address))?.presence.state() ?? {}
  }

  track(
    address: TopicAddress,
    subscriber: Subscriber,
    entry: { key: string; payload: Record<string, unknown> },
  ): void {
    const topic = this.topics.get(keyOf(address))
    if (!topic) return
    this.lastRef += 1
    const ref = `${Date.now().toString(36)}-${this.lastRef.toString(36)}`
    pushDiff(topic, topic.presence.track(subscriber, entry.key, entry.payload, ref))
  }

  untrack(address: TopicAddress, subscriber: Subscriber): void {
    const topic = this.topics.get(keyOf(address))
    const diff = topic?.presence.untrack(subscriber)
    if (topic && diff) pushDiff(topic, diff)
  }
}

/**
 * Tells who left before who joined: the client cannot match the two when both come in one message for the
 * same key, and would keep the replaced presence for ever.
 */
function pushDiff(topic: Topic, { joins, leaves }: PresenceDiff): void {
  for (const diff of [
    { joins: {}, leaves },
    { joins, leaves: {} },
  ]) {
    if (Object.keys(diff.joins).length + Object.keys(diff.leaves).length === 0) continue
    for (const subscriber of topic.subscribers) {
      if (subscriber.readsPresence) subscriber.push('presence_diff', diff)
    }
  }
}

function keyOf({ name, isPrivate }: TopicAddress): string {
  return `${isPrivate ? 'private' : 'public'}:${name}`
}
