/** One tracked payload with the reference by which clients match it. */
export type PresenceMeta = Record<string, unknown> & { phx_ref: string; phx_ref_prev?: string }

/** Presence key → its metas, as in `presence_state` and in both halves of `presence_diff`. */
export type PresenceState = Record<string, { metas: PresenceMeta[] }>

export interface PresenceDiff {
  joins: PresenceState
  leaves: PresenceState
}

/** Who is present in one topic. A member (one channel of one socket) holds at most one meta. */
export class PresenceTable<Member> {
  private readonly metas = new Map<Member, { key: string; meta: PresenceMeta }>()

  /** Adds or replaces the member's meta. */
  track(member: Member, key: string, payload: Record<string, unknown>, ref: string): PresenceDiff {
    const old = this.metas.get(member)
    const meta: PresenceMeta = { ...payload, phx_ref: ref }
    if (old) meta.phx_ref_prev = old.meta.phx_ref
    this.metas.set(member, { key, meta })
    return { joins: stateOf(key, meta), leaves: old ? stateOf(old.key, old.meta) : emptyState() }
  }

  /** Removes the member's meta; null when it had none. */
  untrack(member: Member): PresenceDiff | null {
    const old = this.metas.get(member)
    if (!old) return null
    this.metas.delete(member)
    return { joins: emptyState(), leaves: stateOf(old.key, old.meta) }
  }

  state(): PresenceState {
    const state = emptyState()
    for (const { key, meta } of this.metas.values()) {
      const entry = state[key]
      if (entry) entry.metas.push(meta)
      else state[key] = { metas: [meta] }
    }
    return state
  }

  get isEmpty(): boolean {
    return this.metas.size === 0
  }
}

// Keys come from clients: without a prototype, no key is special.
function emptyState(): PresenceState {
  return Object.create(null) as PresenceState
}

function stateOf(key: string, meta: PresenceMeta): PresenceState {
  const state = emptyState()
  state[key] = { metas: [meta] }
  return state
}
