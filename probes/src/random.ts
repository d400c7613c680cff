/** Choices that come again with the same seed (mulberry32). */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed | 0
  }

  /** From 0 up to 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number from 0 up to `n`, without it. */
  upTo(n: number): number {
    return Math.floor(this.next() * n)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  oneOf<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('nothing to choose from')
    return list[this.upTo(list.length)]!
  }

  /** At most `n` of the list, in random order. */
  some<T>(list: readonly T[], n: number): T[] {
    const left = [...list]
    const taken: T[] = []
    while (left.length > 0 && taken.length < n) taken.push(...left.splice(this.upTo(left.length), 1))
    return taken
  }

  shuffled<T>(list: readonly T[]): T[] {
    return this.some(list, list.length)
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.upTo(16).toString(16)).join('')
  }

  /** Of the form of version 7; its time is as random as the rest. */
  uuid(): string {
    const variant = '89ab'[this.upTo(4)]
    return `01${this.hex(6)}-${this.hex(4)}-7${this.hex(3)}-${variant}${this.hex(3)}-${this.hex(12)}`
  }

  /** For a part of the work: what it draws changes nothing for the others. */
  fork(): Random {
    return new Random(this.upTo(2 ** 31))
  }
}
