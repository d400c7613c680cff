/** Somebody at the app's door, by the form that people use. */
import type { Tab } from './browser.ts'
import { invite } from './invite.ts'
import type { Workbench } from './workbench.ts'

/** A new editor. */
export async function signInToApp(bench: Workbench, tab: Tab, no: number): Promise<void> {
  const editor = await invite(bench, no)
  await editor.backend.dispose()
  await signInAs(bench, tab, editor)
}

export async function signInAs(
  { embedded }: Workbench,
  tab: Tab,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await tab.send('Page.navigate', { url: embedded.url })
  await tab.type('input[type=email]', email)
  await tab.type('input[type=password]', password)
  await tab.press('Sign in')
  await tab.until(`document.querySelector('a[href*="/b/"]')`)
}
