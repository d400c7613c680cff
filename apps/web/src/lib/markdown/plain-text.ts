/** Markdown as one reads it where there is room for some lines alone: its words without its signs. */
import { type Mention, mentionedBy, splitMentions } from '@plinth/domain'
import { Lexer, type MarkedToken, type Tokens } from 'marked'

/** Of a stored text; `nameOf` tells who is mentioned. */
export type PlainText = (text: string, nameOf: (mention: Mention) => string) => string

/** More than a cell has room for, in characters. */
const mostRead = 1_000

export const plainText: PlainText = (text, nameOf) => {
  const tokens = new Lexer({ gfm: true, breaks: true }).lex(text.slice(0, mostRead)) as MarkedToken[]
  const plain = linesOf(tokens, nameOf)
  return text.length > mostRead ? `${plain}…` : plain
}

type NameOf = (mention: Mention) => string
type Within = { readonly tokens?: readonly unknown[] | undefined }

/** Blocks begin new lines; what is empty takes none. */
const linesOf = (tokens: readonly MarkedToken[], nameOf: NameOf): string =>
  tokens
    .map((token) => blockOf(token, nameOf))
    .filter((line) => line !== '')
    .join('\n')

const blocksIn = ({ tokens }: Within, nameOf: NameOf): string =>
  linesOf((tokens ?? []) as MarkedToken[], nameOf)
const wordsIn = ({ tokens }: Within, nameOf: NameOf): string =>
  ((tokens ?? []) as MarkedToken[]).map((token) => wordsOf(token, nameOf)).join('')

function blockOf(token: MarkedToken, nameOf: NameOf): string {
  switch (token.type) {
    case 'list':
      return token.items.map((item, at) => itemOf(token, item, at, nameOf)).join('\n')
    case 'blockquote':
      return blocksIn(token, nameOf)
    case 'table':
      return [token.header, ...token.rows]
        .map((row) => row.map((cell) => wordsIn(cell, nameOf)).join(' · '))
        .join('\n')
    case 'code':
      return token.text
    case 'paragraph':
    case 'heading':
      return wordsIn(token, nameOf)
    default:
      return wordsOf(token, nameOf)
  }
}

function itemOf(list: Tokens.List, item: Tokens.ListItem, at: number, nameOf: NameOf): string {
  const first = list.start === '' ? 1 : list.start
  const sign = list.ordered ? `${first + at}. ` : item.task ? '' : '• '
  const [box, ...rest] = item.tokens as MarkedToken[]
  const isBox = box?.type === 'checkbox'
  const words = linesOf(isBox ? rest : (item.tokens as MarkedToken[]), nameOf)
  return `${sign}${isBox ? wordsOf(box, nameOf) : ''}${words}`
}

function wordsOf(token: MarkedToken, nameOf: NameOf): string {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return wordsIn(token, nameOf)
    case 'link': {
      const [mention] = mentionedBy(token.href) ? splitMentions(token.raw) : []
      return typeof mention === 'object' ? `@${nameOf(mention)}` : wordsIn(token, nameOf)
    }
    case 'image':
      return token.text || token.href
    case 'text':
      return token.tokens ? wordsIn(token, nameOf) : token.text
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'br':
      return '\n'
    case 'hr':
    case 'space':
    case 'def':
      return ''
    default:
      // HTML, what was escaped, and code: as they read.
      return 'text' in token ? token.text : token.raw
  }
}
