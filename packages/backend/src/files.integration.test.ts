import {
  type AttachmentId,
  type FieldId,
  limits,
  type MutationId,
  type RecordId,
  type Table,
} from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addRecord,
  fieldOf,
  makeTable,
  newId,
  refusal,
  startWorld,
  value,
  type World,
} from './integration-world.ts'
import { backendOf } from './testing.ts'

let world: World
let table: Table
let record: RecordId
let files: FieldId

beforeAll(async () => {
  world = await startWorld()
  table = await makeTable(world, 'Papers', [fieldOf('Name', 'text'), fieldOf('Files', 'attachment')])
  files = table.fields[1]!.id
  record = await addRecord(world.editor, table, { [table.fields[0]!.id]: 'one' })
})
afterAll(() => world.stop())

const cell = async () => {
  const answer = await world.viewer.backend.rows.byId({ table: table.id, sorts: [] }, [record])
  return value(answer).rows[0]?.values[files]
}

interface Extra {
  thumbnail?: Blob
  turn?: Promise<void>
  signal?: AbortSignal
}

const send = (who: World['editor'], text: string, extra: Extra = {}) => {
  const { thumbnail = null, ...rest } = extra
  return who.backend.files.upload({
    id: newId<AttachmentId>(),
    table: table.id,
    record,
    field: files,
    file: new Blob([text], { type: 'text/plain' }),
    name: 'Grüße.txt',
    thumbnail,
    ...rest,
  })
}

const read = async (who: World['editor'], key: string) => value(await who.backend.files.download(key)).text()

describe('a file', () => {
  it('is stored with its thumbnail, read by those who may, and removed with both', async () => {
    const thumbnail = new Blob(['tiny'], { type: 'image/webp' })
    const { attachment } = value(await send(world.editor, 'content of the file', { thumbnail }))
    expect(attachment).toMatchObject({ name: 'Grüße.txt', mime: 'text/plain', bytes: 19 })
    expect(await cell()).toEqual([attachment])
    expect(await read(world.viewer, attachment.key)).toBe('content of the file')
    expect(await read(world.viewer, attachment.thumbKey!)).toBe('tiny')
    const address = value(
      await world.viewer.backend.files.signedUrl(attachment.key, { seconds: 30, downloadName: 'a.txt' }),
    )
    const opened = await fetch(address)
    expect(await opened.text()).toBe('content of the file')
    expect(opened.headers.get('content-disposition')).toContain('a.txt')

    for (const stranger of [world.outsider.backend, backendOf(world.project)]) {
      for (const key of [attachment.key, attachment.thumbKey!]) {
        expect(refusal(await stranger.files.download(key))).toMatch(/file_missing|not_signed_in/)
        expect(refusal(await stranger.files.signedUrl(key, { seconds: 30 }))).toMatch(
          /file_missing|not_signed_in/,
        )
      }
      expect(refusal(await stranger.files.remove(attachment.id))).toMatch(/not_found|not_signed_in/)
    }
    expect(refusal(await world.viewer.backend.files.remove(attachment.id))).toBe('read_only')

    value(await world.editor.backend.files.remove(attachment.id))
    expect(await cell()).toBeNull()
    expect(refusal(await world.editor.backend.files.download(attachment.key))).toBe('file_missing')
    expect(refusal(await world.editor.backend.files.download(attachment.thumbKey!))).toBe('file_missing')
  })

  it('gets another name, and another place in its cell', async () => {
    const sent = [value(await send(world.editor, 'one')), value(await send(world.editor, 'two'))]
    const [one, two] = sent.map(({ attachment }) => attachment.id)
    const api = world.editor.backend.files
    const renamed = value(await api.rename(one!, 'Rechnung.txt', 'Grüße.txt'))
    expect(renamed).toMatchObject({ attachment: { id: one, name: 'Rechnung.txt' } })
    const place = { table: table.id, record, field: files }
    const { ver } = value(await api.order({ ...place, files: [two!, one!], was: [one!, two!] }))
    expect(ver).toBe(renamed.ver + 1)
    expect(await cell()).toMatchObject([{ id: two }, { id: one, name: 'Rechnung.txt' }])
    expect(refusal(await api.rename(one!, 'x', 'Grüße.txt'))).toBe('conflict')
    expect(refusal(await api.order({ ...place, files: [one!], was: [one!, two!] }))).toBe('conflict')
    expect(refusal(await world.viewer.backend.files.rename(one!, 'x', 'Rechnung.txt'))).toBe('read_only')
    expect(refusal(await world.outsider.backend.files.order({ ...place, files: [], was: [] }))).toBe(
      'not_found',
    )
    for (const id of [one!, two!]) value(await api.remove(id))
  })

  it('waits for its turn, and leaves nothing when it is given up meanwhile', async () => {
    let isDue: (() => void) | undefined
    const turn = new Promise<void>((resolve) => {
      isDue = resolve
    })
    const second = send(world.editor, 'two', { turn })
    const third = new AbortController()
    const given = send(world.editor, 'three', { turn: new Promise(() => {}), signal: third.signal })
    const one = value(await send(world.editor, 'one')).attachment.id
    isDue?.()
    const two = value(await second).attachment.id
    expect(await cell()).toMatchObject([{ id: one }, { id: two }])
    third.abort()
    expect(refusal(await given)).toBe('upload_failed')
    expect(await cell()).toMatchObject([{ id: one }, { id: two }])
    for (const id of [one, two]) value(await world.editor.backend.files.remove(id))
  })

  it('is not taken from those who may not write', async () => {
    expect(refusal(await send(world.viewer, 'x'))).toBe('read_only')
    expect(refusal(await send(world.outsider, 'x'))).toBe('not_found')
  })

  it('leaves nothing behind when its upload is given up', async () => {
    expect(refusal(await send(world.editor, 'x', { signal: AbortSignal.abort() }))).toMatch(
      /upload_failed|network/,
    )
    expect(await cell()).toBeNull()
  })

  it('finds room again where files of deleted records are still in storage', async () => {
    const gone = await addRecord(world.editor, table, {})
    const upload = (target: RecordId, text: string) =>
      world.editor.backend.files.upload({
        id: newId<AttachmentId>(),
        table: table.id,
        record: target,
        field: files,
        file: new Blob([text]),
        name: 'a.txt',
        thumbnail: null,
      })
    const setQuota = (bytes: number | null) => world.sql`
      insert into plinth_private.quota (workspace_id, max_file_bytes) values (${world.workspace}, ${bytes})
      on conflict (workspace_id) do update set max_file_bytes = excluded.max_file_bytes`
    const { attachment } = value(await upload(gone, 'x'.repeat(80)))
    await setQuota(100)
    const full = await upload(record, 'y'.repeat(80))
    expect(full).toMatchObject({
      error: { code: 'limit_exceeded', details: { rule: 'workspace_file_bytes', limit: 100 } },
    })
    const removal = { id: newId<MutationId>(), kind: 'delete', table: table.id, record: gone } as const
    value(await world.editor.backend.rows.apply({ mutations: [removal], atomic: false }))
    value(await upload(record, 'y'.repeat(80)))
    expect(await world.sql`select 1 from storage.objects where name = ${attachment.key}`).toHaveLength(0)
    await setQuota(null)
  })

  it('is swept from storage when no record names it, and from its record when storage does not hold it', async () => {
    const { workspace } = world
    const [lost, gone] = [value(await send(world.editor, 'lost')), value(await send(world.editor, 'gone'))]
    const unused = async () => value(await world.owner.backend.files.unused(workspace))
    await world.sql`delete from plinth.attachment where id = ${lost.attachment.id}`
    expect(await unused()).toEqual({ files: 0, bytes: 0, missing: 0 })
    await world.sql.begin(async (tx) => {
      await tx`select set_config('storage.allow_delete_query', 'true', true)`
      await tx`delete from storage.objects where name = ${gone.attachment.key}`
      await tx`update storage.objects set created_at = now() - interval '2 days' where name = ${lost.attachment.key}`
      await tx`update plinth.attachment set created_at = now() - interval '2 days' where id = ${gone.attachment.id}`
    })
    expect(await unused()).toEqual({ files: 1, bytes: 4, missing: 1 })
    for (const who of [world.editor, world.viewer]) {
      expect(refusal(await who.backend.files.unused(workspace))).toBe('forbidden')
      expect(refusal(await who.backend.files.cleanUp(workspace))).toBe('forbidden')
    }
    expect(refusal(await world.outsider.backend.files.cleanUp(workspace))).toBe('not_found')
    value(await world.owner.backend.files.cleanUp(workspace))
    expect(await unused()).toEqual({ files: 0, bytes: 0, missing: 0 })
    expect(await world.sql`select 1 from storage.objects where name = ${lost.attachment.key}`).toEqual([])
    const held = (await cell()) as { id: string }[] | null
    expect(held?.map(({ id }) => id) ?? []).not.toContain(gone.attachment.id)
  })

  it('can be the picture of a person', async () => {
    const picture = new Blob(['face'], { type: 'image/png' })
    const { key } = value(await world.editor.backend.files.uploadAvatar(world.editor.userId, picture))
    value(await world.editor.backend.workspaces.saveProfile({ avatarKey: key }))
    expect(await value(await world.viewer.backend.files.download(key)).text()).toBe('face')
    expect(refusal(await world.outsider.backend.files.download(key))).toBe('file_missing')
    expect(refusal(await world.viewer.backend.files.uploadAvatar(world.editor.userId, picture))).toBe(
      'forbidden',
    )
  })

  it('makes room for a new picture by removing old ones', async () => {
    const upload = (text: string, type = 'image/png') =>
      world.editor.backend.files.uploadAvatar(world.editor.userId, new Blob([text], { type }))
    const keys: string[] = []
    for (let n = 0; n < 8; n++) keys.push(value(await upload(`face ${n}`)).key)
    expect(await read(world.viewer, keys.at(-1)!)).toBe('face 7')
    expect(await read(world.viewer, keys.at(-2)!)).toBe('face 6')
    expect(refusal(await world.editor.backend.files.download(keys[0]!))).toBe('file_missing')
    expect(refusal(await upload('x'.repeat(limits.avatarBytes + 1)))).toBe('file_too_large')
    expect(refusal(await upload('<svg/>', 'image/svg+xml'))).toBe('file_refused')
  })
})
