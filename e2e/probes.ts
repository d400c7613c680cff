/**
 * What somebody without a right tries, on every surface of a project: table routes, calls, storage, realtime. A probe answers
 * null when nothing came out, else what did. Probes speak raw HTTP: an app that hides a button protects nothing.
 */
import { nodeTransport } from '@plinth/backend/testing'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

export interface Stranger {
  /** For messages: "outsider", "anonymous". */
  name: string
  url: string
  publishableKey: string
  /** Null: nobody is signed in. */
  accessToken: string | null
}

/** Things that exist and that the stranger must not see. Probes know everything but the right. */
export interface Target {
  workspace: string
  base: string
  table: string
  relation: string
  /** Physical column and id of a text field. */
  column: string
  field: string
  attachmentField: string
  record: string
  epoch: number
  attachment: string
  /** Storage keys of a file and its thumbnail. */
  keys: readonly string[]
  /** A text that stands in the table: it must stand in no answer. */
  secret: string
}

export interface Verdict {
  probe: string
  /** Null: nothing came out. */
  leak: string | null
}

interface Answer {
  status: number
  text: string
}

function headersOf(stranger: Stranger): Record<string, string> {
  const { publishableKey, accessToken } = stranger
  return {
    apikey: publishableKey,
    ...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }),
  }
}

async function send(stranger: Stranger, path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { ...headersOf(stranger), ...(init.headers as Record<string, string> | undefined) }
  const response = await fetch(`${stranger.url}${path}`, { ...init, headers, redirect: 'manual' })
  return { status: response.status, text: await response.text() }
}

/** Nothing came out: a refusal, or an answer without a row; and never the secret, not even inside an error. */
function verdict(probe: string, answer: Answer, target: Target): Verdict {
  const seen = `${answer.status} ${answer.text.slice(0, 300)}`
  if (answer.text.includes(target.secret)) return { probe, leak: `the value itself: ${seen}` }
  if (answer.status >= 400) return { probe, leak: null }
  const isEmpty = ['', '[]', 'null', '0'].includes(answer.text.trim())
  return { probe, leak: isEmpty ? null : seen }
}

const json = { 'content-type': 'application/json' }

/** The table routes of the users' tables: read, count, write. */
export async function probeTableRoutes(stranger: Stranger, target: Target): Promise<Verdict[]> {
  const route = `/rest/v1/${target.relation}`
  const one = `${route}?id=eq.${target.record}`
  const read = { headers: { 'accept-profile': 'data' } }
  const write = { ...json, 'content-profile': 'data', prefer: 'return=representation' }
  const body = JSON.stringify({ [target.column]: 'overwritten' })
  const requests: [string, string, RequestInit][] = [
    ['read all', `${route}?select=*`, read],
    ['read one', `${one}&select=*`, read],
    ['read a column', `${route}?select=${target.column}`, read],
    ['read with a wide filter', `${route}?or=(${target.column}.is.null,${target.column}.not.is.null)`, read],
    ['read as CSV', `${route}?select=*`, { headers: { 'accept-profile': 'data', accept: 'text/csv' } }],
    ['read in the wrong schema', `${route}?select=*`, { headers: { 'accept-profile': 'plinth' } }],
    ['insert', route, { method: 'POST', headers: write, body }],
    ['update', one, { method: 'PATCH', headers: write, body }],
    ['delete', one, { method: 'DELETE', headers: write }],
    [
      'upsert',
      route,
      {
        method: 'POST',
        headers: { ...write, prefer: 'resolution=merge-duplicates,return=representation' },
        body: JSON.stringify({ id: target.record, [target.column]: 'overwritten' }),
      },
    ],
  ]
  const verdicts: Verdict[] = []
  for (const [name, path, init] of requests) {
    const answer = await send(stranger, path, init)
    // A refused CSV is its header line or nothing.
    const text = name === 'read as CSV' && !answer.text.includes('\n') ? '' : answer.text
    verdicts.push(verdict(`table route: ${name}`, { ...answer, text }, target))
  }
  verdicts.push(await probeCount(stranger, target))
  return verdicts
}

async function probeCount(stranger: Stranger, target: Target): Promise<Verdict> {
  const response = await fetch(`${stranger.url}/rest/v1/${target.relation}?select=id`, {
    method: 'HEAD',
    headers: { ...headersOf(stranger), 'accept-profile': 'data', prefer: 'count=exact' },
  })
  const range = response.headers.get('content-range') ?? ''
  const leaks = response.ok && !/\/(0|\*)$/.test(range)
  return { probe: 'table route: count', leak: leaks ? `content-range ${range}` : null }
}

/** Tables of the exposed schema `plinth` and everything in the schema that is not exposed. */
export async function probeMetadata(stranger: Stranger, target: Target): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const places = ['workspace', 'workspace_member', 'base', 'base_member', 'table', 'field', 'attachment']
  const names = [...places, 'role', 'role_member', 'role_grant']
  for (const name of [
    ...names,
    'invitation',
    'profile',
    'installation',
    'import',
    'import_misfit',
    'change',
  ]) {
    const path = `/rest/v1/${name}?select=*`
    const inPlinth = await send(stranger, path, { headers: { 'accept-profile': 'plinth' } })
    const own = name === 'profile' && stranger.accessToken !== null
    if (!own) verdicts.push(verdict(`metadata: plinth.${name}`, inPlinth, target))
    const hidden = await send(stranger, path, { headers: { 'accept-profile': 'plinth_private' } })
    verdicts.push(verdict(`metadata: plinth_private.${name}`, hidden, target))
  }
  const users = await send(stranger, '/rest/v1/users?select=*', { headers: { 'accept-profile': 'auth' } })
  verdicts.push(verdict('metadata: auth.users', users, target))
  const root = await send(stranger, '/rest/v1/', { headers: { 'accept-profile': 'data' } })
  const named = root.text.includes(target.relation)
  verdicts.push({ probe: 'metadata: names in the root document', leak: named ? target.relation : null })
  return verdicts
}

const fresh = () => crypto.randomUUID()

function callsOn(target: Target): [string, Record<string, unknown>][] {
  const { workspace, base, table, record, field, attachment, attachmentField } = target
  const query = { table, sorts: [] }
  const mutation = { id: fresh(), table, record }
  const file = { id: fresh(), name: 'x.txt', mime: 'text/plain', bytes: 1, thumbnail: false }
  return [
    ['base_schema', { base }],
    ['base_members', { base }],
    ['base_roles', { base }],
    ['save_role', { base, role: fresh(), changes: { name: 'x' } }],
    ['set_grant', { role: fresh(), table, action: 'read', scope: 'all', rule: null }],
    ['count_matching', { table, rule: { boolean: true } }],
    ['explain_access', { table, record, person: fresh(), action: 'read' }],
    ['workspace_members', { workspace }],
    ['invitations', { workspace }],
    ['rows_window', { query, anchor: null, direction: 'forward', skip: 0, take: 10 }],
    ['rows_by_id', { query, ids: [record] }],
    ['view_stats', { query, exact: true }],
    ['view_stats', { query, exact: false }],
    ['view_anchors', { query, step: 1 }],
    ['view_groups', { query, figures: {}, skip: 0, take: 5 }],
    ['view_summary', { query, figures: {} }],
    ['view_chart', { query, chart: { figure: 'count', field: null, units: [], by: 'key', take: 1 } }],
    ['count_when', { query, when: { boolean: true } }],
    ['view_cost', { query }],
    ['view_indexes', { table }],
    ['row_rank', { query, record, near: null }],
    ['find_in_view', { query, text: 'a', after: null, direction: 'forward', take: 5 }],
    ['changes_since', { table, seq: '0' }],
    ['rename_workspace', { workspace, name: 'taken' }],
    ['delete_workspace', { workspace, confirm_name: 'x' }],
    ['create_invitation', { workspace, role: 'owner', base: null, base_role: null, email: null }],
    ['create_base', { base: fresh(), workspace, name: 'x', settings: {} }],
    ['update_base', { base, changes: { name: 'taken' } }],
    ['delete_base', { base, confirm_name: 'x' }],
    ['create_table', { base, definition: { id: fresh(), name: 'x', fields: [] } }],
    ['update_table', { table, changes: { name: 'taken' } }],
    ['delete_table', { table }],
    ['duplicate_table', { table, copy: fresh(), name: 'x', with_records: true }],
    ['restore_table', { table }],
    ['base_trash', { base }],
    ['empty_trash', { base, item: null, confirm_name: 'x' }],
    ['create_field', { table, definition: { id: fresh(), name: 'x', type: 'text', options: {} } }],
    ['update_field', { field, changes: { name: 'taken' } }],
    ['delete_field', { field }],
    ['duplicate_field', { field, copy: fresh(), name: 'x', with_values: true }],
    ['restore_field', { field }],
    ['preview_type_change', { field, type: 'long_text', options: {} }],
    ['change_type', { field, type: 'long_text', options: {} }],
    ['change_formula', { field, definition: null }],
    ['cancel_type_change', { field }],
    ['begin_import', { import: fresh(), table, file_name: 'x', fields: [field], mode: 'append', key: null }],
    ['begin_upload', { table, record, field: attachmentField, file }],
    ['finish_upload', { attachment }],
    ['remove_attachment', { attachment }],
    ['apply_mutations', { batch: { atomic: false, mutations: [{ ...mutation, kind: 'delete' }] } }],
    [
      'apply_mutations',
      {
        batch: {
          atomic: true,
          mutations: [
            { ...mutation, kind: 'update', values: { [field]: 'x' }, base: { [field]: target.secret } },
          ],
        },
      },
    ],
  ]
}

/**
 * Every call with the ids of the target, and again with ids of nothing: a refusal must not tell whether a thing exists, so both
 * must answer alike.
 */
export async function probeCalls(stranger: Stranger, target: Target): Promise<Verdict[]> {
  const absent: Target = {
    ...target,
    workspace: fresh(),
    base: fresh(),
    table: fresh(),
    record: fresh(),
    field: fresh(),
    attachmentField: fresh(),
    attachment: fresh(),
  }
  const real = callsOn(target)
  const unreal = callsOn(absent)
  const verdicts: Verdict[] = []
  for (const [index, [name, args]] of real.entries()) {
    const answer = await call(stranger, name, args)
    const other = await call(stranger, name, unreal[index]![1])
    const probe = `call: ${name}`
    verdicts.push(refusal(probe, answer, target))
    const differs = comparable(answer) !== comparable(other)
    verdicts.push({
      probe: `${probe} tells nothing about existence`,
      leak: differs ? `${answer.text} for a thing, ${other.text} for nothing` : null,
    })
  }
  return verdicts
}

async function call(stranger: Stranger, name: string, args: Record<string, unknown>): Promise<Answer> {
  return send(stranger, `/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { ...json, 'content-profile': 'plinth' },
    body: JSON.stringify(args),
  })
}

/** `apply_mutations` answers 200 with a result for each mutation: those must all be refusals. */
function refusal(probe: string, answer: Answer, target: Target): Verdict {
  const allRefused =
    answer.status < 400 && /^\[.*\]$/s.test(answer.text) && !/"status": ?"(ok|conflict)"/.test(answer.text)
  if (allRefused && answer.text.includes('"error"'))
    return verdict(probe, { status: 404, text: answer.text }, target)
  return verdict(probe, answer, target)
}

/** Two answers compare without the ids that were sent. */
const comparable = (answer: Answer) => `${answer.status} ${answer.text.replaceAll(/[0-9a-f-]{36}/g, '<id>')}`

/** Storage by the exact path: read in every way, overwrite, remove, list the folders above. */
export async function probeStorage(stranger: Stranger, target: Target): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const storage = '/storage/v1/object'
  for (const key of target.keys) {
    const path = `plinth/${key}`
    const requests: [string, string, RequestInit][] = [
      ['download', `${storage}/${path}`, {}],
      ['authenticated download', `${storage}/authenticated/${path}`, {}],
      ['public address', `${storage}/public/${path}`, {}],
      ['info', `${storage}/info/${path}`, {}],
      ['signed address', `${storage}/sign/${path}`, post({ expiresIn: 60 })],
      [
        'overwrite',
        `${storage}/${path}`,
        { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'x' },
      ],
      [
        'upsert',
        `${storage}/${path}`,
        { method: 'POST', headers: { 'content-type': 'text/plain', 'x-upsert': 'true' }, body: 'x' },
      ],
      [
        'move',
        `${storage}/move`,
        post({ bucketId: 'plinth', sourceKey: key, destinationKey: `${key}.moved` }),
      ],
      [
        'copy',
        `${storage}/copy`,
        post({ bucketId: 'plinth', sourceKey: key, destinationKey: `${key}.copied` }),
      ],
      ['remove', `${storage}/plinth`, { ...post({ prefixes: [key] }), method: 'DELETE' }],
      ['list', `${storage}/list/plinth`, post({ prefix: key.split('/').slice(0, -1).join('/') })],
    ]
    for (const [name, url, init] of requests) {
      verdicts.push(verdict(`storage: ${name}`, await send(stranger, url, init), target))
    }
  }
  verdicts.push(
    verdict(
      'storage: list the root',
      await send(stranger, `${storage}/list/plinth`, post({ prefix: '' })),
      target,
    ),
  )
  const planted = `a/${target.base}/${target.attachment}/planted`
  const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }
  verdicts.push(
    verdict('storage: plant a file', await send(stranger, `${storage}/plinth/${planted}`, init), target),
  )
  return verdicts
}

function post(body: unknown): RequestInit {
  return { method: 'POST', headers: json, body: JSON.stringify(body) }
}

/** Joins of the private topics, of neighbouring epochs too, and of the same topics asked for as public ones. */
export async function probeRealtime(stranger: Stranger, target: Target): Promise<Verdict[]> {
  const client = createClient(stranger.url, stranger.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: nodeTransport },
  })
  if (stranger.accessToken !== null) await client.realtime.setAuth(stranger.accessToken)
  const topics = [target.epoch - 1, target.epoch, target.epoch + 1].flatMap((epoch) => [
    `table:${target.table}:${epoch}`,
    `room:${target.base}:${epoch}`,
  ])
  const verdicts: Verdict[] = []
  for (const topic of topics) {
    const joined = await joins(client, topic)
    verdicts.push({ probe: `realtime: join ${topic.split(':')[0]}`, leak: joined ? `joined ${topic}` : null })
  }
  await client.removeAllChannels()
  return verdicts
}

function joins(client: SupabaseClient, topic: string): Promise<boolean> {
  return new Promise((resolve) => {
    const channel = client.channel(topic, { config: { private: true } })
    let isDone = false
    const finish = (joined: boolean) => {
      // Leaving the channel tells its listener once more.
      if (isDone) return
      isDone = true
      clearTimeout(timer)
      void client.removeChannel(channel)
      resolve(joined)
    }
    const timer = setTimeout(() => finish(false), 5_000)
    channel.on('broadcast', { event: '*' }, () => finish(true))
    channel.subscribe((status) => finish(status === 'SUBSCRIBED'))
  })
}

/** Everything above. */
export async function probeAll(stranger: Stranger, target: Target): Promise<Verdict[]> {
  const groups = [probeTableRoutes, probeMetadata, probeCalls, probeStorage, probeRealtime]
  const verdicts: Verdict[] = []
  for (const group of groups) verdicts.push(...(await group(stranger, target)))
  return verdicts
}

export const leaksOf = (verdicts: readonly Verdict[]) =>
  verdicts.filter(({ leak }) => leak !== null).map(({ probe, leak }) => `${probe}: ${leak}`)
