/** What one gateway accepts; the figures follow the provider's smaller plans. */
export interface RealtimeLimits {
  /** Sockets at once. */
  connections: number
  /** Channels of one socket. */
  channelsPerConnection: number
  /** Channel joins of all sockets in a second. */
  joinsPerSecond: number
  /** Messages of all sockets in a second: each send and each delivery of it counts. */
  messagesPerSecond: number
  /** Presence calls of one channel in `presenceWindowMs`. */
  presenceCalls: number
  presenceWindowMs: number
  /** Bytes of one broadcast or presence payload. */
  payloadBytes: number
  /** Bytes of one websocket frame; a larger one closes the socket. */
  frameBytes: number
  /**
   * Unsent bytes at which a reader counts as slow. One that is still slow after `slowMs`, or has eight
   * times as much unsent, is dropped: it reconnects and reads afresh. A burst alone drops nobody.
   */
  bufferedBytes: number
  slowMs: number
  /** Silence after which a socket is dead; clients send a heartbeat each 25 s. */
  silenceMs: number
}

export const REALTIME_LIMITS: RealtimeLimits = {
  connections: 2_000,
  channelsPerConnection: 100,
  joinsPerSecond: 500,
  messagesPerSecond: 2_500,
  presenceCalls: 5,
  presenceWindowMs: 30_000,
  payloadBytes: 256 * 1024,
  frameBytes: 3 * 1024 * 1024,
  bufferedBytes: 8 * 1024 * 1024,
  slowMs: 5_000,
  silenceMs: 75_000,
}

/** Counts events in fixed windows of `windowMs`. */
export class RateMeter {
  private windowStart = 0
  private count = 0

  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Adds `amount` events; false when the window's limit is passed. */
  take(amount = 1): boolean {
    const now = this.now()
    if (now - this.windowStart >= this.windowMs) {
      this.windowStart = now
      this.count = 0
    }
    this.count += amount
    return this.count <= this.limit
  }
}
