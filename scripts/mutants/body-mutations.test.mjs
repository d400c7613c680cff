import { describe, expect, test } from 'vitest'
import { mutationsOf } from './body-mutations.mjs'
import { conditionsIn, mask } from './sql-text.mjs'

const squeezed = (text) => text.replaceAll(/\s+/g, ' ').trim()
const bodies = (kind, body, options) =>
  mutationsOf(body, options)
    .filter((one) => one.kind === kind)
    .map((one) => squeezed(one.body))

describe('masked text', () => {
  test('keeps its places and loses what stands in comments and literals', () => {
    const sql = "a -- and ; '\nand b = 'and ''x'' ;' /* ( */ c"
    expect(mask(sql)).toHaveLength(sql.length)
    expect(mask(sql)).not.toMatch(/;|\(|x/)
    expect(mask(sql).match(/and/g)).toHaveLength(1)
  })
})

const parts = (sql) => conditionsIn(mask(sql)).map(({ start, end }) => sql.slice(start, end).trim())

describe('conditions', () => {
  test('end at the next one, at a clause, or where their parenthesis closes', () => {
    expect(parts('select 1 from a where x = 1 and (y = 2 or z = 3) order by 1')).toEqual([
      'x = 1',
      '(y = 2 or z = 3)',
    ])
    expect(parts('(a = 1 and b = 2) or c = 3')).toEqual(['b = 2'])
    expect(parts('where a is distinct from b and left(c, 1) = d')).toEqual([
      'a is distinct from b',
      'left(c, 1) = d',
    ])
  })

  test('hold a whole BETWEEN, a whole CASE and a whole sub-select', () => {
    expect(parts('where n between 1 and 2 and m')).toEqual(['n between 1 and 2', 'm'])
    expect(parts('where case when a and b then c else d end and e')).toEqual([
      'case when a and b then c else d end',
      'b',
      'e',
    ])
    expect(parts('where exists (select 1 from t where u) and v')).toEqual([
      'exists (select 1 from t where u)',
      'u',
      'v',
    ])
  })
})

describe('mutations of a function', () => {
  test('take away each check that stands alone', () => {
    const body = `begin
      perform plinth_private.require_base(p_base, 'creator');
      -- perform plinth_private.require_user();
      perform plinth_private.stay_within((select count(*) from a), 5, '{"rule": ";"}');
    end`
    expect(bodies('drop-check', body)).toEqual([
      expect.stringMatching(/^begin null; .* perform plinth_private\.stay_within/),
      expect.stringMatching(/perform plinth_private\.require_base\(p_base, 'creator'\); .* null; end$/),
    ])
  })

  test('let a check whose answer is used answer yes', () => {
    const body = `declare v text := plinth_private.require_workspace(p, case when (a) then 'b' end); begin`
    expect(bodies('pass-check', body)).toEqual([`declare v text := 'owner'::text; begin`])
  })

  test('swallow each refusal', () => {
    const body = `if x then perform plinth_private.fail(403, 'forbidden', f(';')); end if;`
    expect(bodies('mute-refusal', body)).toEqual(['if x then null; end if;'])
  })

  test('pass over one alternative of a refusal at a time, and leave other questions alone', () => {
    const body = `if a is null or b not in ('x', 'y') then perform plinth_private.fail(400, 'x'); end if;
      if c or d then return; end if;`
    expect(bodies('pass-if', body)).toEqual([
      expect.stringMatching(/^if false or b not in/),
      expect.stringMatching(/^if a is null or false then/),
    ])
    expect(bodies('pass-if', `if a then perform plinth_private.fail(400, 'x'); end if;`)).toEqual([])
  })

  test('turn comparisons that null does not slip through', () => {
    expect(bodies('turn-test', 'if f() is not true then')).toEqual(['if f() is null then'])
    expect(bodies('turn-test', 'a is distinct from b')).toEqual(['a is not distinct from b'])
    expect(bodies('turn-test', 'a is not distinct from b')).toEqual(['a is distinct from b'])
  })

  test('give what is the caller’s to anybody, and leave assignments alone', () => {
    const body =
      'update t set by = plinth_private.caller() where t.a = v_user and t.b = plinth_private.caller()'
    expect(bodies('widen-caller', body)).toEqual([
      'update t set by = plinth_private.caller() where t.a is not null and t.b = plinth_private.caller()',
      'update t set by = plinth_private.caller() where t.a = v_user and t.b is not null',
    ])
  })

  test('drop conditions where every one is about authority', () => {
    const body = 'select 1 from t where t.a = 1 and t.b = 2'
    expect(bodies('drop-condition', body)).toEqual([])
    expect(bodies('drop-condition', body, { isAuthority: true })).toEqual([
      'select 1 from t where true and t.b = 2',
      'select 1 from t where t.a = 1 and true',
    ])
  })
})
