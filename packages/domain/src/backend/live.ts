import type { BaseId, RecordId, TableId, UserId } from '../ids.ts'
import type { ChangeEvent } from '../rows.ts'

/**
 * A change is told from the log of commits, a moment before the database lets anybody read it. After so many milliseconds it can surely
 * be read.
 */
export const readableMs = 300

/** Everybody in the base is told it, whatever they may read: so nothing of where a tab looks. */
export interface Presence {
  /** One entry per open tab. */
  readonly tab: string
  readonly userId: UserId
  readonly name: string
  readonly avatarKey: string | null
}

export interface LiveApi {
  /** Private data topic of one table. `state` tells whether events can be missed: after `lost` → `live`, ask `changesSince`. */
  table(
    table: TableId,
    epoch: number,
    handlers: { onEvent(event: ChangeEvent): void; onState(state: 'live' | 'lost' | 'refused'): void },
  ): { close(): void }
  /**
   * When comments on records of the table changed: on which (null: on whichever), never what they say. At each `live`, the first one too,
   * what was loaded before may be old.
   */
  comments(
    table: TableId,
    epoch: number,
    handlers: {
      onChange(records: readonly RecordId[] | null): void
      onState(state: 'live' | 'lost' | 'refused'): void
    },
  ): { close(): void }
  /**
   * Who is in this base now; content is a hint from other clients and never trusted for rights. A changed schema is told once, to
   * those who are there: at each `live`, the first one too, what was loaded before may be old.
   */
  room(
    base: BaseId,
    epoch: number,
    me: Presence,
    handlers: {
      onPresence(people: readonly Presence[]): void
      onState(state: 'live' | 'lost' | 'refused'): void
      onSchemaChanged(): void
    },
  ): { update(me: Presence): void; close(): void }
}
