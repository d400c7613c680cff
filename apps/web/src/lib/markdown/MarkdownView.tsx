/**
 * Long text as Markdown, with those who are mentioned as chips. What the reader makes of the text becomes elements, never HTML: HTML in a text is shown as it is written, links
 * lead to the web and to mail alone, and no picture is loaded from elsewhere.
 */
import { type Mention, mentionedBy, splitMentions } from '@plinth/domain'
import { Lexer, type MarkedToken, type Tokens } from 'marked'
import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react'
import { cx } from '../../ui/cx.ts'
import { safeAddress } from './safe-address.ts'

/** How somebody who is mentioned is shown. */
type ShowMention = (mention: Mention) => ReactNode

const Mentions = createContext<ShowMention>(({ name }) => `@${name}`)

export interface MarkdownViewProps {
  text: string
  /** Of the part of the page that the text is; absent: it belongs to what stands around it. */
  label?: string
  showMention: ShowMention
}

export default function MarkdownView({ text, label, showMention }: MarkdownViewProps) {
  const tokens = useMemo(() => new Lexer({ gfm: true, breaks: true }).lex(text) as MarkedToken[], [text])
  return (
    <section aria-label={label} dir="auto" className="flex flex-col gap-2 text-base break-words">
      <Mentions value={showMention}>
        <Pieces of={tokens} />
      </Mentions>
    </section>
  )
}

function Pieces({ of: tokens }: { of: readonly MarkedToken[] | undefined }): ReactNode {
  // Places in a text that is read anew as a whole.
  // oxlint-disable-next-line react/no-array-index-key
  return tokens?.map((token, at) => <Piece key={at} token={token} />)
}

const inside = ({ tokens }: { tokens?: readonly unknown[] }): ReactNode => (
  <Pieces of={tokens as readonly MarkedToken[] | undefined} />
)

function Piece({ token }: { token: MarkedToken }): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return <p>{inside(token)}</p>
    case 'heading':
      // The record has the headings above this one.
      return createElement(
        `h${Math.min(6, token.depth + 3)}`,
        { className: 'font-semibold text-ink' },
        inside(token),
      )
    case 'strong':
      return <strong>{inside(token)}</strong>
    case 'em':
      return <em>{inside(token)}</em>
    case 'del':
      return <s>{inside(token)}</s>
    case 'codespan':
      return <code className={codeClass}>{token.text}</code>
    case 'code':
      return (
        <pre
          // Scrolled by keys too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className={cx(codeClass, 'scroll-thin overflow-x-auto p-2 focus-visible:ring-focus')}
        >
          <code>{token.text}</code>
        </pre>
      )
    case 'list':
      return <List list={token} />
    case 'blockquote':
      return (
        <blockquote className="border-s-2 border-line-control ps-3 text-ink-soft">{inside(token)}</blockquote>
      )
    case 'table':
      return <Table table={token} />
    case 'hr':
      return <hr className="border-line" />
    case 'br':
      return <br />
    case 'link':
      return <Linked link={token} />
    case 'image':
      return <Address url={token.href}>{token.text || token.href}</Address>
    case 'text':
      return 'tokens' in token && token.tokens ? inside(token) : token.text
    case 'checkbox':
      return (
        <span data-box className="inline-block w-5">
          {token.checked ? '☑ ' : '☐ '}
        </span>
      )
    case 'space':
    case 'def':
      return null
    default:
      // HTML, and what was escaped.
      return token.text
  }
}

const codeClass = 'rounded-control bg-pressed px-1 font-mono text-sm outline-none'

/** The box of a task stands where a line without one has its sign. */
const taskClass = 'list-none *:data-box:-ms-5 [&>p>[data-box]]:-ms-5'

function List({ list: { ordered, start, items } }: { list: Tokens.List }) {
  const lines = items.map((item, at) => (
    // oxlint-disable-next-line react/no-array-index-key
    <li key={at} className={item.task && !ordered ? taskClass : undefined}>
      {inside(item)}
    </li>
  ))
  if (!ordered) return <ul className="list-disc ps-6">{lines}</ul>
  return (
    <ol className="list-decimal ps-6" start={start === '' ? 1 : start}>
      {lines}
    </ol>
  )
}

function Table({ table: { header, rows } }: { table: Tokens.Table }) {
  return (
    <div
      // Scrolled by keys too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="scroll-thin overflow-x-auto outline-none focus-visible:ring-focus"
    >
      <table className="text-sm">
        <thead>
          <tr>
            {header.map((cell, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <th key={at} scope="col" className="border border-line px-2 py-1 text-start font-medium">
                {inside(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={line}>
              {row.map((cell, at) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={at} className="border border-line px-2 py-1">
                  {inside(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Linked({ link }: { link: Tokens.Link }) {
  const showMention = useContext(Mentions)
  const [mention] = mentionedBy(link.href) ? splitMentions(link.raw) : []
  if (typeof mention === 'object') return showMention(mention)
  return <Address url={link.href}>{inside(link)}</Address>
}

function Address({ url, children }: { url: string; children: ReactNode }) {
  const href = safeAddress(url)
  if (href === null) return children
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="text-accent-text underline decoration-accent-line underline-offset-2 hover:decoration-current"
    >
      {children}
    </a>
  )
}
