/** Locks and reach against changes at the same moment: nothing lands on a record that is locked, or away, when it lands. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call as expression } from './expression-trees.ts'
import { type Harness, type Json, type Person, startWorld, type World } from './harness.ts'
import { type FullLab, fullLab } from './hidden-full-lab.ts'
import { type Isolation, isolations, meet, openSession } from './sessions.ts'

let h: Harness
let world: World
let lab: FullLab
let record: string
let count = 0
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())
const call = (name: string, ...args: unknown[]) => expression(name, ...args) as Json
const titled = (text: string) => call('=', { field: lab.field('Title').id }, { text })
const lockPosted = () =>
  h.rpc(world.creator, 'save_record_lock', {
    table: lab.table.id,
    lock: uuidV7(),
    definition: { name: 'Posted', rule: titled('posted'), creators: false, roles: [] },
  })
const grant = (action: string, rule: Json) =>
  h.rpc(world.creator, 'set_grant', { role: world.role, table: lab.table.id, action, scope: 'rules', rule })
const mine = async () => {
  for (const action of ['read', 'update']) await grant(action, titled('draft'))
}
const sets = async (label: string, value: string | number) => {
  const { column } = lab.field(label)
  return `update ${await lab.home(label)} set ${column} = '${value}' where id = '${record}'`
}
const mutation = (label: string, value: Json, base: Json) => ({
  batch: {
    atomic: false,
    mutations: [
      {
        id: uuidV7(),
        kind: 'update',
        table: lab.table.id,
        record,
        values: { [lab.field(label).id]: value },
        base: { [lab.field(label).id]: base },
      },
    ],
  },
})
interface Result {
  status: string
  error?: { code: string }
}

beforeEach(async () => {
  lab = await fullLab(h, world, `Races ${(count += 1)}`)
  record = await lab.put({ title: 'draft', count: 1, notes: 'old' })
})

describe.each(isolations)('at %s, of a record that is being locked', (isolation) => {
  const strict = isolation === 'repeatable read'

  test('no field of the table changes behind the lock', async () => {
    await lockPosted()
    const [posted, edited] = await meet(
      h,
      [world.editor, await sets('Title', 'posted')],
      [world.holder, await sets('Notes', 'late')],
      isolation,
    )
    expect([posted, edited]).toEqual([1, strict ? '40001' : 0])
    expect([await lab.value('Title', record), await lab.value('Notes', record)]).toEqual(['posted', 'old'])
  })

  test('a change that came first is there when it is locked', async () => {
    await lockPosted()
    const [edited, posted] = await meet(
      h,
      [world.holder, await sets('Notes', 'early')],
      [world.editor, await sets('Title', 'posted')],
      isolation,
    )
    expect([edited, posted]).toEqual([1, strict ? '40001' : 1])
    expect(await lab.value('Notes', record)).toBe('early')
  })

  test('no hidden field changes behind the lock', async () => {
    await lab.hide('Count')
    await lockPosted()
    const [posted, edited] = await meet(
      h,
      [world.editor, await sets('Title', 'posted')],
      [world.holder, await sets('Count', 2)],
      isolation,
    )
    expect([posted, edited]).toEqual([1, strict ? '40001' : 'record_locked'])
    expect([await lab.value('Title', record), await lab.value('Count', record)]).toEqual(['posted', '1'])
  })

  test('a hidden value that came first is there when it is locked', async () => {
    await lab.hide('Count')
    await lockPosted()
    const [edited, posted] = await meet(
      h,
      [world.holder, await sets('Count', 2)],
      [world.editor, await sets('Title', 'posted')],
      isolation,
    )
    expect([edited, posted]).toEqual([1, strict ? '40001' : 1])
    expect([await lab.value('Title', record), await lab.value('Count', record)]).toEqual([
      strict ? 'draft' : 'posted',
      '2',
    ])
  })

  test('it is not deleted behind the lock', async () => {
    await lockPosted()
    const [posted, deleted] = await meet(
      h,
      [world.editor, await sets('Title', 'posted')],
      [world.holder, `delete from ${lab.relation} where id = '${record}'`],
      isolation,
    )
    expect([posted, deleted]).toEqual([1, strict ? '40001' : 0])
    expect(await lab.value('Title', record)).toBe('posted')
  })

  test('the app is told that it is locked', async () => {
    await lab.hide('Count')
    await lockPosted()
    for (const [label, value] of [
      ['Notes', 'late'],
      ['Count', 2],
    ] as const) {
      record = await lab.put({ title: 'draft', count: 1, notes: 'old' })
      const a = await openSession(h, world.editor, isolation)
      const b = await openSession(h, world.holder, isolation)
      await a.run(await sets('Title', 'posted'))
      const late = b.call<Result[]>('apply_mutations', mutation(label, value, label === 'Count' ? 1 : 'old'))
      await b.waits(late)
      await a.commit()
      const [result] = await late
      await b.commit()
      expect(result!.error!.code).toBe(strict ? 'busy' : 'record_locked')
      expect(await lab.value(label, record)).toBe(label === 'Count' ? '1' : 'old')
    }
  })

  test('its files neither come nor go', async () => {
    await lockPosted()
    for (const [label, hidden] of [
      ['Files', false],
      ['Files', true],
    ] as const) {
      if (hidden) await lab.hide('Files')
      record = await lab.put({ title: 'draft' })
      const there = await upload(world.holder, true)
      const coming = await upload(world.holder, false)
      const attempts = [
        ['finish_upload', { attachment: coming }],
        ['remove_attachment', { attachment: there }],
        ['begin_upload', announced(label)],
      ] as const
      for (const [name, args] of attempts) {
        await lab.set(null, 'Title', record, 'draft')
        const a = await openSession(h, world.editor, isolation)
        const b = await openSession(h, world.holder, isolation)
        await a.run(await sets('Title', 'posted'))
        const late = b.call(name, args)
        await b.waits(late)
        await a.commit()
        await expect(late).rejects.toMatchObject({ code: strict ? '40001' : 'record_locked' })
        await b.rollback()
        expect(await lab.value('Files', record)).toEqual([there])
      }
    }
  })
})

const announced = (label: string, id: string = uuidV7()) => ({
  table: lab.table.id,
  record,
  field: lab.field(label).id,
  file: { id, name: 'a.pdf', mime: 'application/pdf', bytes: 5, thumbnail: false },
})

/** A file of the record, in storage, and in its cell already where `finished`. */
async function upload(who: Person, finished: boolean): Promise<string> {
  const id = uuidV7()
  const { key } = await h.rpc<{ key: string }>(who, 'begin_upload', announced('Files', id))
  await h.db
    .admin`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${key}, '{"size": 5}')`
  if (finished) await h.rpc(who, 'finish_upload', { attachment: id })
  return id
}

test('a lock that comes holds for files that are on their way', async () => {
  const coming = await upload(world.holder, false)
  await lab.set(null, 'Title', record, 'posted')
  const a = await openSession(h, world.creator)
  const b = await openSession(h, world.holder)
  await a.call('save_record_lock', {
    table: lab.table.id,
    lock: uuidV7(),
    definition: { name: 'Posted', rule: titled('posted'), creators: false, roles: [] },
  })
  const late = b.call('finish_upload', { attachment: coming })
  await b.waits(late)
  await a.commit()
  const came = await late.catch((error: { code: string }) => error.code)
  await b.rollback()
  expect(came).toBe('record_locked')
})

describe.each(isolations)('at %s, a record that is being taken out of reach', (isolation: Isolation) => {
  const strict = isolation === 'repeatable read'

  test('is not changed behind that', async () => {
    await mine()
    const [gone, edited] = await meet(
      h,
      [world.editor, await sets('Title', 'theirs')],
      [world.holder, await sets('Notes', 'late')],
      isolation,
    )
    expect([gone, edited]).toEqual([1, strict ? '40001' : 0])
    expect(await lab.value('Notes', record)).toBe('old')
  })

  test('keeps its hidden values, and answers like one that is not there', async () => {
    await lab.hide('Count')
    await mine()
    const [gone, edited] = await meet(
      h,
      [world.editor, await sets('Title', 'theirs')],
      [world.holder, await sets('Count', 2)],
      isolation,
    )
    expect([gone, edited]).toEqual([1, strict ? '40001' : 'not_found'])
    expect(await lab.value('Count', record)).toBe('1')
  })

  test('keeps its hidden values where it may still be read', async () => {
    await lab.hide('Count')
    await grant('update', titled('draft'))
    const [gone, edited] = await meet(
      h,
      [world.editor, await sets('Title', 'theirs')],
      [world.holder, await sets('Count', 2)],
      isolation,
    )
    expect([gone, edited]).toEqual([1, strict ? '40001' : 'rule_refused'])
    expect(await lab.value('Count', record)).toBe('1')
  })

  test('keeps its files', async () => {
    await mine()
    const there = await upload(world.holder, true)
    const a = await openSession(h, world.editor, isolation)
    const b = await openSession(h, world.holder, isolation)
    await a.run(await sets('Title', 'theirs'))
    const late = b.call('remove_attachment', { attachment: there })
    await b.waits(late)
    await a.commit()
    const came = await late.catch((error: { code: string }) => error.code)
    await b.rollback()
    expect(came).toBe(strict ? '40001' : 'not_found')
    expect(await lab.value('Files', record)).toEqual([there])
  })

  test('takes with it what was written aside before', async () => {
    await lab.hide('Count')
    await mine()
    const [edited, gone] = await meet(
      h,
      [world.holder, await sets('Count', 2)],
      [world.editor, await sets('Title', 'theirs')],
      isolation,
    )
    expect([edited, gone]).toEqual([1, strict ? '40001' : 1])
    expect(await lab.value('Count', record)).toBe('2')
  })
})

test('who writes a record and its hidden values in one transaction is in nobody’s way', async () => {
  await lab.hide('Count')
  await lockPosted()
  const a = await openSession(h, world.holder)
  expect(await a.run(await sets('Title', 'posted'))).toBe(1)
  expect(await a.run(await sets('Count', 2))).toBe(1)
  expect(await a.run(await sets('Count', 3))).toBe(1)
  await a.commit()
  expect(await lab.value('Count', record)).toBe('3')
  expect(await lab.set(world.holder, 'Count', record, 4)).toBe(0)
})
