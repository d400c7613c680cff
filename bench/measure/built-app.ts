/** Where the built app lies: `APP_DIR` names another version of it. */
import { existsSync } from 'node:fs'

export function builtApp(): string {
  const folder = process.env.APP_DIR ?? new URL('../../apps/web/dist', import.meta.url).pathname
  if (!existsSync(`${folder}/index.html`)) throw new Error('The app is not built: run `npm run build` first.')
  return folder
}
