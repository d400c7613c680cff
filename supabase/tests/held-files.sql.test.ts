/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Files that come with the forms of links: who stores them, that nobody reads them, and who takes them in. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FormLab, formLab, sections } from './form-lab.ts'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  refusalOf,
  startWorld,
  type World,
} from './harness.ts'
import { rolesOf } from './hidden-lab.ts'
import type { LinkAnswer } from './share-lab.ts'

let h: Harness
let world: World
let lab: FormLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await formLab(h, world, [
    fieldOf('Name', 'text'),
    fieldOf('Files', 'attachment'),
    fieldOf('More', 'attachment'),
  ])
  await asks(ask('Name'), ask('Files'))
})
afterAll(() => h.db.stop())

interface Begun {
  upload: string
  path: string
  error?: Json
}
type Answer = { receipt?: Json; error?: { code: string; details?: Json } }
const field = (name: string) => lab.field(name)
const ask = (name: string, more?: object) => lab.ask(name, more)
const asks = (...questions: Json[]) => lab.asks(sections(...questions))
async function openForm() {
  const { token, link } = await h.rpc<LinkAnswer>(world.creator, 'create_share_link', {
    table: lab.table.id,
    target: { form: lab.view },
    settings: { name: 'Ask us' },
  })
  const page = await h.rpc<{ form: { sections: { questions: { field: string; label: string }[] }[] } }>(
    null,
    'shared_page',
    { token, pass: null },
  )
  const marks = new Map(page.form.sections[0]!.questions.map((one) => [one.label, one.field]))
  const begin = (file: Record<string, Json> = {}, who: Person | null = null) =>
    h.rpc<Begun>(who, 'begin_shared_upload', {
      token,
      pass: null,
      file: { field: marks.get('Files')!, name: 'photo.png', type: 'image/png', size: 5, ...file },
    })
  const send = (files: Record<string, Json>, answers: Json = {}) =>
    h.rpc<Answer>(null, 'submit_shared_form', {
      token,
      pass: null,
      submission: {
        id: uuidV7(),
        answers,
        files: Object.fromEntries(
          Object.entries(files).map(([name, list]) => [marks.get(name) ?? name, list]),
        ),
        trap: '',
      },
    })
  return { token, link: link.id, marks, begin, send }
}
const store = (who: Person | null, path: string, size = 5, metadata: Json = { size }) =>
  h
    .as(
      who,
      (tx) =>
        tx`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${path}, ${tx.json(metadata as never)})`,
    )
    .then(
      () => 'stored',
      () => 'refused',
    )
const isSeen = async (who: Person | null, path: string) =>
  (await h.as(who, (tx) => tx`select 1 from storage.objects where name = ${path}`)).length > 0
const readers = () => [world.owner, world.creator, world.editor, world.viewer, world.outsider]
interface Held {
  record: string
  files: { id: string; name: string; size: number; field: string; type: string }[]
}
const held = (who: Person) => h.rpc<Held[]>(who, 'quarantined_files', { table: lab.table.id })
/** A record that came with a file. */
async function sent(form: Awaited<ReturnType<typeof openForm>>, name = 'photo.png') {
  const { upload, path } = await form.begin({ name })
  expect(await store(null, path)).toBe('stored')
  expect(await form.send({ Files: [upload] })).toHaveProperty('receipt')
  const record = (await held(world.creator)).find(({ files }) =>
    files.some(({ id }) => id === upload),
  )!.record
  return { upload, path, record }
}
const cell = async (record: string) =>
  (await h.db.admin.unsafe(`select files from data.${lab.table.relation} where id = '${record}'`))[0]![
    'files'
  ] as string[]

describe('announcing a file', () => {
  test('gives a key, for questions of files alone', async () => {
    const form = await openForm()
    expect((await form.begin()).path).toMatch(/^a\/[0-9a-f-]{36}\/[0-9a-f-]{36}\/[0-9a-f]{32}$/)
    expect((await form.begin({ type: '' })).upload).toEqual(expect.any(String))
    const refused = { error: { code: 'file_refused' } }
    for (const wrong of [
      { field: form.marks.get('Name')! },
      { field: field('Files') },
      { field: uuidV7() },
      { size: -1 },
      { size: 'many' },
      { type: 'no type' },
    ] as Record<string, Json>[])
      expect([wrong, await form.begin(wrong)]).toEqual([wrong, refused])
    expect(await form.begin({ size: limits.submittedFileBytes + 1 })).toEqual({
      error: { code: 'file_too_large', details: { limit: limits.submittedFileBytes } },
    })
    for (const wrong of [null, [], 'x'])
      expect(
        await refusalOf(h.rpc(null, 'begin_shared_upload', { token: form.token, pass: null, file: wrong })),
      ).toBe('invalid_input')
    expect(await refusalOf(form.begin({ type: 'x'.repeat(5_000) }))).toBe('invalid_input')
    expect(await refusalOf(form.begin({ name: '' }))).toBe('name_required')
    expect(await refusalOf(h.rpc(null, 'begin_shared_upload', { token: 'x', pass: null, file: {} }))).toBe(
      'share_invalid',
    )
  })

  test('is bound to so many in an hour', async () => {
    const form = await openForm()
    await form.begin()
    await h.db
      .admin`update plinth_private.share_budget set used = ${limits.sharedFilesPerHour} where link_id = ${form.link} and slot = 0`
    expect(await refusalOf(form.begin())).toBe('form_busy')
    // Answers are counted by themselves.
    expect(await form.send({})).toHaveProperty('receipt')
    await h.db
      .admin`update plinth_private.share_budget set hour = hour - interval '1 hour' where link_id = ${form.link}`
    expect(await form.begin()).toHaveProperty('path')
  })

  test('counts among the files of the workspace', async () => {
    const form = await openForm()
    await h.db
      .admin`insert into plinth_private.quota (workspace_id, max_file_bytes) values (${world.workspace}, 1)`
    expect(await refusalOf(form.begin())).toBe('limit_exceeded')
    await h.db.admin`delete from plinth_private.quota where workspace_id = ${world.workspace}`
  })
})

describe('a file of a form', () => {
  test('is stored by whoever has its key, while its link holds and no answers came with it', async () => {
    const form = await openForm()
    const { path, upload } = await form.begin()
    expect(await store(null, `${path.slice(0, -1)}x`)).toBe('refused')
    expect(await store(null, `${path}.t`)).toBe('refused')
    expect(await store(null, path, 6, { size: 6, contentLength: 6 })).toBe('refused')
    const other = await form.begin()
    for (const bucket of ['plinth-avatars'])
      await expect(
        h.as(
          null,
          (tx) => tx`insert into storage.objects (bucket_id, name) values (${bucket}, ${other.path})`,
        ),
      ).rejects.toThrow(/row-level security/)
    expect(await store(null, path)).toBe('stored')
    const signed = await form.begin({}, world.viewer)
    expect(await store(world.outsider, signed.path)).toBe('stored')
    const late = await form.begin()
    await h.db
      .admin`update plinth_private.held_file set expires_at = now() where attachment_id = ${late.upload}`
    expect(await store(null, late.path)).toBe('refused')
    await h.db.admin`update plinth_private.held_file set is_sent = true where attachment_id = ${other.upload}`
    expect(await store(null, other.path)).toBe('refused')
    const over = await form.begin()
    await h.db
      .admin`update plinth_private.share_link set expires_at = now() - interval '1 second' where id = ${form.link}`
    expect(await store(null, over.path)).toBe('refused')
    await h.db
      .admin`update plinth_private.share_link set expires_at = null, made_by = ${world.editor.id} where id = ${form.link}`
    // Its maker may not share any more.
    expect(await store(null, over.path)).toBe('refused')
    await h.db
      .admin`update plinth_private.share_link set made_by = ${world.creator.id} where id = ${form.link}`
    await h.rpc(world.creator, 'revoke_share_link', { link: form.link })
    expect(await store(null, over.path)).toBe('refused')
    expect(upload).not.toBe(over.upload)
  })

  test('is read by nobody, and told to who may change its record alone', async () => {
    const form = await openForm()
    const { path, record, upload } = await sent(form)
    for (const who of [...readers(), null])
      expect([who?.email, await isSeen(who, path)]).toEqual([who?.email, false])
    for (const who of readers()) {
      const rows = await h.as(who, (tx) => tx`select 1 from plinth.attachment where id = ${upload}`)
      expect([who.email, rows.length]).toEqual([who.email, 0])
    }
    expect(await cell(record)).toEqual([])
    const told = {
      record,
      expiresAt: expect.any(String) as string,
      files: [{ id: upload, field: field('Files'), name: 'photo.png', type: 'image/png', size: 5 }],
    }
    for (const who of [world.creator, world.editor]) expect(await held(who)).toContainEqual(told)
    expect(await held(world.viewer)).toEqual([])
    expect(await refusalOf(held(world.outsider))).toBe('not_found')
    expect(await refusalOf(held(world.anonymous))).toBe('forbidden')
    // Whose name it was announced in cannot finish it as their own.
    expect(
      await refusalOf(
        h.rpc(world.creator, 'rename_attachment', { attachment: upload, name: 'x', was: 'photo.png' }),
      ),
    ).toBe('not_found')
  })

  test('is taken in by who may change its record and write its field', async () => {
    const form = await openForm()
    const { path, record, upload } = await sent(form)
    const accept = (who: Person, id = record) =>
      h.rpc(who, 'accept_files', { table: lab.table.id, record: id })
    expect(await refusalOf(accept(world.viewer))).toMatch(/read_only|rule_refused/)
    expect(await refusalOf(accept(world.outsider))).toBe('not_found')
    expect(await refusalOf(accept(world.editor, uuidV7()))).toBe('not_found')
    const role = (await rolesOf(h, world)).get('editor')!
    await h.rpc(world.creator, 'set_field_grant', { role, field: field('Files'), access: 'read' })
    expect(await held(world.editor)).toEqual([])
    expect(await refusalOf(accept(world.editor))).toBe('not_found')
    await h.rpc(world.creator, 'set_field_grant', { role, field: field('Files'), access: null })
    await accept(world.editor)
    expect(await cell(record)).toEqual([upload])
    expect(await isSeen(world.viewer, path)).toBe(true)
    expect(await isSeen(world.outsider, path)).toBe(false)
    expect(await refusalOf(accept(world.editor))).toBe('not_found')
    expect((await held(world.creator)).map((one) => one.record)).not.toContain(record)
  })

  test('is taken in where it finds room, and leaves its record within reach', async () => {
    const form = await openForm()
    const accept = (who: Person, id: string) =>
      refusalOf(h.rpc(who, 'accept_files', { table: lab.table.id, record: id }))
    const full = await sent(form)
    const many = Array.from({ length: limits.attachmentsPerCell }, () => uuidV7())
    const fill = (files: readonly string[]) =>
      h.db.admin.unsafe(
        `update data.${lab.table.relation} set files = '{${files.join(',')}}' where id = '${full.record}'`,
      )
    await fill(many)
    expect(await accept(world.editor, full.record)).toBe('limit_exceeded')
    await fill([])
    const grant = (action: string, scope: string, rule: Json = null) =>
      h.rpc(world.creator, 'set_grant', { role: world.role, table: lab.table.id, action, scope, rule })
    await grant('read', 'all')
    await grant('update', 'rules', { call: 'is_empty', args: [{ field: field('Files') }] })
    expect(await accept(world.holder, full.record)).toBe('rule_left')
    expect(await cell(full.record)).toEqual([])
    await grant('update', 'all')
    await h.rpc(world.holder, 'accept_files', { table: lab.table.id, record: full.record })
    expect(await cell(full.record)).toEqual([full.upload])
  })

  test('goes when it is refused, when its record goes, and when nobody took it in', async () => {
    const form = await openForm()
    const waiting = async (path: string) =>
      (await h.db.admin`select 1 from plinth.removed_key where key = ${path}`).length
    const one = await sent(form)
    expect(
      await refusalOf(h.rpc(world.viewer, 'reject_files', { table: lab.table.id, record: one.record })),
    ).toMatch(/read_only|rule_refused/)
    await h.rpc(world.editor, 'reject_files', { table: lab.table.id, record: one.record })
    expect(await waiting(one.path)).toBe(1)
    expect(await cell(one.record)).toEqual([])
    const two = await sent(form)
    const gone = { id: uuidV7(), kind: 'delete', table: lab.table.id, record: two.record }
    await h.rpc(world.editor, 'apply_mutations', { batch: { mutations: [gone], atomic: true } })
    expect(await waiting(two.path)).toBe(1)
    const three = await sent(form)
    await h.db
      .admin`update plinth_private.held_file set expires_at = now() - interval '1 second' where attachment_id = ${three.upload}`
    expect((await held(world.creator)).map(({ record }) => record)).not.toContain(three.record)
    expect(
      await refusalOf(h.rpc(world.creator, 'accept_files', { table: lab.table.id, record: three.record })),
    ).toBe('not_found')
    const kept = await sent(form)
    await form.begin()
    expect([await waiting(three.path), await waiting(kept.path)]).toEqual([1, 0])
    // What was sent stays when the link is taken back.
    await h.rpc(world.creator, 'revoke_share_link', { link: form.link })
    await h.rpc(world.creator, 'accept_files', { table: lab.table.id, record: kept.record })
    expect(await cell(kept.record)).toEqual([kept.upload])
  })

  test('is sent once, with answers of its own link and question, as it was announced', async () => {
    await asks(ask('Name', { isRequired: true, value: 'x' }), ask('Files'), ask('More'))
    const form = await openForm()
    const other = await openForm()
    const stored = async (of = form, file: Record<string, Json> = {}) => {
      const begun = await of.begin(file)
      expect(await store(null, begun.path)).toBe('stored')
      return begun.upload
    }
    const missing = { error: { code: 'file_missing', details: { field: form.marks.get('Files') } } }
    const none = await form.begin()
    expect(await form.send({ Files: [none.upload] })).toEqual(missing)
    expect(await form.send({ Files: [uuidV7()] })).toEqual(missing)
    expect(await form.send({ Files: [await stored(other)] })).toEqual(missing)
    expect(await form.send({ Files: [await stored(form, { field: form.marks.get('More')! })] })).toEqual(
      missing,
    )
    const late = await stored()
    await h.db.admin`update plinth_private.held_file set expires_at = now() where attachment_id = ${late}`
    expect(await form.send({ Files: [late] })).toEqual(missing)
    const kept = await sent(form)
    const large = await form.begin()
    expect(await store(null, large.path, 6)).toBe('stored')
    expect((await form.send({ Files: [large.upload] })).error).toMatchObject({ code: 'file_refused' })
    const upload = await stored()
    // What was refused lets go of its files.
    expect((await form.send({ Files: [upload] }, { [form.marks.get('Name')!]: null })).error).toMatchObject({
      code: 'value_required',
    })
    for (const begun of [none, await form.begin()])
      expect((await form.send({ Files: [upload, begun.upload] })).error).toMatchObject({
        code: 'file_missing',
      })
    expect(await form.send({ Files: [upload] })).toHaveProperty('receipt')
    expect(await form.send({ Files: [upload] })).toEqual(missing)
    // And of no others.
    expect((await held(world.creator)).map(({ record }) => record)).toContain(kept.record)
    expect(await form.send({ Files: [kept.upload] })).toEqual(missing)
    const refused = { error: { code: 'invalid_input', details: { rule: 'answers' } } }
    for (const files of [
      { [field('Files')]: [] },
      { Name: [] },
      { Files: 'x' },
      { Files: ['x'] },
      { Files: Array.from({ length: limits.filesPerSubmission + 1 }, () => uuidV7()) },
    ] as Record<string, Json>[])
      expect([files, await form.send(files)]).toEqual([files, refused])
  })

  test('is needed where its question says so, and dropped where it is not asked for', async () => {
    await asks(ask('Name'), ask('Files', { isRequired: true }))
    const form = await openForm()
    expect((await form.send({})).error).toMatchObject({ code: 'value_required' })
    expect((await form.send({ Files: [] })).error).toMatchObject({ code: 'value_required' })
    await sent(form)
    const isYes = { call: '=', args: [{ field: field('Name') }, { text: 'yes' }] }
    await asks(ask('Name'), ask('Files', { isRequired: true, when: isYes }))
    const { upload, path } = await form.begin()
    await store(null, path)
    expect(await form.send({ Files: [upload] })).toHaveProperty('receipt')
    expect(JSON.stringify(await held(world.creator))).not.toContain(upload)
    expect(await form.send({ Files: [upload] }, { [form.marks.get('Name')!]: 'yes' })).toHaveProperty(
      'receipt',
    )
    expect(JSON.stringify(await held(world.creator))).toContain(upload)
  })
})
