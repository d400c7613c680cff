/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Files of links: what is told of them, and who reads their objects, for how long. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, type Json, type Person, refusalOf, startWorld, type World } from './harness.ts'
import { type SharedPage, type ShareLab, shareLab } from './share-lab.ts'

let h: Harness
let world: World
let lab: ShareLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await shareLab(h, world)
})
afterAll(() => h.db.stop())

interface Stored {
  id: string
  key: string
  thumbKey: string | null
}
interface Told {
  mark: string
  name: string
  mime: string
  bytes: number
  hasThumb: boolean
}
interface Keys {
  mark: string
  path: string
  thumb: string | null
}

/** As storage asks: by a key, or for all that is there. */
const operation = 'storage.object.get_authenticated'
async function sees(
  who: Person | null,
  key: string | null,
  by = operation,
  bucket = 'plinth',
): Promise<boolean> {
  const rows = await h.as(who, async (tx) => {
    await tx`select set_config('storage.operation', ${by}, true)`
    return tx`select 1 from storage.objects where bucket_id = ${bucket} and (name = ${key} or ${key}::text is null)`
  })
  return rows.length > 0
}

/** A file in a record's cell, a picture with a small one beside it unless that is not wanted. */
async function put(n: number, name = 'A.png', thumbnail = true, of: ShareLab = lab): Promise<Stored> {
  const file = { id: uuidV7(), name, mime: 'image/png', bytes: 5, thumbnail }
  const target = { table: of.table.id, record: of.records[n]!, field: of.field('Files') }
  const begun = await h.rpc<Stored>(world.editor, 'begin_upload', { ...target, file })
  for (const key of [begun.key, begun.thumbKey])
    if (key !== null)
      await h.as(world.editor, async (tx) => {
        await tx`select set_config('storage.operation', 'storage.object.upload', true)`
        await tx`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${key}, '{"size": 5}')`
      })
  await h.rpc(world.editor, 'finish_upload', { attachment: begun.id })
  return begun
}

/** The files that a link tells of its records, one after the other. */
async function told(token: string): Promise<Told[]> {
  const { rows } = await lab.rows(token)
  return rows.flatMap((row) => (row.at(-1) ?? []) as unknown as Told[])
}
const ask = (token: string, marks: Json, who: Person | null = null, pass: string | null = null) =>
  h.rpc<Keys[]>(who, 'shared_files', { token, pass, marks })
const marksOf = (files: readonly Told[]) => files.map(({ mark }) => mark)

describe('records of a link', () => {
  test('tell what their files are called, and no id and no key', async () => {
    const files = [await put(0, 'One.png'), await put(0, 'Two.png', false)]
    const { token } = await lab.link(['Name', 'Files'])
    const { rows } = await lab.rows(token)
    expect(rows.map(([name]) => name)).toEqual(['Linz', 'Graz', 'Wien', 'Steyr', 'Wels'])
    expect(rows[1]![1]).toBeNull()
    const mark = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
    expect(rows[0]![1]).toEqual([
      { mark, name: 'One.png', mime: 'image/png', bytes: 5, hasThumb: true },
      { mark, name: 'Two.png', mime: 'image/png', bytes: 5, hasThumb: false },
    ])
    const text = JSON.stringify(rows)
    for (const { id, key } of files) for (const secret of [id, key]) expect(text).not.toContain(secret)
    for (const { key } of files) expect(await sees(null, key)).toBe(false)
  })

  test('have no files where the link does not name the field, and charts never', async () => {
    const file = await put(1)
    const plain = await lab.link(['Name'])
    expect((await lab.rows(plain.token)).rows[1]).toEqual(['Graz'])
    const { token } = await lab.link(['Name', 'Files'])
    const marks = marksOf(await told(token))
    expect(marks.length).toBeGreaterThan(0)
    // Marks of another link are none.
    expect(await ask(plain.token, marks)).toEqual([])
    expect(await sees(null, file.key)).toBe(false)
    const view = uuidV7()
    const definition = { name: 'Chart', kind: 'chart', isShared: true, config: {} }
    await h.rpc(world.creator, 'create_view', { table: lab.table.id, view, definition })
    expect(await refusalOf(lab.link(['Files'], {}, { view }))).toBe('invalid_input')
    const chart = await lab.link([], {}, { view })
    expect(await refusalOf(ask(chart.token, marks))).toBe('share_invalid')
  })
})

describe('keys of files', () => {
  test('are told for marks, and their objects are read by whoever has them', async () => {
    const file = await put(2)
    const { token } = await lab.link(['Name', 'Files'])
    const all = marksOf(await told(token))
    const keys = await ask(token, all)
    expect(keys.map(({ mark }) => mark).toSorted()).toEqual(all.toSorted())
    expect(keys.find(({ path }) => path === file.key)).toMatchObject({ thumb: file.thumbKey })
    for (const who of [null, world.outsider, world.viewer])
      for (const key of [file.key, file.thumbKey])
        expect([who?.email, key, await sees(who, key)]).toEqual([who?.email, key, true])
    // Fetched, and nothing else: not by an address that would go on, not in a list, not another one.
    for (const other of [
      'storage.object.sign',
      'storage.object.sign_many',
      'storage.object.list',
      'storage.s3.object.get',
      '',
    ])
      for (const who of [null, world.outsider])
        expect([other, await sees(who, file.key, other)]).toEqual([other, false])
    expect(await sees(null, `${file.key}x`)).toBe(false)
    // What is called the same elsewhere is no file of the link.
    await h.db.admin`insert into storage.objects (bucket_id, name) values ('plinth-avatars', ${file.key})`
    for (const who of [null, world.outsider])
      expect(await sees(who, file.key, operation, 'plinth-avatars')).toBe(false)
  })

  test('are told for those alone that were asked for, and nothing for what is none', async () => {
    const [one, two] = [await put(3, 'One.png'), await put(3, 'Two.png')]
    const { token } = await lab.link(['Name', 'Files'])
    const files = await told(token)
    const mark = files.find(({ name }) => name === 'Two.png')!.mark
    const asked = await ask(token, [one.id, lab.records[3]!, uuidV7()])
    expect(asked).toEqual([])
    const [keys] = await ask(token, marksOf(files.filter((file) => file.mark === mark)))
    expect(keys).toMatchObject({ mark })
    expect(await sees(null, one.key)).toBe(false)
    // Both are called Two.png in some record: the one whose key was told.
    expect(await sees(null, keys!.path)).toBe(true)
    expect([two.key, keys!.path].every((key) => key.startsWith('a/'))).toBe(true)
    for (const wrong of [
      null,
      'x',
      {},
      [1],
      ['x'],
      Array<string>(limits.sharedFilesPerRequest + 1).fill(mark),
    ])
      expect([wrong, await refusalOf(ask(token, wrong as Json))]).toEqual([wrong, 'invalid_input'])
    expect(await ask(token, Array<string>(limits.sharedFilesPerRequest).fill(mark))).toHaveLength(1)
  })

  test('hold for a moment, and are told again', async () => {
    const file = await put(4)
    const { token, link } = await lab.link(['Name', 'Files'])
    const marks = marksOf(await told(token))
    await ask(token, marks)
    const until = async () => {
      const [row] = await h.db.admin`
        select extract(epoch from expires_at - now())::int as left from plinth_private.told_file
        where attachment_id = ${file.id} and link_id = ${link.id}`
      return row?.['left'] as number | undefined
    }
    expect(await until()).toBeGreaterThan(limits.toldFileSeconds - 10)
    expect(await until()).toBeLessThanOrEqual(limits.toldFileSeconds)
    const age = (seconds: number) => h.db.admin`
      update plinth_private.told_file set expires_at = now() + make_interval(secs => ${seconds}) where link_id = ${link.id}`
    // Not half of it is over: it stays as it is.
    await age(limits.toldFileSeconds / 2 + 5)
    await ask(token, marks)
    expect(await until()).toBeLessThanOrEqual(limits.toldFileSeconds / 2 + 5)
    await age(limits.toldFileSeconds / 2 - 5)
    await ask(token, marks)
    expect(await until()).toBeGreaterThan(limits.toldFileSeconds - 10)
    await age(0)
    expect(await sees(null, file.key)).toBe(false)
    await ask(token, [])
    expect(await until()).toBeUndefined()
    await ask(token, marks)
    expect(await sees(null, file.key)).toBe(true)
  })

  test('open nothing any more when the link is over, changed, or its maker may not share', async () => {
    const file = await put(0)
    const opened = async (settings: Record<string, Json> = {}, by = world.creator) => {
      const made = await lab.link(['Name', 'Files'], settings, undefined, by)
      await ask(made.token, marksOf(await told(made.token)))
      expect(await sees(null, file.key)).toBe(true)
      return made
    }
    const revoked = await opened()
    await h.rpc(world.creator, 'revoke_share_link', { link: revoked.link.id })
    expect(await sees(null, file.key)).toBe(false)
    // What another link has told is not theirs.
    const [kept, beside] = [await put(1, 'Kept.png'), await lab.link(['Name', 'Files'])]
    const files = await told(beside.token)
    await ask(beside.token, marksOf(files.filter(({ name }) => name === 'Kept.png')))
    const changed = await opened()
    await h.rpc(world.creator, 'update_share_link', {
      link: changed.link.id,
      changes: { fields: [lab.field('Name')] },
    })
    expect(await sees(null, file.key)).toBe(false)
    expect(await sees(null, kept.key)).toBe(true)
    const ended = await opened()
    await h.db
      .admin`update plinth_private.share_link set expires_at = now() - interval '1 second' where id = ${ended.link.id}`
    expect(await sees(null, file.key)).toBe(false)
    const another = await opened()
    await h.db
      .admin`update plinth_private.share_link set made_by = ${world.editor.id} where id = ${another.link.id}`
    expect(await sees(null, file.key)).toBe(false)
    await opened()
    await h.rpc(world.editor, 'remove_attachment', { attachment: file.id })
    expect(await sees(null, file.key)).toBe(false)
  })

  test('are those of records that the view holds at this moment, or of the one record', async () => {
    const [first, last] = [await put(0, 'First.png'), await put(4, 'Last.png')]
    const { token } = await lab.link(['Name', 'Files'])
    const marks = marksOf(await told(token))
    await lab.configure({
      filter: { join: 'and', items: [{ field: lab.field('Name'), operator: 'is', value: 'Wels' }] },
    })
    const paths = (await ask(token, marks)).map(({ path }) => path)
    expect(paths).toContain(last.key)
    expect(paths).not.toContain(first.key)
    await lab.configure({ filter: null })
    const one = await lab.link(['Name', 'Files'], {}, { record: lab.records[0]! })
    const [row] = (await lab.rows(one.token)).rows
    const own = row!.at(-1) as unknown as Told[]
    expect((await ask(one.token, marksOf(own))).map(({ path }) => path)).toContain(first.key)
    expect(await ask(one.token, marks)).toEqual([])
    await lab.configure({ hidden: [lab.field('Files')] })
    expect(await ask(token, marks)).toEqual([])
    await lab.configure({ hidden: [] })
  })

  test('are for who gave the password', async () => {
    const { token } = await lab.link(['Name', 'Files'], { password: 'open sesame' })
    expect(await refusalOf(ask(token, []))).toBe('share_locked')
    const { pass } = await h.rpc<{ pass: string }>(null, 'unlock_share', { token, password: 'open sesame' })
    expect(await ask(token, [], null, pass)).toEqual([])
    expect(await refusalOf(ask('x', []))).toBe('share_invalid')
  })

  test('go no further than what the maker reads', async () => {
    const other = await shareLab(h, world, 'Kept')
    const file = await put(0, 'Kept.png', true, other)
    const { token } = await other.link(['Name', 'Files'])
    const rows = await other.rows(token)
    const marks = marksOf(rows.rows[0]![1] as unknown as Told[])
    expect(await ask(token, marks)).toHaveLength(1)
    await h.rpc(world.editor, 'apply_mutations', {
      batch: {
        mutations: [{ id: uuidV7(), kind: 'delete', table: other.table.id, record: other.records[0]! }],
        atomic: true,
      },
    })
    expect(await ask(token, marks)).toEqual([])
    expect(file.key).toMatch(/^a\//)
  })
})

describe('covers', () => {
  const layoutOf = async (kind: string, settings: Json, fields = ['Name', 'Level', 'Files']) => {
    const view = uuidV7()
    const definition = { name: view, kind, isShared: true, config: { settings } }
    await h.rpc(world.creator, 'create_view', { table: lab.table.id, view, definition })
    const { token } = await lab.link(fields, {}, { view })
    return ((await lab.page(token)) as SharedPage).layout
  }

  test('are on galleries by themselves, on boards where they were chosen, and nowhere else', async () => {
    const files = lab.field('Files')
    expect(await layoutOf('gallery', {})).toMatchObject({ cover: 2, fit: 'crop' })
    expect(await layoutOf('gallery', { cover: 'none' })).toMatchObject({ cover: null })
    expect(await layoutOf('gallery', { cover: files, coverFit: 'fit' })).toMatchObject({
      cover: 2,
      fit: 'fit',
    })
    expect(await layoutOf('gallery', {}, ['Name'])).toMatchObject({ cover: null })
    expect(await layoutOf('board', {})).toMatchObject({ by: 1, cover: null })
    expect(await layoutOf('board', { cover: files })).toMatchObject({ by: 1, cover: 2 })
    expect(await layoutOf('board', { cover: files }, ['Name', 'Level'])).toMatchObject({ by: 1, cover: null })
    expect(await layoutOf('list', { cover: files })).toEqual({ kind: 'list' })
  })
})
