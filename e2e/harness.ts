/** One embedded backend with the built app, on a free port, over a temporary folder. */
import { existsSync } from 'node:fs'
import { linkInMail, mailboxIn, type Project, waitForMail } from '@plinth/backend/testing'
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

/** `withApp: false` for journeys that need no page. */
export async function startWorld({ withApp = true } = {}): Promise<World> {
  if (withApp && !existsSync(`${appDir}/index.html`)) {
    throw new Error('The app is not built: run `npm run build` first.')
  }
  const backend = await startTestBackend(withApp ? { appDir } : {})
  const project: Project = {
    url: backend.url,
    publishableKey: backend.publishableKey,
    newestMail: mailboxIn(backend.dataDir),
  }
  return {
    backend,
    url: backend.url,
    project,
    mailedLink: async (to, known = null) => linkInMail(await waitForMail(project, to, known)),
    stop: () => backend.stop(),
  }
}
