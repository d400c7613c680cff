import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import MarkdownView from './MarkdownView.tsx'

const shown = (text: string) => renderToStaticMarkup(<MarkdownView text={text} label="Notes" />)

describe('a long text as Markdown', () => {
  it.each([
    ['**a** _b_ ~~c~~ `d`', '<strong>a</strong> <em>b</em> <s>c</s> <code'],
    ['# Title', '<h4 class="font-semibold text-ink">Title</h4>'],
    ['- a\n- b', '<li>a</li><li>b</li>'],
    ['3. a\n4. b', 'start="3"'],
    ['- [x] done', '☑ done'],
    ['| a |\n| - |\n| b |', '<th scope="col"'],
    ['[web](https://example.org)', 'href="https://example.org"'],
    ['https://example.org', 'href="https://example.org"'],
  ])('%j has what it says', (text, piece) => {
    expect(shown(text)).toContain(piece)
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
