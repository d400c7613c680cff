/** Links for people outside through the whole stack: by nobody in particular, over HTTP. */
import {
  type AttachmentId,
  emptyViewConfig,
  type FieldId,
  limits,
  type MutationId,
  type RecordId,
  type SharedFile,
  type SharedRows,
  type Table,
  type View,
} from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SupabaseBackend } from './create-supabase-backend.ts'
import { fieldOf, makeTable, newId, refusal, startWorld, value, type World } from './integration-world.ts'
import { backendOf } from './testing.ts'

let world: World
let table: Table
let view: View
let nobody: SupabaseBackend
beforeAll(async () => {
  world = await startWorld()
  const options = { options: [{ id: 'a', label: 'Good', hue: 'green' }] } as never
  table = await makeTable(world, 'Shared', [
    fieldOf('Name', 'text'),
    fieldOf('Rate', 'rating', { max: 3 }),
    fieldOf('Kind', 'multi_select', options),
    fieldOf('Secret', 'text'),
    fieldOf('Files', 'attachment'),
  ])
  const id = newId<View['id']>()
  const definition = { id, name: 'All', isShared: true, config: emptyViewConfig }
  view = value(await world.owner.backend.views.create(table.id, definition))
  nobody = backendOf(world.project)
})
afterAll(async () => {
  await nobody?.dispose()
  await world?.stop()
})

const idOf = (name: string): FieldId => table.fields.find((field) => field.name === name)!.id
const settings = (password: string | null = null) => ({
  name: 'Public',
  fields: ['Name', 'Rate', 'Kind'].map(idOf),
  showsPeople: false,
  showsLinked: false,
  expiresAt: null,
  password,
})

describe('a link', () => {
  it('is made by creators, listed, changed and taken back', async () => {
    const { shares } = world.owner.backend
    const { token, link } = value(await shares.create(table.id, { view: view.id }, settings()))
    expect(link).toMatchObject({ kind: 'view', state: 'open', hasPassword: false, opened: 0 })
    expect(value(await shares.list(world.base))).toEqual([link])
    expect(value(await shares.update(link.id, { name: 'Other' })).name).toBe('Other')
    expect(value(await nobody.shares.page(token, null)).name).toBe('Other')
    expect(refusal(await world.editor.backend.shares.list(world.base))).toBe('forbidden')
    value(await shares.revoke(link.id))
    expect(refusal(await nobody.shares.page(token, null))).toBe('share_invalid')
  })

  it('gives its records page by page to who is not signed in', async () => {
    const records = Array.from({ length: 230 }, (_, n) => `('Record ${n}', ${1 + (n % 3)}, '{a}', 'hush')`)
    await world.sql.unsafe(
      `insert into data.${table.relation} (name, rate, kind, secret) values ${records.join()}`,
    )
    const { token } = value(await world.owner.backend.shares.create(table.id, { view: view.id }, settings()))
    expect(value(await nobody.shares.page(token, null))).toMatchObject({
      total: 230,
      fields: [
        { name: 'Name', type: 'text', options: {} },
        { name: 'Rate', type: 'rating', options: { max: 3 } },
        { name: 'Kind', options: { options: [{ id: 'a', label: 'Good', hue: 'green' }] } },
      ],
    })
    const names: unknown[] = []
    let after: string | null = null
    do {
      const page: SharedRows = value(
        await nobody.shares.rows(token, null, { after, take: limits.sharedRowsPerRequest }),
      )
      names.push(...page.rows.map(([name]) => name))
      after = page.next
    } while (after !== null)
    expect(new Set(names).size).toBe(230)
    expect(names).toHaveLength(230)
  })

  it('asks for its password', async () => {
    const made = await world.owner.backend.shares.create(table.id, { view: view.id }, settings('open sesame'))
    const { token } = value(made)
    expect(refusal(await nobody.shares.page(token, null))).toBe('share_locked')
    expect(value(await nobody.shares.unlock(token, 'close sesame'))).toEqual({ pass: null, isLimited: false })
    const { pass } = value(await nobody.shares.unlock(token, 'open sesame'))
    expect(value(await nobody.shares.page(token, pass)).kind).toBe('view')
  })

  it('gives the files of its fields to who is not signed in, as long as it holds, and no address of them', async () => {
    const { rows, files, shares } = world.owner.backend
    const record = newId<RecordId>()
    const values = { [idOf('Name')]: 'With a file' }
    const insert = { id: newId<MutationId>(), kind: 'insert', table: table.id, record, values } as const
    value(await rows.apply({ mutations: [insert], atomic: true }))
    const attached = await files.upload({
      id: newId<AttachmentId>(),
      table: table.id,
      record,
      field: idOf('Files'),
      file: new Blob(['all of it'], { type: 'text/plain' }),
      name: 'note.txt',
      thumbnail: new Blob(['small'], { type: 'image/webp' }),
    })
    const { key } = value(attached).attachment
    const shown = { ...settings(), fields: [idOf('Name'), idOf('Files')] }
    const { token, link } = value(await shares.create(table.id, { record }, shown))
    const page = value(await nobody.shares.rows(token, null, { after: null, take: 1 }))
    const [file] = page.rows[0]![1] as readonly SharedFile[]
    expect(file).toMatchObject({ name: 'note.txt', mime: 'text/plain', bytes: 9, hasThumb: true })
    const read = async (at: string) => {
      const answer = await nobody.files.download(at)
      return answer.ok ? answer.value.text() : answer.error.code
    }
    expect(await read(key)).toBe('file_missing')
    const [keys] = value(await nobody.shares.files(token, null, [file!.mark, newId()]))
    expect(keys).toEqual({ mark: file!.mark, path: key, thumb: `${key}.t` })
    expect([await read(key), await read(keys!.thumb!)]).toEqual(['all of it', 'small'])
    expect(refusal(await nobody.files.signedUrl(key, { seconds: 60 }))).toBe('file_missing')
    const { url, publishableKey } = world.project
    const listed = await fetch(`${url}/storage/v1/object/list/plinth`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ prefix: key.slice(0, key.lastIndexOf('/')) }),
    })
    expect(await listed.json()).toEqual([])
    value(await shares.revoke(link.id))
    expect(await read(key)).toBe('file_missing')
    expect(refusal(await nobody.shares.files(token, null, [file!.mark]))).toBe('share_invalid')
  })

  it('is opened by POST alone: no address holds its token', async () => {
    const { url, publishableKey } = world.project
    const { token } = value(await world.owner.backend.shares.create(table.id, { view: view.id }, settings()))
    for (const [name, rest] of [
      ['shared_page', 'pass='],
      ['shared_rows', `pass=&after=${newId()}&take=5`],
      ['shared_files', 'pass=&marks=[]'],
      ['unlock_share', 'password='],
    ]) {
      const answer = await fetch(`${url}/rest/v1/rpc/${name}?token=${token}&${rest}`, {
        headers: { apikey: publishableKey, 'accept-profile': 'plinth' },
      })
      expect([name, answer.status]).toEqual([name, 405])
    }
  })
})
