import type { Readable } from 'node:stream'

/** Lines kept for error messages: a failed start prints fewer than this. */
const KEPT_LINES = 60

/** The last lines a program wrote, so that a failure can say why. */
export class LogTail {
  private lines: string[] = []
  private partial = ''
  private waiting: ((line: string) => void)[] = []

  /** Collects what `stream` writes until it ends. */
  follow(stream: Readable): void {
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => this.add(chunk))
  }

  /** Calls `seen` for every further line. */
  onLine(seen: (line: string) => void): void {
    this.waiting.push(seen)
  }

  /** The kept lines, oldest first. */
  text(): string {
    return [...this.lines, this.partial].filter((line) => line.length > 0).join('\n')
  }

  private add(chunk: string): void {
    const lines = (this.partial + chunk).split('\n')
    this.partial = lines.pop() ?? ''
    for (const line of lines) {
      for (const seen of this.waiting) seen(line)
    }
    this.lines = [...this.lines, ...lines].slice(-KEPT_LINES)
  }
}
