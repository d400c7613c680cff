/** Every call with arguments that no app would send: nothing of others comes out, nothing changes, nothing falls over. */
import { errorCatalogue } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, done, fingerprint, fresh, furnish, type Installation, mutate, SECRET } from './furnished.ts'

let it: Installation
let signatures: { name: string; names: string[]; types: string[] }[]
let importId: string
let invitation: string

beforeAll(async () => {
  it = await furnish()
  const owner = it.people.owner.client
  importId = fresh()
  const fields = [it.fields['Title']]
  const begun = { import: importId, table: it.table, file_name: 'x', fields, mode: 'append', key: null }
  await done(owner, 'begin_import', begun)
  const misfits = [{ record: null, field: fields[0], line: 1, raw: SECRET }]
  await done(owner, 'import_rows', { import: importId, chunk: 0, rows: [[fresh(), 'x']], misfits })
  const asked = { workspace: it.workspace, role: 'member', base: it.base, base_role: 'viewer', email: null }
  invitation = (await done<{ id: string }>(owner, 'create_invitation', asked)).id
  signatures = await it.backend.sql`
    select p.proname as name, coalesce(p.proargnames, '{}') as names,
           array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as u (t, n) order by n) as types
    from pg_proc p where p.pronamespace = 'plinth'::regnamespace order by 1`
})

afterAll(() => it?.backend.stop())

const METACHARACTERS = [
  `'; drop schema data cascade; --`,
  `%s %1$I %L %%`,
  `"`,
  `\\`,
  `$$`,
  `{{}}`,
  '\u202e\u200b',
  'x'.repeat(5000),
]

/** Values by type; ids are those of things that exist. */
function hostileValues(type: string): unknown[] {
  const { workspace, base, table, record, fields, attachment, people } = it
  const mutation = { id: fresh(), kind: 'update', table, record, values: { [fields['Title']!]: 'taken' } }
  const query = { table, sorts: [{ field: fields['Title'], direction: 'asc' }] }
  if (type === 'uuid') {
    const own = [workspace, base, table, record, attachment, importId, invitation, people.owner.id]
    return [null, ...own, fields['Title'], fields['Files'], 'no uuid', 5]
  }
  if (type === 'uuid[]') return [null, [], [record], [null], Array(5000).fill(record), 'no list']
  if (type === 'text[]') return [null, [], [it.key], [null], Array(5000).fill(it.key)]
  if (type === 'integer') return [null, 0, -1, 2_147_483_647, 1e12, 'x']
  if (type === 'boolean') return [null, true, 'x']
  if (type === 'text')
    return [null, '', 'owner', 'creator', 'Papers', 'Vault', 'append', 'forward', '0', ...METACHARACTERS]
  const shapes = [null, [], {}, 5, 'x', true, [null], [[]], { name: null }, { name: METACHARACTERS[0] }]
  const batch = { mutations: [{ ...mutation, base: { [fields['Title']!]: SECRET } }], atomic: true }
  return [
    ...shapes,
    query,
    batch,
    { ...query, fields: Array(201).fill(fields['Title']) },
    { mutations: Array.from({ length: 501 }, () => mutation) },
  ]
}

const numbers = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

function argumentSets(signature: { names: string[]; types: string[] }, count: number, random: () => number) {
  const pick = (type: string) => {
    const values = hostileValues(type)
    return values[Math.floor(random() * values.length)]
  }
  const { names, types } = signature
  if (names.length === 0) return [{}]
  if (names.length === 1) return hostileValues(types[0]!).map((value) => ({ [names[0]!]: value }))
  return Array.from({ length: count }, () =>
    Object.fromEntries(names.map((name, n) => [name, pick(types[n]!)])),
  )
}

/** PT4xx carry a code of the catalogue; what the database refuses by itself is its class 22, or the request's own shape. */
function isFamiliar(
  { code, data, status }: { code: string; data: unknown; status: number },
  error: string,
): boolean {
  if (status < 400 || data !== null) return true
  return code in errorCatalogue || /"code":"(22|PGRST|42501|23514|54000|54001)/.test(error)
}

async function attack(who: 'outsider' | 'viewer' | 'guest' | 'nobody', skip: readonly string[]) {
  const client = who === 'guest' ? it.guest : who === 'nobody' ? it.nobody : it.people[who].client
  const random = numbers(who.length * 7919)
  const odd: string[] = []
  let count = 0
  for (const signature of signatures.filter(({ name }) => !skip.includes(name))) {
    for (const args of argumentSets(signature, 14, random)) {
      const answer = await call(client, signature.name, args)
      count += 1
      const sent = JSON.stringify(args)
      const said = `${who} ${signature.name} ${sent.slice(0, 200)} → ${answer.status} ${answer.text?.slice(0, 200)}`
      if (answer.status >= 500 || !isFamiliar(answer, answer.text)) odd.push(said)
      if (who === 'viewer') continue
      for (const hidden of [SECRET, it.relation, it.key, 'Letters', 'owner@example.org']) {
        if (answer.text?.includes(hidden) && !sent.includes(hidden)) odd.push(`leak of ${hidden}: ${said}`)
      }
    }
  }
  return { odd, count }
}

// Calls by which somebody changes only what is their own.
const OWN = ['save_profile', 'my_session']

test.each(['outsider', 'guest', 'nobody'] as const)(
  '%s gets nothing out and changes nothing',
  async (who) => {
    const before = await fingerprint(it)
    const { odd, count } = await attack(who, OWN)
    expect(odd).toEqual([])
    expect(count).toBeGreaterThan(400)
    expect(await fingerprint(it)).toBe(before)
  },
)

test('a viewer changes nothing', async () => {
  const before = await fingerprint(it)
  // Making a base is every member's right, leaving too.
  const { odd, count } = await attack('viewer', [
    ...OWN,
    'create_base',
    'leave_workspace',
    'remove_workspace_member',
  ])
  expect(odd).toEqual([])
  expect(count).toBeGreaterThan(400)
  expect(await fingerprint(it)).toBe(before)
})

test('the fingerprint notices a single change', async () => {
  const before = await fingerprint(it)
  await mutate(it.people.editor.client, { kind: 'insert', table: it.table, record: fresh(), values: {} })
  expect(await fingerprint(it)).not.toBe(before)
})

test('a mutation id of somebody else is a new one for everybody else', async () => {
  const id = fresh()
  const insert = { id, kind: 'insert', table: it.table, values: { [it.fields['Title']!]: 'x' } }
  expect(await mutate(it.people.editor.client, { ...insert, record: fresh() })).toMatchObject({
    status: 'ok',
  })
  const answer = await mutate(it.people.outsider.client, { ...insert, record: fresh() })
  expect(answer.error?.code).toBe('not_found')
  expect(await mutate(it.people.creator.client, { ...insert, record: fresh() })).toMatchObject({
    status: 'ok',
  })
})

test('ten sorts over long texts and far anchors end soon', async () => {
  const made = Object.keys(it.fields).filter((name) => name !== 'Files')
  const sorts = made.slice(0, 10).map((name) => ({ field: it.fields[name], direction: 'desc' }))
  const anchor = [
    ...made.slice(0, 10).map((name) => (name === 'Notes' ? 'n'.repeat(100_000) : null)),
    fresh(),
  ]
  const before = performance.now()
  const query = { table: it.table, sorts }
  const args = { query, anchor, direction: 'forward', skip: 2_147_483_647, take: 1000 }
  expect((await call(it.people.viewer.client, 'rows_window', args)).status).toBe(200)
  expect(performance.now() - before).toBeLessThan(3_000)
})
