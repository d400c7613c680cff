import type { Project } from './project.ts'

/**
 * The address of an invitation. Everything secret or particular stands in the fragment, which browsers send to nobody.
 * A hosted project travels with it, for a reader whose browser has never seen it.
 */
export const invitationLink = (token: string, project: Project, origin?: string): string =>
  secretLink('/invite', token, project, origin)

/** An address of the app with a token, and with what its reader needs to know of the project. */
export function secretLink(
  path: string,
  token: string,
  project: Project,
  origin: string = location.origin,
): string {
  const fragment = new URLSearchParams({ token })
  if (!project.embedded) {
    fragment.set('url', project.url)
    fragment.set('key', project.publishableKey)
  }
  return `${origin}${path}#${fragment.toString()}`
}

export interface ReadInvitation {
  readonly token: string
  /** The project named by the link; to be confirmed by its reader before anything is sent there. */
  readonly project: { readonly url: string; readonly publishableKey: string } | null
}

/** What a fragment says; null when it holds no invitation. A bare token is accepted too. */
export function readInvitationFragment(hash: string): ReadInvitation | null {
  const text = hash.replace(/^#/, '')
  if (text === '') return null
  if (!text.includes('=')) return { token: decodeURIComponent(text), project: null }
  const params = new URLSearchParams(text)
  const token = params.get('token')
  if (!token) return null
  const [url, publishableKey] = [params.get('url'), params.get('key')]
  return { token, project: url && publishableKey ? { url, publishableKey } : null }
}
