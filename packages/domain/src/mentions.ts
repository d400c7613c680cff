/**
 * People who are mentioned in a text. A mention is stored as a Markdown link, `[@Ada](plinth:person/<id>)`: it names somebody by id, so a
 * rename reaches all texts, and what it says between the brackets is the name at the time of writing, for those who read the text as it
 * is stored. While somebody writes, it stands as `@Ada` alone.
 */
import type { UserId } from './ids.ts'

export interface Mention {
  readonly person: UserId
  /** As it was when the mention was written. */
  readonly name: string
}

const scheme = 'plinth:person/'
const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** Behind a backslash or an exclamation mark Markdown reads no link. */
const mentions = () =>
  new RegExp(`(?<![\\\\!])\\[@((?:\\\\[^\\n]|[^\\\\\\[\\]\\n])*)\\]\\(${scheme}(${id})\\)`, 'g')

/** What Markdown would read as something else: brackets, what binds tighter than them, emphasis, cells of tables, entities. */
const escaped = (name: string) => name.replace(/[\\[\]`<>*_~|]|&(?=#?\w+;)/g, String.raw`\$&`)
const unescaped = (label: string) => label.replace(/\\([!-/:-@[-`{-~])/g, '$1')

/** A name on one line. */
const named = (name: string) => name.replace(/\s+/g, ' ').trim()

/** The mention as it is stored. */
export const mentionLink = ({ person, name }: Mention): string =>
  `[@${escaped(named(name))}](${scheme}${person})`

/** Whom the address of a link means; null where it is none of a mention. */
export function mentionedBy(address: string): UserId | null {
  const person = address.startsWith(scheme) ? address.slice(scheme.length) : ''
  return new RegExp(`^${id}$`).test(person) ? (person as UserId) : null
}

/** A stored text in pieces: what stands between mentions, and these. */
export const splitMentions = (text: string): readonly (string | Mention)[] =>
  piecesOf(text).map(({ raw, mention }) => mention ?? raw)

function piecesOf(text: string): readonly { raw: string; mention?: Mention }[] {
  const pieces: { raw: string; mention?: Mention }[] = []
  let end = 0
  for (const { 0: raw, 1: label = '', 2: person, index } of text.includes(scheme)
    ? text.matchAll(mentions())
    : []) {
    if (index > end) pieces.push({ raw: text.slice(end, index) })
    pieces.push({ raw, mention: { person: person as UserId, name: unescaped(label) } })
    end = index + raw.length
  }
  if (end < text.length) pieces.push({ raw: text.slice(end) })
  return pieces
}

/** A stored text as it reads in one piece. */
export const plainMentions = (text: string, nameOf: (mention: Mention) => string): string =>
  splitMentions(text)
    .map((piece) => (typeof piece === 'string' ? piece : `@${nameOf(piece)}`))
    .join('')

/** A text while it is written. */
export interface WrittenText {
  readonly text: string
  /** Those who are meant where their name stands behind an `@`. */
  readonly mentions: readonly Mention[]
}

/** A stored text as it is written. Where short mentions could mean something else it stays as it is stored, so `storedText` gives it back. */
export function writtenText(stored: string): WrittenText {
  const mentioned = piecesOf(stored).flatMap(({ mention }) => mention ?? [])
  const written = { text: plainMentions(stored, ({ name }) => name), mentions: mentioned }
  return storedText(written) === stored ? written : { text: stored, mentions: [] }
}

/** What was written, as it is stored: of names that begin alike the longest is meant, and a name ends where its word does. */
export function storedText({ text, mentions: known }: WrittenText): string {
  const longestFirst = known.filter(({ name }) => name !== '').toSorted(byLength)
  if (longestFirst.length === 0) return text
  return piecesOf(text)
    .map(({ raw, mention }) => (mention ? raw : linkNames(raw, longestFirst)))
    .join('')
}

const byLength = (a: Mention, b: Mention) => b.name.length - a.name.length

function linkNames(text: string, known: readonly Mention[]): string {
  let linked = ''
  let end = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', Math.max(end, at + 1))) {
    const mention = endsWord.test(text.slice(Math.max(0, at - 2), at))
      ? undefined
      : known.find(({ name }) => isAt(text, at + 1, name))
    if (mention === undefined) continue
    linked += text.slice(end, at) + mentionLink(mention)
    end = at + 1 + mention.name.length
  }
  return linked + text.slice(end)
}

const isAt = (text: string, at: number, name: string) =>
  text.startsWith(name, at) && !beginsWord.test(text.slice(at + name.length, at + name.length + 2))

const beginsWord = /^[\p{L}\p{N}\p{M}]/u
/** An `@` in an address, or one that would be no link, begins no mention. */
const endsWord = /[\p{L}\p{N}\\!]$/u

/** Longer than any name; who types on has no mention in mind. */
const longestSought = 120

/** The beginning of a mention before the cursor: where its `@` stands, and what was typed behind it. Null: none is begun. */
export function begunMention(text: string, cursor: number): { from: number; sought: string } | null {
  const before = text.slice(Math.max(0, cursor - longestSought), cursor)
  const found = /(?<![\p{L}\p{N}\\!])@([^\s@](?:[^\n@]*[^\n@])?)?$/u.exec(before)
  if (!found) return null
  return { from: cursor - found[0].length, sought: found[1] ?? '' }
}
