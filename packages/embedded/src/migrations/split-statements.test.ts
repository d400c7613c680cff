import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitStatements } from './split-statements.ts'

const texts = (sql: string) => splitStatements(sql).map((statement) => statement.text)

describe('splitStatements', () => {
  it('ends statements at semicolons and leaves out comments between them', () => {
    expect(texts('select 1; -- one; two\n/* a; /* b; */ c; */ select 2 ;;')).toEqual(['select 1', 'select 2'])
  })

  it('keeps semicolons inside strings, names and dollar quotes', () => {
    const parts = [
      `select 'a;''b;'`,
      `select E'a\\';b'`,
      `select "c;""d"`,
      'do $x$ begin; $$;$$ end $x$',
      'do $$;$$',
    ]
    expect(texts(parts.join(';\n'))).toEqual(parts)
  })

  it('keeps the body of a function in BEGIN ATOMIC together, with CASE inside', () => {
    const body =
      'create function f() returns int language sql begin atomic select 1; select case when true then 2 end; end'
    expect(texts(`${body}; select 3`)).toEqual([body, 'select 3'])
  })

  it('takes BEGIN and END of transactions for statements', () => {
    expect(texts('begin; select 1; end; select 2')).toEqual(['begin', 'select 1', 'end', 'select 2'])
  })

  it('tells the line of each statement', () => {
    expect(splitStatements('\n-- x\nselect 1;\n\n  select\n2').map(({ line }) => line)).toEqual([3, 5])
  })

  it('does not take a parameter or part of a name for a dollar quote', () => {
    expect(texts('select $1; select a$b$c; select 2')).toEqual(['select $1', 'select a$b$c', 'select 2'])
  })

  it('gives back quoted texts whatever they hold', () => {
    const quoted = fc.string().map((text) => `select '${text.replaceAll("'", "''")}'`)
    const dollar = fc
      .string()
      .filter((text) => !text.includes('$'))
      .map((text) => `do $tag$${text}$tag$`)
    fc.assert(
      fc.property(fc.array(fc.oneof(quoted, dollar), { minLength: 1 }), (statements) => {
        expect(texts(statements.join(';\n'))).toEqual(statements)
      }),
    )
  })
})
