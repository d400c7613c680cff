/** Real people for tests, benchmarks and the demo: signed up through the public API, confirmed by the mailed link. */
import { readFileSync } from 'node:fs'
import type { SignedIn } from '@plinth/domain'
import { WebSocket } from 'ws'
import type { WebSocketTransport } from './client.ts'
import {
  createMemoryStorage,
  createSupabaseBackend,
  type SupabaseBackend,
} from './create-supabase-backend.ts'

export { type CuttingLine, openCuttingLine } from './cutting-line.ts'

export interface Project {
  url: string
  publishableKey: string
  /** Text of the newest mail to this address; null while none has come. */
  newestMail(to: string): Promise<string | null> | string | null
}

export interface Person extends SignedIn {
  backend: SupabaseBackend
  password: string
}

export interface Newcomer {
  email: string
  name: string
  password: string
}

/** Reads the development mailbox of an embedded backend: one file, newest mail first. */
export function mailboxIn(dataDir: string): Project['newestMail'] {
  return (to) => {
    try {
      const mails = JSON.parse(readFileSync(`${dataDir}/mailbox.json`, 'utf8')) as {
        to: string
        text: string
      }[]
      return mails.find((mail) => mail.to.toLowerCase() === to.toLowerCase())?.text ?? null
    } catch (error) {
      // No mail was sent yet: there is no file.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
}

/** The address of a link in a mail's text. */
export function linkInMail(text: string): string {
  const link = /https?:\/\/\S+\/auth\/v1\/verify\S*/.exec(text)?.[0]
  if (link === undefined) throw new Error(`no link in this mail:\n${text}`)
  return link
}

/** Node has a `WebSocket` of its own only since version 22. */
export const nodeTransport = WebSocket as unknown as WebSocketTransport

/** A backend of its own session, kept in memory. */
export function backendOf({ url, publishableKey }: Pick<Project, 'url' | 'publishableKey'>): SupabaseBackend {
  return createSupabaseBackend({
    url,
    publishableKey,
    storage: createMemoryStorage(),
    transport: nodeTransport,
  })
}

/** Waits for a mail that came after `known`, at most ten seconds. */
export async function waitForMail(
  project: Project,
  to: string,
  known: string | null = null,
): Promise<string> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    const mail = await project.newestMail(to)
    if (mail !== null && mail !== known) return mail
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no mail to ${to} came`)
}

/** Opens a mailed link as a browser does and answers where the project sends the browser. */
export async function followLink(link: string): Promise<string> {
  const answer = await fetch(link, { redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`the link answered ${answer.status} without a redirect`)
  return location
}

/** Signs somebody up, follows the mailed link and calls `my_session` once, which makes the profile. */
export async function signUpPerson(project: Project, newcomer: Newcomer): Promise<Person> {
  const backend = backendOf(project)
  const redirectTo = `${project.url}/auth/callback`
  const signedUp = await backend.auth.signUp({ ...newcomer, redirectTo })
  if (!signedUp.ok) throw new Error(`sign-up of ${newcomer.email}: ${signedUp.error.code}`)
  const session = signedUp.value.confirmationSent
    ? await confirm(project, backend, newcomer.email)
    : await backend.auth.current()
  if (session === null) throw new Error(`${newcomer.email} is not signed in after signing up`)
  const profile = await backend.workspaces.session()
  if (!profile.ok) throw new Error(`first session of ${newcomer.email}: ${profile.error.code}`)
  return { ...session, backend, password: newcomer.password }
}

async function confirm(project: Project, backend: SupabaseBackend, email: string): Promise<SignedIn> {
  const link = linkInMail(await waitForMail(project, email))
  const completed = await backend.auth.completeLink(await followLink(link))
  if (!completed.ok) throw new Error(`confirmation of ${email}: ${completed.error.code}`)
  return completed.value.session
}

/** Signs in somebody who has an account already. */
export async function signInPerson(project: Project, who: Omit<Newcomer, 'name'>): Promise<Person> {
  const backend = backendOf(project)
  const session = await backend.auth.signIn(who)
  if (!session.ok) throw new Error(`sign-in of ${who.email}: ${session.error.code}`)
  return { ...session.value, backend, password: who.password }
}
