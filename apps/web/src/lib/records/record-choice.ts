import type { LinkItem } from '@plinth/domain'

/** A record that may be chosen: what it is called, and what tells it from others of its name. */
export interface RecordChoice {
  readonly item: LinkItem
  readonly label: string
  /** Empty: nothing. */
  readonly note: string
}
