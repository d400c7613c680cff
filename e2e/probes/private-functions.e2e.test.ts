/**
 * Functions of the schema that is not exposed. REST must not reach them; a psql session of an API role may reach those that
 * the calls need, and each must be safe by itself.
 */
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { done, fingerprint, fresh, furnish, type Installation, SECRET, tokenOf } from './furnished.ts'

interface PrivateFunction {
  name: string
  types: string[]
  returns: string
  isGranted: boolean
  isStrict: boolean
}

let it: Installation
let functions: PrivateFunction[]
let session: Sql
let ids: string[]

beforeAll(async () => {
  it = await furnish()
  const owner = it.people.owner.client
  const importId = fresh()
  const begun = {
    import: importId,
    table: it.table,
    file_name: 'x',
    fields: [it.fields['Title']],
    mode: 'append',
    key: null,
  }
  await done(owner, 'begin_import', begun)
  const file = { id: fresh(), name: 'p', mime: 'text/plain', bytes: 3, thumbnail: true }
  const place = { table: it.table, record: it.record, field: it.fields['Files'] }
  const pending = await done<{ id: string }>(owner, 'begin_upload', { ...place, file })
  const { workspace, base, table, record, attachment, people } = it
  ids = [
    workspace,
    base,
    table,
    record,
    attachment,
    importId,
    pending.id,
    people.owner.id,
    it.fields['Title']!,
  ]
  functions = await it.backend.sql`
    select p.proname as name, p.prorettype::regtype::text as returns,
           array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as u (t, n) order by n) as types,
           has_function_privilege('authenticated', p.oid, 'execute') as "isGranted", p.proisstrict as "isStrict"
    from pg_proc p where p.pronamespace = 'plinth_private'::regnamespace order by 1`
  // A superuser's session that becomes the API's login role, as psql with its password would be.
  session = postgres(it.backend.adminDatabaseUrl, { max: 1, onnotice: () => {} })
})

afterAll(async () => {
  await session?.end()
  await it?.backend.stop()
})

function values(type: string): (string | null)[] {
  const query = JSON.stringify({ table: it.table, sorts: [{ field: it.fields['Title'], direction: 'asc' }] })
  const values = { [it.fields['Title']!]: 'taken' }
  const update = { id: fresh(), kind: 'update', table: it.table, record: it.record, values, base: values }
  const pools: Record<string, (string | null)[]> = {
    uuid: [null, ...ids],
    text: [
      null,
      '',
      'owner',
      'read',
      'all',
      it.relation,
      'Vault',
      `%s%1$I%L'";--`,
      `table:${it.table}:1`,
      '0',
    ],
    jsonb: [
      null,
      'null',
      '[]',
      '{}',
      '5',
      query,
      JSON.stringify([update]),
      JSON.stringify({ mutations: [update] }),
      JSON.stringify([[it.record, 'x']]),
    ],
    'text[]': [null, '{}', `{${it.key}}`, `{${it.fields['Title']}}`, '{NULL}'],
    'uuid[]': [null, '{}', `{${it.record}}`, `{${it.attachment}}`],
    boolean: [null, 'true'],
    integer: [null, '0', '-1', '2147483647'],
    'plinth_private.sort_term[]': [null, '{}'],
  }
  return pools[type] ?? [null]
}

/** A plan as the writers expect it, made up by the attacker. */
const plan = () => `(select r from (select null::jsonb as stored, '${it.relation}'::text as relation,
  '${it.table}'::uuid as table_id, array['${it.fields['Title']}']::uuid[] as ids, '{text}'::text[] as types,
  array['${it.columns['Title']}']::text[] as columns, '[[]]'::jsonb as options, 1 as key_position,
  '{t}'::text[] as places, '{f}'::boolean[] as closed, array['t.${it.columns['Title']}']::text[] as expressions) r)`

function literal(type: string, value: string | null): string {
  if (type === 'record') return plan()
  return value === null ? `null::${type}` : `'${value.replaceAll("'", "''")}'::${type}`
}

function statements({ name, types }: PrivateFunction): string[] {
  const pools = types.map(values)
  const count = Math.max(1, ...pools.map((pool) => pool.length)) * (types.length > 1 ? 2 : 1)
  return Array.from({ length: count }, (_, n) => {
    const args = types.map((type, place) => {
      const pool = pools[place]!
      return literal(type, pool[(n * (place + 1) + Math.floor(n / pool.length)) % pool.length] ?? null)
    })
    return `select plinth_private.${name}(${args.join(', ')})::text as answer`
  })
}

/** In one message, which is one transaction: to ask for each of its steps takes longer than they do. */
async function run(statement: string, role: string, claims: object): Promise<{ ran: boolean; said: string }> {
  try {
    const answers = await session.unsafe(`
      set local session authorization authenticator;
      select set_config('role', ${literal('text', role)}, true),
        set_config('request.jwt.claims', ${literal('text', JSON.stringify(claims))}, true),
        set_config('statement_timeout', '4s', true);
      ${statement}`)
    return { ran: true, said: JSON.stringify(answers.at(-1)) }
  } catch (error) {
    const { message, detail, hint } = error as { message: string; detail?: string; hint?: string }
    return { ran: false, said: `${message} ${detail ?? ''} ${hint ?? ''}` }
  }
}

const claimsOf = (extra: object) => ({ sub: it.people.outsider.id, role: 'authenticated', ...extra })

/** What everybody may call: each asks for a token, and the last two for a file by its path. */
const forEverybody = new Set([
  'begin_shared_upload',
  'invitation_info',
  'shared_chart',
  'shared_choices',
  'shared_figures',
  'shared_files',
  'shared_page',
  'shared_rows',
  'submit_shared_form',
  'unlock_share',
  'may_store_held',
  'is_told',
])

test.each([
  ['an outsider', 'authenticated', {}],
  ['a guest', 'authenticated', { is_anonymous: true }],
  [
    'claims that promise a role',
    'authenticated',
    { app_metadata: { role: 'owner' }, user_metadata: { role: 'creator' } },
  ],
  ['nobody', 'anon', { sub: undefined, role: 'anon' }],
])('give %s nothing and change nothing, whatever the arguments', async (_who, role, extra) => {
  const before = await fingerprint(it)
  const hidden = [SECRET, it.relation, it.key, 'Letters', 'owner@example.org']
  const leaks: string[] = []
  let count = 0
  for (const each of functions) {
    for (const statement of statements(each)) {
      const { ran, said } = await run(statement, role, claimsOf(extra))
      count += 1
      // A strict function of nothing is nothing: the planner says so before it asks for the right.
      const isUnasked = each.isStrict && statement.includes('null::')
      if (ran && !isUnasked && (!each.isGranted || role === 'anon') && !forEverybody.has(each.name))
        leaks.push(`ran: ${statement}`)
      for (const text of hidden)
        if (said.includes(text) && !statement.includes(text)) leaks.push(`${statement} → ${said}`)
    }
  }
  expect(leaks).toEqual([])
  expect(count).toBeGreaterThan(1_000)
  expect(await fingerprint(it)).toBe(before)
})

test('are not reached over REST by any profile header', async () => {
  const token = await tokenOf(it.people.owner.client)
  const statuses = new Set<number>()
  for (const { name } of functions) {
    for (const profile of ['plinth_private', 'plinth', 'data', 'public']) {
      const answer = await fetch(
        `${it.backend.url}/rest/v1/rpc/${profile === 'plinth_private' ? name : `plinth_private.${name}`}`,
        {
          method: 'POST',
          headers: {
            apikey: it.backend.publishableKey,
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'content-profile': profile,
          },
          body: '{}',
        },
      )
      statuses.add(answer.status)
    }
  }
  expect([...statuses].sort()).toEqual([404, 406])
})
