import type { LiveApi, Presence } from '@plinth/domain'
import * as v from 'valibot'
import type { Client } from './client.ts'
import { createPacer } from './pacer.ts'
import { SharedChannel, type TopicOptions } from './shared-channel.ts'
import { presence } from './wire/live.ts'
import { commentEvent } from './wire/records.ts'
import { changeEvent } from './wire/rows.ts'

/** The hosted service allows 5 presence calls per 30 s and client; one is left for a rejoin. */
const presenceBudget = { calls: 4, perMs: 30_000 }

export interface DisposableLiveApi extends LiveApi {
  dispose(): void
}

export function createLiveApi(client: Client): DisposableLiveApi {
  const topics = new Map<string, SharedChannel>()

  function topicOf(options: TopicOptions): SharedChannel {
    const known = topics.get(options.topic)
    if (known !== undefined) return known
    const made = new SharedChannel(client, options, () => {
      if (topics.get(options.topic) === made) topics.delete(options.topic)
    })
    topics.set(options.topic, made)
    return made
  }

  return {
    table(table, epoch, handlers) {
      const channel = topicOf({ topic: `table:${table}:${epoch}`, presenceKey: null })
      const close = channel.listen({
        onState: (state) => handlers.onState(state),
        onBroadcast(event, payload) {
          if (event !== 'change') return
          const parsed = v.safeParse(changeEvent, payload)
          // An event of an unknown shape still says that something changed: the schema is the widest such word.
          handlers.onEvent(parsed.success ? parsed.output : { op: 'schema' })
        },
      })
      return { close }
    },
    comments(table, epoch, handlers) {
      const channel = topicOf({ topic: `table:${table}:${epoch}`, presenceKey: null })
      const close = channel.listen({
        onState: (state) => handlers.onState(state),
        onBroadcast(event, payload) {
          if (event !== 'comment') return
          const parsed = v.safeParse(commentEvent, payload)
          handlers.onChange((parsed.success && parsed.output.records) || null)
        },
      })
      return { close }
    },
    room(base, epoch, me, handlers) {
      const channel = topicOf({ topic: `room:${base}:${epoch}`, presenceKey: me.tab })
      const pacer = createPacer(presenceBudget, (latest: Presence) => channel.track({ ...latest }))
      pacer.push(me)
      const close = channel.listen({
        onState: (state) => handlers.onState(state),
        onPresence: (metas) => handlers.onPresence(peopleOf(metas)),
        onBroadcast(event) {
          if (event === 'schema') handlers.onSchemaChanged()
        },
      })
      return {
        update: (next) => pacer.push(next),
        close() {
          pacer.stop()
          close()
        },
      }
    },
    dispose() {
      for (const topic of topics.values()) topic.dispose()
      topics.clear()
      // Not awaited: with a server that is gone, the library waits ten seconds for its farewell.
      if (client.realtime.isConnected() || client.realtime.isConnecting()) void client.realtime.disconnect()
    },
  }
}

/** Presence is what other clients say about themselves: entries of a wrong shape are left out, one is kept a tab. */
function peopleOf(metas: readonly unknown[]): readonly Presence[] {
  const byTab = new Map<string, Presence>()
  for (const meta of metas) {
    const parsed = v.safeParse(presence, meta)
    if (parsed.success) byTab.set(parsed.output.tab, parsed.output)
  }
  return [...byTab.values()]
}
