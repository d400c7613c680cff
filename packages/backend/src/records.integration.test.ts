/** Comments and layouts through the whole stack: who is told, who writes, and that it is live. */
import type { CommentId, RecordId, RecordLayout, Table } from '@plinth/domain'
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

let world: World
let table: Table
let record: RecordId
beforeAll(async () => {
  world = await startWorld()
  table = await makeTable(world, 'Talked about', [fieldOf('Name', 'text'), fieldOf('Due', 'date')])
  record = await addRecord(world.editor, table, { [table.fields[0]!.id]: 'Heat' })
})
afterAll(() => world?.stop())

const say = (who: 'owner' | 'editor' | 'viewer', body: string) =>
  world[who].backend.records.addComment(table.id, record, { id: newId<CommentId>(), body })

describe('comments', () => {
  it('are written, changed and deleted by who may, and read by all', async () => {
    const { records } = world.editor.backend
    const comment = value(await say('editor', 'Hello'))
    expect(comment).toMatchObject({ author: world.editor.userId, body: 'Hello', editedAt: null })
    expect(refusal(await say('viewer', 'Hello'))).toBe('read_only')
    expect(value(await records.editComment(comment.id, 'Hello again')).editedAt).not.toBeNull()
    const read = value(await world.viewer.backend.records.comments(table.id, record, null))
    expect(read).toMatchObject({ count: 1, mayComment: false })
    expect(read.comments[0]!.body).toBe('Hello again')
    expect(value(await world.viewer.backend.records.comments(table.id, record, comment.id)).comments).toEqual(
      [],
    )
    value(await world.owner.backend.records.deleteComment(comment.id))
    expect(value(await records.comments(table.id, record, null)).count).toBe(0)
  })

  it('are heard of, by record and without a word of them', async () => {
    const epoch = value(await world.owner.backend.bases.schema(world.base)).accessEpoch
    const heard: (readonly RecordId[] | null)[] = []
    const states: string[] = []
    const topic = world.viewer.backend.live.comments(table.id, epoch, {
      onChange: (records) => heard.push(records),
      onState: (state) => states.push(state),
    })
    await expect.poll(() => states, { timeout: 10_000 }).toContain('live')
    value(await say('editor', 'Psst'))
    await expect.poll(() => heard, { timeout: 10_000 }).toContainEqual([record])
    // Events of the moment before may come too; none says more.
    expect(new Set(heard.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify([record])]))
    topic.close()
  })

  it('stand beside who made the record, for whom one views the base as too', async () => {
    const seen = world.owner.backend.viewAs(world.base, { person: world.viewer.userId })
    expect(value(await seen.records.comments(table.id, record, null)).mayComment).toBe(false)
    expect(value(await seen.records.about(table.id, record)).createdBy).toMatch(/^[0-9a-f-]{36}$/)
    const id = newId<CommentId>()
    expect(refusal(await seen.records.addComment(table.id, record, { id, body: 'x' }))).toBe('read_only')
  })
})

it('a layout comes back with the schema as it was saved', async () => {
  const [name, due] = table.fields
  const layout: RecordLayout = {
    sections: [{ name: 'Main', fields: [{ field: due!.id, width: 'half' }] }],
    hidden: [name!.id],
  }
  expect(value(await world.owner.backend.records.setLayout(table.id, layout))).toEqual(layout)
  expect(refusal(await world.editor.backend.records.setLayout(table.id, null))).toBe('forbidden')
  const told = async () =>
    value(await world.viewer.backend.bases.schema(world.base)).tables.find(({ id }) => id === table.id)!
  expect((await told()).layout).toEqual(layout)
  value(await world.owner.backend.records.setLayout(table.id, null))
  expect((await told()).layout).toBeNull()
})
