/** Figures at the foot of a shared table: those of the view's fields that the link tells, over what its maker reads. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, type Json, refusalOf, startWorld, type World } from './harness.ts'
import { type SharedFigures, type ShareLab, shareLab } from './share-lab.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

let count = 0
const makeLab = () => shareLab(h, world, `Figures ${(count += 1)}`)
const figuresOf = (token: string, pass: string | null = null) =>
  h.rpc<SharedFigures>(null, 'shared_figures', { token, pass })
const none: SharedFigures = { of: 0, values: [] }

/** The view has a figure of each of these fields. */
const summed = (lab: ShareLab, kinds: Record<string, string>, more: Record<string, Json> = {}) =>
  lab.configure({
    summaries: Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [lab.field(name), kind])),
    ...more,
  })

describe('figures of a shared table', () => {
  test('are named by places, and come apart from the page', async () => {
    const lab = await makeLab()
    await summed(lab, { Size: 'sum', Name: 'filled', Level: 'unique' })
    const { token } = await lab.link(['Name', 'Level', 'Size'])
    const page = await lab.page(token)
    const kinds: Record<string, string> = { Name: 'filled', Size: 'sum', Level: 'unique' }
    expect(page.figures).toEqual(page.fields.map(({ name }, field) => ({ field, kind: kinds[name] })))
    const values: Record<string, number> = { Name: 5, Size: 150, Level: 2 }
    expect(await figuresOf(token)).toEqual({ of: 5, values: page.fields.map(({ name }) => values[name]) })
  })

  test('are of the records that the view lets through', async () => {
    const lab = await makeLab()
    const items = [{ field: lab.field('Level'), operator: 'is', value: 'low' }]
    await summed(lab, { Size: 'average' }, { filter: { join: 'and', items } })
    const { token } = await lab.link(['Name', 'Size'])
    expect(await figuresOf(token)).toEqual({ of: 3, values: [30] })
  })

  test('tell nothing of a field that the link does not tell', async () => {
    const lab = await makeLab()
    await summed(lab, { Size: 'max', Mayor: 'filled', Secret: 'unique', Files: 'filled' })
    const { token } = await lab.link(['Name', 'Mayor'])
    expect((await lab.page(token)).figures).toBeUndefined()
    expect(await figuresOf(token)).toEqual(none)
    const named = await lab.link(['Name', 'Mayor'], { showsPeople: true })
    expect((await lab.page(named.token)).figures).toEqual([{ field: 1, kind: 'filled' }])
    expect(await figuresOf(named.token)).toEqual({ of: 5, values: [1] })
  })

  test('are not there for a field that the view has come to hide, for another kind, or for a record', async () => {
    const lab = await makeLab()
    await summed(lab, { Size: 'sum' }, { hidden: [lab.field('Size')] })
    const { token } = await lab.link(['Name', 'Size'])
    expect(await figuresOf(token)).toEqual(none)
    await summed(lab, { Size: 'sum' }, { hidden: [] })
    expect(await figuresOf(token)).toEqual({ of: 5, values: [150] })
    const view = uuidV7()
    const config = { summaries: { [lab.field('Size')]: 'sum' } }
    const definition = { name: 'A list', kind: 'list', isShared: true, config }
    await h.rpc(world.creator, 'create_view', { table: lab.table.id, view, definition })
    const list = await lab.link(['Name', 'Size'], {}, { view })
    expect((await lab.page(list.token)).figures).toBeUndefined()
    expect(await figuresOf(list.token)).toEqual(none)
    const record = await lab.link(['Name', 'Size'], {}, { record: lab.records[0]! })
    expect((await lab.page(record.token)).figures).toBeUndefined()
    expect(await figuresOf(record.token)).toEqual(none)
  })

  test('ask for what the records ask for: a pass, and a link that holds', async () => {
    const lab = await makeLab()
    await summed(lab, { Size: 'sum' })
    const { token, link } = await lab.link(['Size'], { password: 'open sesame' })
    expect(await refusalOf(figuresOf(token))).toBe('share_locked')
    expect(await refusalOf(figuresOf(token, 'x'.repeat(43)))).toBe('share_locked')
    const { pass } = await h.rpc<{ pass: string }>(null, 'unlock_share', { token, password: 'open sesame' })
    expect(await figuresOf(token, pass)).toEqual({ of: 5, values: [150] })
    expect(await refusalOf(figuresOf(`${token.slice(0, -1)}-`, pass))).toBe('share_invalid')
    await h.rpc(world.creator, 'revoke_share_link', { link: link.id })
    expect(await refusalOf(figuresOf(token, pass))).toBe('share_invalid')
  })
})
