import { mentionLink, type UserId } from '@plinth/domain'
import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import MarkdownView from './MarkdownView.tsx'

const shown = (text: string) =>
  renderToStaticMarkup(
    <MarkdownView text={text} label="Notes" showMention={({ name }) => <mark>{name}</mark>} />,
  )

describe('a long text as Markdown', () => {
  it.each([
    ['**a** _b_ ~~c~~ `d`', '<strong>a</strong> <em>b</em> <s>c</s> <code'],
    ['# Title', '<h4 class="font-semibold text-ink">Title</h4>'],
    ['- a\n- b', '<li>a</li><li>b</li>'],
    ['one line\nanother', 'one line<br/>another'],
    ['3. a\n4. b', 'start="3"'],
    ['- [x] done', '☑'],
    ['| a |\n| - |\n| b |', '<th scope="col"'],
    ['[web](https://example.org)', 'href="https://example.org"'],
    ['https://example.org', 'href="https://example.org"'],
  ])('%j has what it says', (text, piece) => {
    expect(shown(text)).toContain(piece)
  })

  it('has a box in the place of the sign of a task, and beside the number of one', () => {
    expect(shown('- [ ] a\n- b')).toMatch(/<li class="list-none[^>]*><span[^>]*>☐ <\/span>a<\/li><li>b/)
    expect(shown('- [ ] a\n\n- [x] b')).not.toContain('<li>')
    expect(shown('1. [x] a')).toMatch(/<li><span[^>]*>☑ /)
  })

  it('has those who are mentioned, whatever they are called', () => {
    const person = '01990000-0000-7000-8000-00000000000a' as UserId
    const name = fc
      .string({ unit: fc.constantFrom(...'\\[]()`<>*_~|&;!@#:/. a1é'), minLength: 1, maxLength: 12 })
      .map((text) => text.replace(/\s+/g, ' ').trim())
      .filter((text) => text !== '')
    fc.assert(
      fc.property(name, fc.constantFrom('', 'Ask ', '*a* ', '- ', '> ', '`b` '), (called, before) => {
        const html = shown(`${before}${mentionLink({ person, name: called })} *c*`)
        expect(html).toContain(renderToStaticMarkup(<mark>{called}</mark>))
        expect(html).toContain('<em>c</em>')
      }),
    )
    expect(shown(`| a |\n| - |\n| ${mentionLink({ person, name: 'A|B' })} |`)).toContain('<mark>A|B</mark>')
    expect(shown(`[Ada](plinth:person/${person})`)).toContain('Ada')
    expect(shown(`[Ada](plinth:person/${person})`)).not.toContain('<mark>')
  })

  it.each([
    '<img src=x onerror=alert(1)>',
    'a <script>alert(1)</script> b',
    '<div onclick="x()">a</div>',
    '[a](javascript:alert(1))',
    '[a](data:text/html;base64,AAAA)',
    '![a](https://example.org/tracker.png)',
    '<javascript:alert(1)>',
    '[a]: javascript:alert(1)\n\n[a]',
  ])('%j brings in nothing that acts', (text) => {
    const html = shown(text)
    expect(html).not.toMatch(/<(?:img|script|div|iframe|style)|<[^>]*\son\w+=|href="(?!https:)/i)
  })
})
