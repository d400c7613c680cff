import { refuse } from '../gateway/api-error.ts'

/** What the `Prefer` headers ask for. */
export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation'
  count: 'exact' | 'planned' | 'estimated' | undefined
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  missing: 'default' | 'null'
  maxAffected: number | undefined
  rollback: boolean
  /** `handling=strict`: unknown preferences are refused, and max-affected is enforced. */
  strict: boolean
}

const CHOICES = new Map([
  ['return', ['minimal', 'headers-only', 'representation']],
  ['count', ['exact', 'planned', 'estimated']],
  ['resolution', ['merge-duplicates', 'ignore-duplicates']],
  ['missing', ['default', 'null']],
  ['handling', ['strict', 'lenient']],
  ['tx', ['commit', 'rollback']],
])

/** Parses `Prefer`; values we do not know are passed over unless `handling=strict`. */
export function parsePreferences(header: string | null): Preferences {
  const given = new Map<string, string>()
  const invalid: string[] = []
  for (const part of (header ?? '').split(',')) {
    const [name = '', value = ''] = part.split('=').map((text) => text.trim())
    if (name === '' || given.has(name)) continue
    const isKnown = CHOICES.get(name)?.includes(value) || (name === 'max-affected' && /^\d+$/.test(value))
    if (isKnown) given.set(name, value)
    else if (name !== 'timezone' && name !== 'params') invalid.push(part.trim())
  }
  const strict = given.get('handling') === 'strict'
  if (strict && invalid.length > 0) {
    refuse(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${invalid.join(', ')}`,
    })
  }
  const maxAffected = given.get('max-affected')
  return {
    return: (given.get('return') ?? 'minimal') as Preferences['return'],
    count: given.get('count') as Preferences['count'],
    resolution: given.get('resolution') as Preferences['resolution'],
    missing: given.get('missing') === 'default' ? 'default' : 'null',
    maxAffected: strict && maxAffected !== undefined ? Number(maxAffected) : undefined,
    rollback: given.get('tx') === 'rollback',
    strict,
  }
}
