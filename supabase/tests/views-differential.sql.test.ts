/** Queries at random, against a model in plain TypeScript: windows, counts, anchors, rows by id. */
import { figuresOf, type SummaryKind, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Json, startWorld, type World } from './harness.ts'
import { randomFrom } from './random-rights.ts'
import { randomQuery } from './random-views.ts'
import { type ViewLab, viewLab } from './view-lab.ts'
import {
  fieldsHolding,
  figureOf,
  groupsOf,
  type ModelQuery,
  type ModelRow,
  type ModelTable,
  viewOf,
} from './view-model.ts'

const seed = Number(process.env['PLINTH_TEST_SEED'] ?? 20261123)
const rounds = Number(process.env['PLINTH_TEST_ROUNDS'] ?? 60)
const by = randomFrom(seed)

let h: Harness
let world: World
let lab: ViewLab
let model: ModelTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await viewLab(h, world, seed)
  model = lab.modelFor(world.viewer)
})
afterAll(() => h.db.stop())

interface Window {
  rows: [string, number, ...Json[]][]
  firstKey: Json
  lastKey: Json
  atEnd: boolean
}

const ask = <T>(name: string, query: ModelQuery, args: Record<string, unknown>) =>
  h.rpc<T>(world.viewer, name, { query: { ...query, fields: [] }, ...args })
const windowOf = (query: ModelQuery, anchor: Json, direction: string, skip: number, take: number) =>
  ask<Window>('rows_window', query, { anchor, direction, skip, take })
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const shownIn = (window: Window) => window.rows.map(([id]) => id)

/** A query with the names of its fields. */
const told = (query: ModelQuery) =>
  model.fields.reduce((text, { id, name }) => text.replaceAll(id, name), JSON.stringify(query))

/** From any key, shown or not in this very view, so many rows in either direction. */
async function slicesAlike(query: ModelQuery, shown: readonly ModelRow[]): Promise<void> {
  const ids = idsOf(shown)
  if (ids.length === 0) return
  const at = by.upTo(ids.length)
  const { lastKey } = await windowOf(query, null, 'forward', at, 1)
  const [skip, take] = [by.upTo(12), 1 + by.upTo(60)]
  const ahead = await windowOf(query, lastKey, 'forward', skip, take)
  expect(shownIn(ahead)).toEqual(ids.slice(at + 1 + skip, at + 1 + skip + take))
  const back = await windowOf(query, lastKey, 'backward', skip, take)
  expect(shownIn(back)).toEqual(ids.slice(Math.max(0, at - skip - take), Math.max(0, at - skip)))
  expect(back.atEnd).toBe(at - skip - take <= 0)
  const end = await windowOf(query, null, 'backward', skip, take)
  expect(shownIn(end)).toEqual(
    ids.slice(Math.max(0, ids.length - skip - take), Math.max(0, ids.length - skip)),
  )
  const rest = await windowOf(query, ahead.lastKey ?? lastKey, 'backward', 0, 1000)
  expect(shownIn(rest)).toEqual(ids.slice(0, ahead.lastKey ? at + skip + shownIn(ahead).length : at))
}

test(`windows, counts and anchors of any view are the model's (seed ${seed})`, async () => {
  for (let round = 0; round < rounds; round++) {
    const query = randomQuery(by, model, lab.table.id)
    const { all, shown } = viewOf(model, query)
    const whole = await windowOf(query, null, 'forward', 0, 1000)
    expect(shownIn(whole), `in ${told(query)}`).toEqual(idsOf(shown))
    await slicesAlike(query, shown)
    const stats = await ask<object>('view_stats', query, { exact: false })
    expect(stats, `in ${told(query)}`).toMatchObject({ total: shown.length, all: all.length, exact: true })
    const { anchors } = await ask<{ anchors: [number, Json[]][] }>('view_anchors', query, { step: 100 })
    expect(anchors.map(([at, key]) => [at, key.at(-1)])).toEqual(
      shown.flatMap(({ id }, n) => (n % 100 === 0 ? [[n, id]] : [])),
    )
    const asked = Array.from({ length: 20 }, () => by.oneOf(model.rows).id)
    const rows = await ask<{ rows: [string][]; outside: string[] }>('rows_by_id', query, {
      ids: [...asked, uuidV7()],
    })
    expect(rows.rows.map(([id]) => id)).toEqual(asked)
    const inside = new Set(idsOf(shown))
    const missing = [...new Set(asked)].filter((id) => !inside.has(id)).toSorted()
    expect(rows.outside, `in ${told(query)}`).toEqual(missing)
  }
})

interface Group {
  path: Json[]
  count: number
  collapsed: boolean
  figures: Record<string, Json>
}

/** Equal, or numbers that differ by less than adding them up in another order makes. */
const alike = (got: Json | undefined, foreseen: Json): boolean =>
  got === foreseen ||
  ((typeof got === 'number' || typeof got === 'string') &&
    typeof foreseen === 'number' &&
    Math.abs(Number(got) - foreseen) <= 1e-9 * Math.abs(foreseen) + 1e-9)

function figuresAlike(
  query: ModelQuery,
  asked: Asked,
  figures: Record<string, Json>,
  rows: readonly ModelRow[],
) {
  const wrong = Object.entries(asked).flatMap(([id, kind]) => {
    const foreseen = figureOf(model, id, kind, rows)
    const { name } = model.fields.find((field) => field.id === id)!
    return alike(figures[id], foreseen) ? [] : [{ kind, name, got: figures[id], foreseen }]
  })
  expect(wrong, `in ${told(query)}`).toEqual([])
  expect(Object.keys(figures).toSorted()).toEqual(Object.keys(asked).toSorted())
}

type Asked = Record<string, SummaryKind>
const someFigures = (most: number): Asked =>
  Object.fromEntries(
    model.fields
      .filter(() => by.random() < 0.5)
      .slice(0, most)
      .map(({ id, type }) => [id, by.oneOf(figuresOf(type))]),
  )

test("groups, figures, ranks and what is found are the model's", { timeout: 180_000 }, async () => {
  for (let round = 0; round < rounds; round++) {
    const query = randomQuery(by, model, lab.table.id)
    const { all, shown } = viewOf(model, query)
    const asked = someFigures(13)
    const summary = await ask<{ total: number; figures: Record<string, Json> }>('view_summary', query, {
      figures: asked,
    })
    expect(summary.total).toBe(all.length)
    figuresAlike(query, asked, summary.figures, all)
    if (query.groups) await groupsAlike(query, all.length, shown.length)
    await ranksAlike(query, shown)
    await foundAlike(query, shown)
  }
})

async function groupsAlike(query: ModelQuery, total: number, shown: number): Promise<void> {
  const asked = by.random() < 0.5 ? someFigures(3) : {}
  const foreseen = groupsOf(model, query)
  const [skip, take] = [by.upTo(3), by.oneOf([5, 2000])]
  const page = await ask<{ groups: Group[]; total: number; shown: number; atEnd: boolean }>(
    'view_groups',
    query,
    {
      figures: asked,
      skip,
      take,
    },
  )
  // Outer groups have their turn before inner ones; a page is in the order of the view.
  const turns = foreseen.toSorted((a, b) => a.path.length - b.path.length)
  const onPage = new Set(turns.slice(skip, skip + take))
  const wanted = foreseen.filter((group) => onPage.has(group))
  const plain = ({ path, count, collapsed }: Omit<Group, 'figures'>) => ({ path, count, collapsed })
  expect(page.groups.map(plain), `in ${told(query)}`).toEqual(
    wanted.map(({ path, rows, collapsed }) => ({ path, count: rows.length, collapsed })),
  )
  expect(page).toMatchObject({ total, shown, atEnd: skip + take >= foreseen.length })
  for (const [n, group] of page.groups.entries()) figuresAlike(query, asked, group.figures, wanted[n]!.rows)
}

async function ranksAlike(query: ModelQuery, shown: readonly ModelRow[]): Promise<void> {
  const ids = idsOf(shown)
  for (const { id } of [by.oneOf(model.rows), by.oneOf(model.rows)]) {
    const at = by.upTo(Math.max(1, ids.length))
    const near = ids.length === 0 ? null : [at, (await windowOf(query, null, 'forward', at, 1)).lastKey]
    for (const anchor of [null, near]) {
      const rank = await ask<{ index: number | null; key: Json[] | null }>('row_rank', query, {
        record: id,
        near: anchor,
      })
      expect(rank.index, `from ${JSON.stringify(anchor)} in ${told(query)}`).toBe(
        ids.includes(id) ? ids.indexOf(id) : null,
      )
      // Without a key, from the beginning.
      const next = await windowOf(query, rank.key, 'forward', 0, 1)
      expect(shownIn(next)).toEqual(ids.slice(ids.indexOf(id) + 1, ids.indexOf(id) + 2))
    }
  }
}

async function foundAlike(query: ModelQuery, shown: readonly ModelRow[]): Promise<void> {
  const text = by.oneOf([
    'a',
    'ITEM',
    'Straße',
    '9',
    '2024-02-29',
    'low',
    'editor',
    'example.org',
    'οδοσ',
    '%',
    'first line',
  ])
  const holders = shown.filter((row) => fieldsHolding(model, row, text).length > 0)
  const at = by.upTo(shown.length + 1)
  const after = at === shown.length ? null : (await windowOf(query, null, 'forward', at, 1)).lastKey
  for (const direction of ['forward', 'backward']) {
    const ahead = holders.filter((row) => after === null || shown.indexOf(row) > at)
    const back = holders.filter((row) => after === null || shown.indexOf(row) < at).toReversed()
    const wanted = direction === 'forward' ? ahead : back
    const answer = await ask<{ found: { id: string; fields: string[] }[]; atEnd: boolean }>(
      'find_in_view',
      query,
      {
        text,
        after,
        direction,
        take: 7,
      },
    )
    expect(
      answer.found.map(({ id, fields }) => ({ id, fields })),
      `${text} ${direction} in ${told(query)}`,
    ).toEqual(wanted.slice(0, 7).map((row) => ({ id: row.id, fields: fieldsHolding(model, row, text) })))
    expect(answer.atEnd).toBe(wanted.length <= 7)
  }
}
