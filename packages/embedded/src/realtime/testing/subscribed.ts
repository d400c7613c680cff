import type { RealtimeChannel, RealtimeChannelOptions, SupabaseClient } from '@supabase/supabase-js'

export interface Subscription {
  channel: RealtimeChannel
  /** The first answer: SUBSCRIBED, CHANNEL_ERROR, … */
  status: string
  /** Every status since. */
  statuses: string[]
  error: string | undefined
  broadcasts: { event: string; payload: unknown; meta?: unknown }[]
  /** System messages. */
  system: string[]
}

/** Joins a topic and gathers what arrives; settles with the first answer. */
export async function subscribed(
  client: SupabaseClient,
  topic: string,
  config: RealtimeChannelOptions['config'] = { private: true },
): Promise<Subscription> {
  const channel = client.channel(topic, { config })
  const broadcasts: Subscription['broadcasts'] = []
  const system: string[] = []
  const statuses: string[] = []
  channel.on('broadcast', { event: '*' }, (message) => broadcasts.push(message as never))
  channel.on('system', {}, (message: { message: string }) => system.push(message.message))
  if (config.presence?.enabled) channel.on('presence', { event: 'sync' }, () => undefined)
  return new Promise((resolve) => {
    channel.subscribe((status, error) => {
      statuses.push(status)
      if (statuses.length > 1) return
      resolve({ channel, status, statuses, error: error?.message, broadcasts, system })
    })
  })
}
