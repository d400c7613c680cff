import { type CaptchaProvider, captchaProviders, isCaptchaName } from '@plinth/domain'
import type { Sql } from 'postgres'

/** So long a provider that the database's owner has changed may go on, or be missing. */
const KEPT_MS = 5_000

export type CaptchaSources = CaptchaProvider['sources']

/** What the pages of links may load for the project's captcha; null: it has none, or one that the app does not show. */
export type CaptchaPolicy = () => Promise<CaptchaSources | null>

/** Asks the database, as its owner: nobody else reads which captcha the project has. */
export function captchaPolicy(owner: Sql): CaptchaPolicy {
  let known: { at: number; sources: Promise<CaptchaSources | null> } | null = null
  return () => {
    if (known === null || Date.now() - known.at > KEPT_MS) known = { at: Date.now(), sources: ask(owner) }
    return known.sources
  }
}

async function ask(owner: Sql): Promise<CaptchaSources | null> {
  const [row] = await owner<{ provider: string }[]>`select provider from plinth_private.captcha`.catch(
    () => [],
  )
  return isCaptchaName(row?.provider) ? captchaProviders[row.provider].sources : null
}
