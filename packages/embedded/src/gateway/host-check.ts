import type { IncomingHttpHeaders } from 'node:http'

/** Whether a Host header names this machine itself. */
export function isLoopbackName(host: string | undefined): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host ?? '')
}

/**
 * On a loopback address only requests that name it are served, or name the site that a proxy in front
 * serves: otherwise a page of another site could point its own name at 127.0.0.1 and read our answers as
 * its own origin.
 */
export function isAllowedHost(
  headers: Pick<IncomingHttpHeaders, 'host'>,
  listensOn: string,
  siteUrl?: string,
): boolean {
  if (!isLoopbackAddress(listensOn) || isLoopbackName(headers.host)) return true
  return siteUrl !== undefined && headers.host?.toLowerCase() === new URL(siteUrl).host
}

/** Whether an address to listen on is reachable from this machine only. */
export function isLoopbackAddress(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
