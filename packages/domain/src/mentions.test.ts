import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longText } from './field-types/long-text.ts'
import type { UserId } from './ids.ts'
import {
  begunMention,
  type Mention,
  mentionedBy,
  mentionLink,
  plainMentions,
  splitMentions,
  storedText,
  writtenText,
} from './mentions.ts'

const ada = '01990000-0000-7000-8000-00000000000a' as UserId
const ben = '01990000-0000-7000-8000-00000000000b' as UserId
const of = (name: string, person = ada): Mention => ({ person, name })
const link = (name: string, person = ada) => mentionLink(of(name, person))

/** Names of people, and what no name should be. */
const anyName = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...'\\[]()`<>*_~|&;!@# a1'), minLength: 1, maxLength: 12 }),
    fc.constantFrom('Ada', 'Ada Berg', 'O’Neil', '](https://example.org)', 'a](plinth:person/x)', '&amp;'),
  )
  .map((name) => name.replace(/\s+/g, ' ').trim())
  .filter((name) => name !== '')
const anyMention = fc.tuple(anyName, fc.constantFrom(ada, ben)).map(([name, person]) => of(name, person))
const plain = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', ' ', '@', '@Ada', 'x@Ada', '\n', '[', '](', '\\', '!', '@Ada Berg'),
)
const anyText = fc
  .array(fc.oneof(plain, anyMention.map(mentionLink)), { maxLength: 6 })
  .map((pieces) => pieces.join(''))

describe('a mention', () => {
  it('is a link of Markdown with an address of ours', () => {
    expect(link('Ada Berg')).toBe(`[@Ada Berg](plinth:person/${ada})`)
    expect(link('A [x](y) `z`')).toBe(`[@A \\[x\\](y) \\\`z\\\`](plinth:person/${ada})`)
    expect(link('AT&T &amp;')).toBe(`[@AT&T \\&amp;](plinth:person/${ada})`)
  })

  it('is found again with its name, whatever that is', () => {
    fc.assert(
      fc.property(anyMention, (mention) => {
        expect(splitMentions(`Ask ${mentionLink(mention)}, please`)).toEqual(['Ask ', mention, ', please'])
      }),
    )
  })

  it('is never more than one, and hides nothing of the text around it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const pieces = splitMentions(text)
        expect(pieces.every((piece) => typeof piece !== 'string' || piece !== '')).toBe(true)
        expect(plainMentions(text, ({ name }) => name).length).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it('is none behind a backslash or as a picture, nor with another address', () => {
    for (const text of [
      `\\${link('Ada')}`,
      `!${link('Ada')}`,
      '[@Ada](plinth:person/1)',
      `[@Ada](https://example.org/plinth:person/${ada})`,
      `[Ada](plinth:person/${ada})`,
    ]) {
      expect(splitMentions(text)).toEqual([text])
    }
  })

  it('takes no longer in a long text of beginnings', () => {
    const text = `${'[@a'.repeat(30_000)}(plinth:person/`
    const start = performance.now()
    expect(splitMentions(text)).toEqual([text])
    expect(performance.now() - start).toBeLessThan(2_000)
  })

  it('is meant by its address alone', () => {
    expect(mentionedBy(`plinth:person/${ada}`)).toBe(ada)
    for (const address of ['', ada, `plinth:person/${ada}/x`, 'plinth:person/', `https://x/${ada}`]) {
      expect(mentionedBy(address)).toBeNull()
    }
  })
})

describe('a text that is written', () => {
  it('has short mentions, and is stored with whom they mean', () => {
    const stored = `Ask ${link('Ada Berg')} or ${link('Ben', ben)}.`
    const written = writtenText(stored)
    expect(written.text).toBe('Ask @Ada Berg or @Ben.')
    expect(storedText(written)).toBe(stored)
    expect(storedText({ ...written, text: '@Ben, ask @Ada Berg' })).toBe(
      `${link('Ben', ben)}, ask ${link('Ada Berg')}`,
    )
  })

  it('is stored as it was where nothing is changed, whatever it holds', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(storedText(writtenText(text))).toBe(text)
      }),
    )
  })

  it('means whom was chosen, whatever else it says', () => {
    fc.assert(
      fc.property(anyMention, plain, (mention, rest) => {
        const stored = storedText({ text: `${rest} @${mention.name}`, mentions: [mention] })
        expect(stored.endsWith(mentionLink(mention)) || stored.includes(mentionLink(mention))).toBe(true)
      }),
    )
  })

  it('means the longest name, and none that goes on', () => {
    const mentions = [of('Ada'), of('Ada Berg', ben)]
    expect(storedText({ text: '@Ada Berg', mentions })).toBe(link('Ada Berg', ben))
    expect(storedText({ text: '@Ada Bergmann', mentions })).toBe(`${link('Ada')} Bergmann`)
    for (const text of ['@Adaline', 'x@Ada', '@ada', '\\@Ada', '!@Ada']) {
      expect(storedText({ text, mentions })).toBe(text)
    }
  })

  it('stays as it is stored where short mentions could mean somebody else', () => {
    for (const stored of [
      `${link('Ada')} and @Ada`,
      `${link('Ada')} and ${link('Ada', ben)}`,
      `${link('Ada')}line`,
      `x${link('Ada')}`,
    ]) {
      expect(writtenText(stored)).toEqual({ text: stored, mentions: [] })
    }
  })
})

describe('a mention that is begun', () => {
  it.each([
    ['@', { from: 0, sought: '' }],
    ['Hi @a', { from: 3, sought: 'a' }],
    ['Hi @Ada B', { from: 3, sought: 'Ada B' }],
    ['(@a', { from: 1, sought: 'a' }],
    ['one\n@a', { from: 4, sought: 'a' }],
    ['Hi', null],
    ['ada@b', null],
    ['@ a', null],
    ['@a\nb', null],
    ['\\@a', null],
  ])('%j', (text, expected) => {
    expect(begunMention(text, text.length)).toEqual(expected)
  })

  it('is what stands before the cursor', () => {
    expect(begunMention('Hi @ada there', 5)).toEqual({ from: 3, sought: 'a' })
  })
})

describe('a long text', () => {
  const people = [{ id: ada, name: 'Ada Lovelace', email: 'ada@example.org' }]
  const context = { locale: 'en-GB', timeZone: 'UTC' }
  const text = `Ask ${link('Ada')} or ${link('Ben', ben)}`

  it('reads with the present names, of those who left too', () => {
    const known = { ...context, people, formerPeople: [{ id: ben, name: 'Ben Okafor' }] }
    expect(longText.formatText(text, { options: {} }, known)).toBe('Ask @Ada Lovelace or @Ben Okafor')
    expect(longText.formatText(text, { options: {} }, { ...context, people })).toBe(
      'Ask @Ada Lovelace or @Former member',
    )
  })

  it('reads with the names that were written while nobody is known, and is exported as it is stored', () => {
    expect(longText.formatText(text, { options: {} }, context)).toBe('Ask @Ada or @Ben')
    expect(longText.toExport(text, { options: {} })).toBe(text)
    expect(longText.editText(text, { options: {} }, context)).toBe(text)
  })
})
