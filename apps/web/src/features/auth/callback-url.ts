import { paths } from '../../lib/paths.ts'

/** Where links in mails lead back to; a hosted project must have it on its list of redirect addresses. */
export const callbackUrl = (): string => location.origin + paths.callback()
