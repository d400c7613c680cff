import { secretLink } from './invitation-link.ts'
import type { Project } from './project.ts'

/** The address of what a link shows: the token stands in the fragment, which browsers send to nobody. */
export const shareAddress = (token: string, project: Project, origin?: string): string =>
  secretLink('/s', token, project, origin)

/** The piece of a web page that shows a link there, without the app's own bar. */
export function embedCode(token: string, project: Project, name: string, origin?: string): string {
  const address = secretLink('/s?embed', token, project, origin)
  return `<iframe src="${escaped(address)}" title="${escaped(name)}" width="100%" height="600" style="border:0" loading="lazy" referrerpolicy="no-referrer"></iframe>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
