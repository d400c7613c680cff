/**
 * HTML cut into tags and texts, for what spreadsheets put on the clipboard: no tree, no scripts, nothing loaded, one pass.
 * What scripts and styles hold is left out.
 */
import { decodeReferences } from './html-references.ts'

export type HtmlToken =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }

/** Elements whose contents are no text of the page. */
const unread = new Set(['script', 'style', 'title', 'template', 'noscript', 'textarea', 'xml'])

export function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0
  while (at < html.length) {
    const tag = html.indexOf('<', at)
    if (tag !== at) {
      const end = tag < 0 ? html.length : tag
      yield { kind: 'text', text: decodeReferences(html.slice(at, end)) }
      at = end
      continue
    }
    if (html.startsWith('<!--', at)) {
      at = after(html, '-->', at + 4)
    } else if (html[at + 1] === '!' || html[at + 1] === '?') {
      at = after(html, '>', at + 2)
    } else if (/[a-z]/i.test(html[at + 1] ?? '')) {
      const tagged = readTag(html, at + 1)
      yield { kind: 'open', name: tagged.name, attributes: tagged.attributes }
      at = unread.has(tagged.name) ? closingTag(html, tagged.name, tagged.next) : tagged.next
    } else if (html[at + 1] === '/') {
      const end = after(html, '>', at + 2)
      yield { kind: 'close', name: (/^[^\s/>]*/.exec(html.slice(at + 2, end))?.[0] ?? '').toLowerCase() }
      at = end
    } else {
      yield { kind: 'text', text: '<' }
      at += 1
    }
  }
}

/** Behind what ends something; at the end of the page where nothing does. */
function after(html: string, what: string, from: number): number {
  const found = html.indexOf(what, from)
  return found < 0 ? html.length : found + what.length
}

function closingTag(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  closing.lastIndex = from
  return closing.exec(html)?.index ?? html.length
}

interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly next: number
}

function readTag(html: string, start: number): Tag {
  const nameEnd = endOf(/[^\s/>]*/y, html, start)
  const attributes = new Map<string, string>()
  let at = nameEnd
  for (;;) {
    at = endOf(/[\s/]*/y, html, at)
    if (at >= html.length || html[at] === '>') break
    // A sign of equality may begin a name, as broken pages have it.
    const keyEnd = endOf(/=?[^\s/>=]*/y, html, at)
    const key = html.slice(at, keyEnd).toLowerCase()
    const equals = endOf(/\s*/y, html, keyEnd)
    at = keyEnd
    let value = ''
    if (html[equals] === '=') {
      const read = readValue(html, endOf(/\s*/y, html, equals + 1))
      value = read.value
      at = read.next
    }
    if (!attributes.has(key)) attributes.set(key, value)
  }
  return { name: html.slice(start, nameEnd).toLowerCase(), attributes, next: Math.min(at + 1, html.length) }
}

function readValue(html: string, at: number): { value: string; next: number } {
  const mark = html[at]
  if (mark === '"' || mark === "'") {
    const close = html.indexOf(mark, at + 1)
    const end = close < 0 ? html.length : close
    return { value: decodeReferences(html.slice(at + 1, end)), next: Math.min(end + 1, html.length) }
  }
  const end = endOf(/[^\s>]*/y, html, at)
  return { value: decodeReferences(html.slice(at, end)), next: end }
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}
