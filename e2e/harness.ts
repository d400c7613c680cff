/** One embedded backend with the built app, on a free port, over a temporary folder. */
import { existsSync } from 'node:fs'
import { linkInMail, mailboxIn, type Project, waitForMail } from '@plinth/backend/testing'
import { type DemoBaseName, seedDemo } from '@plinth/embedded/demo'
import { startTestBackend, type TestBackend } from '@plinth/embedded/testing'

/** `APP_DIR` names another build. */
const appDir = process.env.APP_DIR ?? new URL('../apps/web/dist', import.meta.url).pathname

export interface World {
  backend: TestBackend
  /** Address of app and API. */
  url: string
  /** For people made through the API. */
  project: Project
  /** The link in the next mail to this address; `known` is the text of the last one seen. */
  mailedLink(to: string, known?: string | null): Promise<string>
  stop(): Promise<void>
}

export interface WorldOptions {
  /** False for journeys that need no page. */
  withApp?: boolean
  /** What a world has in it at its beginning, as `seededFolder` left it. */
  copyOf?: string
}

export async function startWorld({ withApp = true, ...options }: WorldOptions = {}): Promise<World> {
  if (withApp && !existsSync(`${appDir}/index.html`)) {
    throw new Error('The app is not built: run `npm run build` first.')
  }
  const backend = await startTestBackend(withApp ? { ...options, appDir } : options)
  const project = projectOf(backend)
  return {
    backend,
    url: backend.url,
    project,
    mailedLink: async (to, known = null) => linkInMail(await waitForMail(project, to, known)),
    stop: () => backend.stop(),
  }
}

const projectOf = (backend: TestBackend): Project => ({
  url: backend.url,
  publishableKey: backend.publishableKey,
  newestMail: mailboxIn(backend.dataDir),
})

const seeded = new Map<string, Promise<string>>()

/** The folder of a world with these bases of the demo; the journeys of a process begin with copies of one. */
export function seededFolder(bases: readonly DemoBaseName[] = ['programme']): Promise<string> {
  const name = bases.join()
  const known = seeded.get(name) ?? seedFolder(bases)
  seeded.set(name, known)
  // What went wrong once is no reason for the next journey to fail.
  known.catch(() => seeded.delete(name))
  return known
}

async function seedFolder(bases: readonly DemoBaseName[]): Promise<string> {
  const backend = await startTestBackend()
  await seedDemo(projectOf(backend), bases)
  return backend.keep()
}
