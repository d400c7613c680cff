import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StartFailure } from '../start-failure.ts'

const run = promisify(execFile)

/** The operating-system user that Postgres runs as when we are root (Postgres refuses to run as root). */
export interface OsAccount {
  uid: number
  gid: number
}

/** Names in order of preference: an account of Postgres's own, else the one nobody logs in with. */
const ACCOUNT_NAMES = ['plinth', 'postgres']

/**
 * Finds, or as root creates, the account for Postgres. Returns undefined when we are not root: then
 * Postgres runs as ourselves. The account must exist in the user database, because initdb looks it up.
 */
export async function findOsAccount(): Promise<OsAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const existing = await firstAccount(ACCOUNT_NAMES)
  if (existing) return existing
  try {
    await run('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'plinth'])
  } catch {
    // Some minimal images have no useradd; the unprivileged account every system has will do.
  }
  const account = (await firstAccount(ACCOUNT_NAMES)) ?? (await firstAccount(['nobody']))
  if (account) return account
  throw new StartFailure(
    'no_account',
    'Postgres refuses to run as root, and no other account could be found or created.',
    'Start as an ordinary user, or create a system user named plinth.',
  )
}

async function firstAccount(names: string[]): Promise<OsAccount | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of names) {
    const entry = lines.find((fields) => fields[0] === name)
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  return undefined
}
