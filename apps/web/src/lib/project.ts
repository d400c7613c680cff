import * as v from 'valibot'

const storageKey = 'plinth.project'

const projectSchema = v.object({
  url: v.pipe(v.string(), v.url()),
  publishableKey: v.pipe(v.string(), v.minLength(10)),
  embedded: v.optional(v.boolean(), false),
})

/** A hosted project, or the embedded backend that serves this app. */
export type Project = v.InferOutput<typeof projectSchema>

const configSchema = v.object({
  url: v.string(),
  publishableKey: v.pipe(v.string(), v.minLength(10)),
  embedded: v.optional(v.boolean(), false),
})

/** What stands in `/config.json` beside the app, if anything; a relative `url` counts from this origin. */
export async function configuredProject(fetcher: typeof fetch = fetch): Promise<Project | null> {
  try {
    const response = await fetcher('/config.json', { cache: 'no-cache' })
    if (!response.ok) return null
    const config = v.safeParse(configSchema, await response.json())
    if (!config.success) return null
    const url = new URL(config.output.url, location.origin).href.replace(/\/$/, '')
    return { ...config.output, url }
  } catch {
    // No file, not JSON (a host that answers every path with the app), or offline: the person connects by hand.
    return null
  }
}

export function rememberedProject(): Project | null {
  try {
    const stored = v.safeParse(projectSchema, JSON.parse(localStorage.getItem(storageKey) ?? 'null'))
    return stored.success ? stored.output : null
  } catch {
    return null
  }
}

export function rememberProject(project: Project): void {
  localStorage.setItem(storageKey, JSON.stringify(project))
}

export function forgetProject(): void {
  localStorage.removeItem(storageKey)
}

/** Puts right what people paste: a missing scheme, a trailing slash, the address of the REST API. */
export function normalizeProjectUrl(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const withScheme = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  try {
    const url = new URL(withScheme)
    if (!url.hostname.includes('.') && url.hostname !== 'localhost') return null
    return url.origin
  } catch {
    return null
  }
}
