import { type Hue, hues } from '@plinth/domain'

/** The hue that belongs to an id for ever: the same person has the same colour everywhere. */
export function stableHue(id: string): Hue {
  let hash = 2166136261
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  // Stone stands for "no colour", so that it names nobody.
  return hues[1 + ((hash >>> 0) % (hues.length - 1))] ?? 'teal'
}

/** One or two letters that stand for a name; works for scripts beyond the basic plane. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const first = [...(words[0] ?? '')][0] ?? '?'
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ''
  return (first + last).toLocaleUpperCase()
}
