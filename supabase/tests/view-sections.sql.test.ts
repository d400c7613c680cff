/** Sections of shared views and icons of views and tables: who makes them, what they may be, and that no view is lost. */
import { iconNames, limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

interface Arrangement {
  views: string[]
  sections: { id: string; name: string; views: string[] }[]
}
interface SeenTable {
  id: string
  icon: string | null
  viewSections: { id: string; name: string }[]
  views: { id: string; name: string; section: string | null; icon: string | null; isShared: boolean }[]
}

let made = 0
async function makeTable(names: readonly string[] = ['A', 'B', 'C']) {
  const definition = { id: uuidV7(), name: `Table ${(made += 1)}`, fields: [fieldOf('Title', 'text')] }
  const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const ids = Object.fromEntries(names.map((name) => [name, uuidV7() as string]))
  for (const name of names)
    await h.rpc(world.creator, 'create_view', {
      table: table.id,
      view: ids[name],
      definition: { name, isShared: true, config: {} },
    })
  const id = (name: string) => ids[name]!
  const seen = async (who: Person = world.creator) => {
    const { tables } = await h.rpc<{ tables: SeenTable[] }>(who, 'base_schema', { base: world.base })
    return tables.find((one) => one.id === table.id)!
  }
  const start: Arrangement = { views: names.map(id), sections: [] }
  const arrange = (before: Json, after: Json, who: Person = world.creator) =>
    h.rpc<Arrangement>(who, 'arrange_views', { table: table.id, before, after })
  return { table, id, seen, start, arrange }
}
const asJson = (value: Arrangement): Json => value as unknown as Json
const section = (name: string, views: readonly string[], id = uuidV7() as string) => ({
  id,
  name,
  views: [...views],
})

describe('sections', () => {
  test('are made, renamed, moved and deleted, and views stay whatever happens to them', async () => {
    const { id, seen, start, arrange } = await makeTable()
    const [sales, team] = [section('Sales', [id('C'), id('A')]), section('Team', [])]
    const first = await arrange(asJson(start), asJson({ views: [id('B')], sections: [sales, team] }))
    expect(first).toEqual({ views: [id('B')], sections: [sales, team] })
    for (const who of [world.creator, world.viewer]) {
      const table = await seen(who)
      expect(table.viewSections).toEqual([
        { id: sales.id, name: 'Sales' },
        { id: team.id, name: 'Team' },
      ])
      expect(table.views.map(({ name, section: of }) => [name, of])).toEqual([
        ['B', null],
        ['C', sales.id],
        ['A', sales.id],
      ])
    }
    // Names change places; both at once.
    const swapped = {
      views: [id('B')],
      sections: [
        { ...team, name: 'Sales' },
        { ...sales, name: 'Team' },
      ],
    }
    expect(await arrange(asJson(first), asJson(swapped))).toEqual(swapped)
    const none = { views: [id('B'), id('C'), id('A')], sections: [] }
    expect(await arrange(asJson(swapped), asJson(none))).toEqual(none)
    expect((await seen()).viewSections).toEqual([])
    expect((await seen()).views.map(({ name }) => name)).toEqual(['B', 'C', 'A'])
  })

  test('are for creators alone; where somebody has changed them meanwhile nothing is changed', async () => {
    const { id, seen, start, arrange } = await makeTable()
    const after = { views: [id('A')], sections: [section('S', [id('C'), id('B')])] }
    for (const who of [world.editor, world.viewer, world.outsider, world.member, world.anonymous])
      expect(await refusalOf(arrange(asJson(start), asJson(after), who))).toMatch(
        /forbidden|not_found|not_signed_in/,
      )
    await arrange(asJson(start), asJson(after))
    expect(await refusalOf(arrange(asJson(start), asJson({ views: start.views, sections: [] })))).toBe(
      'conflict',
    )
    expect((await seen()).views.map(({ name }) => name)).toEqual(['A', 'C', 'B'])
  })

  test('are refused where a view is missing, twice, or of another table, and where names or ids are taken', async () => {
    const { id, start, arrange } = await makeTable()
    const other = await makeTable(['X'])
    const taken = section('Taken', [])
    await other.arrange(asJson(other.start), asJson({ views: [other.id('X')], sections: [taken] }))
    const [a, b, c] = [id('A'), id('B'), id('C')]
    const all = [a, b, c]
    const cases: [Json, string][] = [
      [{ views: [a, b], sections: [] }, 'invalid_input'],
      [{ views: [a, b, c, c], sections: [] }, 'invalid_input'],
      [{ views: [a, b, c, other.id('X')], sections: [] }, 'invalid_input'],
      [{ views: all, sections: [{ id: 'x', name: 'S', views: [] }] }, 'invalid_input'],
      [{ views: all, sections: [{ id: uuidV7(), name: 'S' }] }, 'invalid_input'],
      [{ views: all, sections: [{ ...section('S', []), more: 1 }] }, 'invalid_input'],
      [{ views: all, sections: [section(' ', [])] }, 'name_required'],
      [{ views: all, sections: [section('x'.repeat(limits.nameLength + 1), [])] }, 'invalid_input'],
      [{ views: all, sections: [section('S', []), section('s', [])] }, 'name_taken'],
      [{ views: all, sections: [section('S', [], taken.id)] }, 'invalid_input'],
      [
        {
          views: all,
          sections: Array.from({ length: limits.viewSectionsPerTable + 1 }, (_, n) => section(`S${n}`, [])),
        },
        'limit_exceeded',
      ],
      [{ views: all }, 'invalid_input'],
      ['all', 'invalid_input'],
      [null, 'invalid_input'],
    ]
    for (const [after, code] of cases)
      expect([after, await refusalOf(arrange(asJson(start), after))]).toEqual([after, code])
    expect((await other.seen()).viewSections).toEqual([{ id: taken.id, name: 'Taken' }])
  })

  test('are left by views that become personal, kept by deleted ones, and given to copies', async () => {
    const { table, id, seen, start, arrange } = await makeTable()
    const sales = section('Sales', [id('A'), id('B')])
    const arranged = { views: [id('C')], sections: [sales] }
    await arrange(asJson(start), asJson(arranged))
    await h.rpc(world.creator, 'update_view', { view: id('A'), changes: { isShared: false } })
    await h.rpc(world.creator, 'delete_view', { view: id('B') })
    expect((await seen()).views.map(({ name, section: of }) => [name, of])).toEqual([
      ['C', null],
      ['A', null],
    ])
    await h.rpc(world.creator, 'restore_view', { view: id('B') })
    const copy = uuidV7()
    await h.rpc(world.creator, 'duplicate_view', { view: id('B'), copy, name: 'B copy', is_shared: true })
    const sections = Object.fromEntries((await seen()).views.map(({ name, section: of }) => [name, of]))
    expect(sections).toEqual({ A: null, B: sales.id, C: null, 'B copy': sales.id })
    const copied = await h.rpc<SeenTable>(world.creator, 'duplicate_table', {
      table: table.id,
      copy: uuidV7(),
      name: `Copy ${made}`,
      with_records: false,
    })
    expect(copied.viewSections).toMatchObject([{ name: 'Sales' }])
    expect(copied.viewSections[0]!.id).not.toBe(sales.id)
    expect(copied.views.map(({ name, section: of }) => [name, of === copied.viewSections[0]!.id])).toEqual([
      ['C', false],
      ['B', true],
      ['B copy', true],
    ])
  })

  test('stand in a relation that no role of the API has rights on', async () => {
    for (const who of [world.creator, world.viewer, world.outsider, world.anonymous])
      await expect(h.as(who, (tx) => tx`select 1 from plinth_private.view_section`)).rejects.toThrow(
        /permission denied/,
      )
  })
})

describe('icons', () => {
  test('are those of the list, of views and of tables, and nothing else', async () => {
    const { table, id, seen } = await makeTable()
    const listed = await h.db.admin<{ icon: string }[]>`
      select i.icon from unnest(${iconNames as unknown as string[]}::text[]) as i (icon) where not plinth_private.is_icon(i.icon)`
    expect(listed).toEqual([])
    const [source] = await h.db.admin<{ source: string }[]>`
      select prosrc as source from pg_proc where proname = 'is_icon'`
    expect(/'\{([^}]*)\}'/.exec(source!.source)![1]!.split(',')).toEqual([...iconNames])
    await h.rpc(world.creator, 'update_view', { view: id('A'), changes: { icon: 'star' } })
    await h.rpc(world.creator, 'update_table', { table: table.id, changes: { icon: 'film' } })
    const shown = await seen(world.viewer)
    expect([shown.icon, shown.views.map(({ icon }) => icon)]).toEqual(['film', ['star', null, null]])
    const session = JSON.stringify(await h.rpc<Json>(world.viewer, 'my_session', {}))
    expect(session).toContain('"icon": "film"'.replace(': ', ':'))
    for (const icon of ['Star', '<svg>', '', 7, ['star']]) {
      expect(await refusalOf(h.rpc(world.creator, 'update_view', { view: id('A'), changes: { icon } }))).toBe(
        'invalid_input',
      )
      expect(
        await refusalOf(h.rpc(world.creator, 'update_table', { table: table.id, changes: { icon } })),
      ).toBe('invalid_input')
    }
    expect(
      await refusalOf(h.rpc(world.editor, 'update_view', { view: id('A'), changes: { icon: 'key' } })),
    ).toMatch(/forbidden|not_found/)
    await h.rpc(world.creator, 'update_view', { view: id('A'), changes: { icon: null } })
    expect((await seen()).views[0]!.icon).toBeNull()
  })
})
