import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** What the child says: where it serves, or why it does not. */
export interface ChildReport {
  url?: string
  publishableKey?: string
  secretKey?: string
  databaseUrl?: string
  code?: string
  message?: string
  hint?: string
}

export interface ChildBackend {
  process: ChildProcess
  /** Settles with the first line; empty if the child ended without one. */
  report: Promise<ChildReport>
  /** Ends the Node process at once, as a crash would; Postgres stays. */
  kill(): Promise<void>
  /** Stops in order. */
  stop(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('./start-in-child.ts', import.meta.url))

/** Starts the backend in a process of its own, which a test can kill. */
export function startChild(dataDir: string, port = 0): ChildBackend {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, dataDir, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await ended
  }
  return { process: child, report: firstLine(child), kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

async function firstLine(child: ChildProcess): Promise<ChildReport> {
  if (!child.stdout) return {}
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return JSON.parse(line) as ChildReport
  }
  return {}
}
