import { randomUUID } from 'node:crypto'

/** What a client asks for when it joins a channel; unknown or malformed parts fall back to defaults. */
export interface JoinConfig {
  isPrivate: boolean
  /** Confirms each broadcast with a reply. */
  acksBroadcasts: boolean
  /** Sends the client its own broadcasts too. */
  echoesBroadcasts: boolean
  /** Wants a system message once broadcasts from the database flow. */
  awaitsReplication: boolean
  presenceKey: string
  presenceEnabled: boolean
  postgresChanges: Record<string, unknown>[]
  accessToken: string | null
}

/** Presence keys travel with every diff. */
const MAX_PRESENCE_KEY = 255
const MAX_POSTGRES_CHANGES = 100

export function parseJoinPayload(payload: unknown): JoinConfig {
  const root = asRecord(payload)
  const config = asRecord(root['config'])
  const broadcast = asRecord(config['broadcast'])
  const presence = asRecord(config['presence'])
  const key = presence['key']
  const changes = Array.isArray(config['postgres_changes']) ? (config['postgres_changes'] as unknown[]) : []
  const token = root['access_token'] ?? root['user_token']
  return {
    isPrivate: config['private'] === true,
    acksBroadcasts: broadcast['ack'] === true,
    echoesBroadcasts: broadcast['self'] === true,
    awaitsReplication: broadcast['replication_ready'] === true,
    presenceKey: typeof key === 'string' && key !== '' ? key.slice(0, MAX_PRESENCE_KEY) : randomUUID(),
    presenceEnabled: presence['enabled'] === true,
    postgresChanges: changes
      .filter((change) => change !== null)
      .slice(0, MAX_POSTGRES_CHANGES)
      .map(asRecord),
    accessToken: typeof token === 'string' ? token : null,
  }
}

/** A JSON object's fields; empty for any other value. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
