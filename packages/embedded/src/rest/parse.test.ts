import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiFailure } from '../gateway/api-error.ts'
import { parseFilter } from './parse-filter.ts'
import { parseOrder, parseReadRequest } from './parse-request.ts'
import { parseSelect } from './parse-select.ts'
import { parsePreferences } from './preferences.ts'

const column = (name: string) => ({ name, path: [] })

/** Quotes as the client does. */
const quote = (text: string) => `"${text.replaceAll(/(["\\])/g, '\\$1')}"`

/** Whether parsing ends with a value or with a refusal, not with a bug. */
function endsWell(parse: () => unknown): boolean {
  try {
    parse()
    return true
  } catch (error) {
    return error instanceof ApiFailure
  }
}

describe('parseSelect', () => {
  it('reads aliases, casts and JSON paths', () => {
    expect(parseSelect('id, full:name::text,data->a->0->>b')).toEqual([
      { kind: 'column', column: column('id'), cast: undefined, alias: undefined },
      { kind: 'column', column: column('name'), cast: 'text', alias: 'full' },
      {
        kind: 'column',
        column: {
          name: 'data',
          path: [
            { as: 'json', key: 'a' },
            { as: 'json', key: 0 },
            { as: 'text', key: 'b' },
          ],
        },
        cast: undefined,
        alias: undefined,
      },
    ])
  })

  it('reads embeds with alias, hint, join, spread and nesting', () => {
    expect(parseSelect('a:b!fk!inner(*,c(d)),...e(f)')).toMatchObject([
      {
        kind: 'embed',
        target: 'b',
        alias: 'a',
        hint: 'fk',
        isInner: true,
        isSpread: false,
        select: [{ kind: 'star' }, { kind: 'embed', target: 'c' }],
      },
      { kind: 'embed', target: 'e', isSpread: true, isInner: false, hint: undefined },
    ])
  })

  it('reads quoted names as they are', () => {
    expect(parseSelect('"a,b(c)"')).toMatchObject([{ column: { name: 'a,b(c)' } }])
  })

  it.each(['a,', 'a(b', 'a)', 'a::', ',', 'a->', 'a!(b)', '('])('refuses %s', (text) => {
    expect(() => parseSelect(text)).toThrow(ApiFailure)
  })

  it.each(['count()', 'price.sum()', 'n:price.avg()'])('refuses the aggregate %s', (text) => {
    expect(() => parseSelect(text)).toThrow(
      expect.objectContaining({ error: expect.objectContaining({ code: 'PGRST123' }) }),
    )
  })
})

describe('parseFilter', () => {
  it('takes the whole rest as value outside of groups', () => {
    expect(parseFilter('name', 'eq.a,b)"c"')).toMatchObject({
      filter: { test: { op: 'compare', sql: '=', value: 'a,b)"c"' } },
    })
  })

  it('reads quoted values and nesting in groups', () => {
    expect(
      parseFilter('or', '(a.eq."x,\\"y)",not.and(b.gt.1,c.in.(1,"2,3")),d.cs.{q,r},e.ov.[1,5))'),
    ).toMatchObject({
      path: [],
      filter: {
        join: 'or',
        parts: [
          { test: { value: 'x,"y)' } },
          {
            join: 'and',
            negated: true,
            parts: [{ test: { sql: '>' } }, { test: { op: 'in', values: ['1', '2,3'] } }],
          },
          { test: { sql: '@>', value: '{q,r}' } },
          { test: { sql: '&&', value: '[1,5)' } },
        ],
      },
    })
  })

  it('reads paths of embeds', () => {
    expect(parseFilter('a.b.name', 'not.is.null')).toMatchObject({
      path: ['a', 'b'],
      filter: { column: column('name'), negated: true, test: { op: 'is', value: 'null' } },
    })
    expect(parseFilter('a.not.or', '(x.eq.1)')).toMatchObject({
      path: ['a'],
      filter: { negated: true, join: 'or' },
    })
  })

  it('reads quantifiers, patterns and text search', () => {
    expect(parseFilter('a', 'like(any).{x*,y*}')).toMatchObject({
      filter: { test: { sql: 'like', quantifier: 'any', value: '{x%,y%}' } },
    })
    expect(parseFilter('a', 'wfts(english).cat dog')).toMatchObject({
      filter: { test: { fn: 'websearch_to_tsquery', config: 'english', value: 'cat dog' } },
    })
  })

  it.each(['constructor.1', '__proto__.1', 'plain', 'nope.1', 'eq', 'is.maybe', 'in.1,2', 'in.(1'])(
    'refuses the value %s',
    (value) => {
      expect(() => parseFilter('a', value)).toThrow(ApiFailure)
    },
  )

  it('keeps any value that the client quotes', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (first, second) => {
        const parsed = parseFilter('or', `(a.eq.${quote(first)},b.in.(${quote(second)}))`)
        expect(parsed.filter).toMatchObject({
          parts: [{ test: { value: first } }, { test: { values: [second] } }],
        })
      }),
    )
  })

  it('ends every text with a filter or a refusal', () => {
    const letters = fc.constantFrom(
      'a',
      '.',
      ',',
      '(',
      ')',
      '"',
      '\\',
      '{',
      '}',
      'eq',
      'not',
      'or',
      'in',
      '-',
      '>',
    )
    fc.assert(
      fc.property(
        fc.array(letters).map((parts) => parts.join('')),
        (text) => {
          expect(endsWell(() => parseFilter('or', text))).toBe(true)
          expect(endsWell(() => parseFilter('a', text))).toBe(true)
          expect(endsWell(() => parseSelect(text))).toBe(true)
        },
      ),
    )
  })
})

describe('parseOrder', () => {
  it('reads directions, nulls, JSON paths and related columns', () => {
    expect(parseOrder('', 'a.desc.nullslast,b->>c,d(e).asc,f.nullsfirst').terms).toEqual([
      { relation: undefined, column: column('a'), direction: 'desc', nulls: 'last' },
      {
        relation: undefined,
        column: { name: 'b', path: [{ as: 'text', key: 'c' }] },
        direction: undefined,
        nulls: undefined,
      },
      { relation: 'd', column: column('e'), direction: 'asc', nulls: undefined },
      { relation: undefined, column: column('f'), direction: undefined, nulls: 'first' },
    ])
  })
})

describe('parseReadRequest', () => {
  it('tells limits and orders of embeds from filters', () => {
    const request = parseReadRequest(new URLSearchParams('select=*,a(*)&a.limit=3&offset=2&a.order=b&c=eq.1'))
    expect([...request.ranges]).toEqual([
      ['a', { limit: 3 }],
      ['', { offset: 2 }],
    ])
    expect(request.order).toMatchObject([{ path: ['a'] }])
    expect(request.filters).toHaveLength(1)
  })
})

describe('parsePreferences', () => {
  it('passes over names it does not know, and refuses them when asked to be strict', () => {
    expect(parsePreferences('constructor=1, toString=x, count=exact')).toMatchObject({ count: 'exact' })
    expect(() => parsePreferences('handling=strict, constructor=1')).toThrow(
      expect.objectContaining({ error: expect.objectContaining({ code: 'PGRST122' }) }),
    )
  })
})
