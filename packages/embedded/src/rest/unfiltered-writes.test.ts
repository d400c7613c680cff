import { describe, expect, it } from 'vitest'
import { findUnfilteredWrite, functionsWithUnfilteredWrites } from './unfiltered-writes.ts'

describe('findUnfilteredWrite', () => {
  it.each([
    'delete from t',
    'DELETE FROM s.t;',
    'update t set a = 1',
    'update only s."T" as x set a = (select 1 where true)',
    'begin update t set a = 1; select 1 where true; end',
    'with gone as (delete from t returning *) select * from gone where true',
    "execute 'delete from t'",
    "execute format('update %I.%I set a = %L', s, t, v)",
    'execute $q$update t set a = 1$q$',
    '/* where */ delete from t -- where',
    "delete from t using (select 'where') as u",
  ])('finds: %s', (body) => {
    expect(findUnfilteredWrite(body)).toBeDefined()
  })

  it.each([
    'delete from t where id = 1',
    'update t set a = 1 where true',
    'update t set a = case when (b) then 1 else 2 end from u where u.id = t.id',
    'with gone as (delete from t where a returning *) select * from gone',
    'insert into t values (1) on conflict (id) do update set a = 1',
    'select * from t for update; update t set a = 1 where id = 2',
    'select * from t for no key update',
    'create trigger x after update on t',
    'grant update, delete on t to r',
    "raise exception 'cannot update: set it first'",
    "raise exception 'to update x set y first'",
    "if tg_op = 'DELETE' then return old; end if",
    'select updated from t',
  ])('passes: %s', (body) => {
    expect(findUnfilteredWrite(body)).toBeUndefined()
  })

  it('follows calls from function to function', () => {
    const found = functionsWithUnfilteredWrites([
      { schema: 'api', name: 'outer', body: 'select private.middle(1)' },
      { schema: 'private', name: 'middle', body: 'begin perform private.inner (); end' },
      { schema: 'private', name: 'inner', body: 'delete from t' },
      { schema: 'api', name: 'other', body: 'select private.inner_too()' },
    ])
    expect([...found.keys()].toSorted()).toEqual(['api.outer', 'private.inner', 'private.middle'])
  })
})
