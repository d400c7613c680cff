/** Forms through the whole stack: sent by a member, and by nobody in particular over HTTP, with a file. */
import { emptyViewConfig, type FieldId, type RecordId, type Table, type View } from '@plinth/domain'
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
  table = await makeTable(world, 'Requests', [
    fieldOf('Name', 'text'),
    fieldOf('Size', 'integer'),
    fieldOf('Files', 'attachment'),
  ])
  const when = { call: 'is_filled', args: [{ field: idOf('Name') }] }
  const questions = [
    { field: idOf('Name'), isRequired: true },
    { field: idOf('Size'), when },
    { field: idOf('Files') },
  ]
  const form = { sections: [{ id: 'a', questions }], thanks: 'Thank you', allowsAnother: true }
  const config = { ...emptyViewConfig, settings: { form } }
  const definition = { id: newId<View['id']>(), name: 'Ask', kind: 'form', isShared: true, config } as const
  view = value(await world.owner.backend.views.create(table.id, definition))
  nobody = backendOf(world.project)
})
afterAll(async () => {
  await nobody?.dispose()
  await world?.stop()
})

const idOf = (name: string): FieldId => table.fields.find((field) => field.name === name)!.id
const settings = {
  name: 'Public',
  fields: [],
  showsPeople: false,
  showsLinked: false,
  expiresAt: null,
  password: null,
}

describe('a form', () => {
  it('is kept with its conditions, and sent by members', async () => {
    const { forms } = world.editor.backend
    const id = newId<RecordId>()
    const answers = { [idOf('Name')]: 'Anna', [idOf('Size')]: 3 }
    expect(value(await forms.submit(view.id, { id, answers }))).toEqual({ record: id })
    const missing = await forms.submit(view.id, { id: newId<RecordId>(), answers: {} })
    expect(missing).toMatchObject({
      error: { code: 'value_required', details: { field: idOf('Name'), fields: [idOf('Name')] } },
    })
    expect(refusal(await world.viewer.backend.forms.submit(view.id, { id: newId(), answers }))).toBe(
      'read_only',
    )
  })

  it('is sent by whoever has its link, with a file that somebody takes in', async () => {
    const made = await world.owner.backend.shares.create(table.id, { form: view.id }, settings)
    const { token, link } = value(made)
    expect(link).toMatchObject({ kind: 'form', perHour: null, asksCaptcha: false })
    const page = value(await nobody.shares.page(token, null))
    const marks = new Map(page.form!.sections[0]!.questions.map(({ label, field }) => [label, field]))
    const { forms } = nobody
    const file = new Blob(['hello'], { type: 'text/plain' })
    const field = marks.get('Files')!
    const begun = value(
      await forms.beginSharedUpload(token, null, { field, name: 'a.txt', type: file.type, size: file.size }),
    )
    value(await forms.sendSharedFile(begun.path, file))
    const submission = {
      id: newId(),
      answers: { [marks.get('Name')!]: 'Bert', [marks.get('Size')!]: 4 },
      files: { [field]: [begun.upload] },
      trap: '',
    }
    const receipt = { thanks: 'Thank you', allowsAnother: true }
    expect(value(await forms.submitShared(token, null, submission))).toEqual(receipt)
    expect(value(await forms.submitShared(token, null, { ...submission, answers: {} }))).toEqual(receipt)
    const wrong = await forms.submitShared(token, null, { id: newId(), answers: {}, trap: '' })
    expect(wrong).toMatchObject({ error: { code: 'value_required', details: { field: marks.get('Name')! } } })
    expect(refusal(await nobody.files.download(begun.path))).not.toBe('network')
    expect((await world.owner.backend.files.download(begun.path)).ok).toBe(false)
    const [held] = value(await world.editor.backend.forms.quarantined(table.id))
    expect(held?.files).toMatchObject([{ name: 'a.txt', size: 5, field: idOf('Files') }])
    value(await world.editor.backend.forms.accept(table.id, held!.record))
    expect(await value(await world.viewer.backend.files.download(begun.path)).text()).toBe('hello')
    expect(refusal(await world.editor.backend.forms.reject(table.id, held!.record))).toBe('not_found')
  })
})
