import {
  appError,
  type Backend,
  type Base,
  err,
  type ImportChunk,
  ok,
  type RecordId,
  type Result,
  type Table,
  type TableId,
} from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { ImportController } from './import-controller.ts'
import { createLocalEngine } from './import-engine.ts'
import type { ImportState } from './import-state.ts'
import { decideColumns, whatIsMissing } from './preview-plan.ts'

type World = Pick<Backend, 'imports' | 'bases' | 'rows'>

interface Refusals
  extends Partial<Record<'createTable' | 'begin' | 'rows' | 'finish' | 'cancel', Result<never>>> {
  /** Every second row updates a record. */
  updatesHalf?: boolean
}

/** A backend in memory that keeps what it is told. */
function fakeBackend(refusals: Refusals = {}, stored: readonly Table[] = []) {
  const tables: { id: TableId; name: string }[] = []
  const chunks: ImportChunk[] = []
  const log: string[] = []
  const rowCount = () => chunks.reduce((sum, { rows }) => sum + rows.length, 0)
  const bases: Partial<Backend['bases']> = {
    async createTable(_base, definition) {
      if (refusals.createTable) return refusals.createTable
      tables.push(definition)
      const fields = definition.fields.map((field, position) => ({ ...field, column: field.name, position }))
      const access = { read: 'all', create: 'all', update: 'all', delete: 'all' } as const
      return ok({ ...definition, fields, relation: 'r', position: 0, access, locks: [], views: [] })
    },
    async deleteTable(id) {
      return tables.some((table) => table.id === id) ? ok(null) : err(appError('not_found'))
    },
    async emptyTrash(_base, item, confirmName) {
      const at = tables.findIndex((table) => table.id === item && table.name === confirmName)
      if (at === -1) return err(appError('not_found'))
      tables.splice(at, 1)
      log.push('table deleted')
      return ok(null)
    },
  }
  Object.assign(bases, schemaOf(stored, log))
  const imports: Backend['imports'] = {
    async begin({ mode }) {
      log.push(`begin ${mode}`)
      return refusals.begin ?? ok(null)
    },
    async rows(chunk) {
      if (refusals.rows) return refusals.rows
      if (!chunks.some((known) => known.chunk === chunk.chunk)) chunks.push(chunk)
      const updated = refusals.updatesHalf ? Math.floor(chunk.rows.length / 2) : 0
      return ok({ inserted: chunk.rows.length - updated, updated, refused: [], unlinked: [] })
    },
    async finish() {
      log.push('finish')
      const misfits = chunks.reduce((sum, chunk) => sum + chunk.misfits.length, 0)
      return refusals.finish ?? ok({ inserted: rowCount(), updated: 0, misfits })
    },
    async cancel(_id, discard) {
      log.push(discard ? 'discard' : 'keep')
      return refusals.cancel ?? ok({ deleted: discard ? rowCount() : 0 })
    },
    async misfits() {
      return ok([])
    },
  }
  return { backend: { bases, imports, rows: linkedRows(log) } as World, tables, chunks, log }
}

/** Rows of a table that knows Ada, and two who are called Ben; it takes new ones. */
function linkedRows(log: string[]): Backend['rows'] {
  const known = [['ada', 'Ada'], ['ben 1', 'Ben'], ['ben 2', 'Ben']] as const // biome-ignore format: one line
  const rows: Partial<Backend['rows']> = {
    async window({ query: { fields } }) {
      const name = fields![0]!
      const found = known.map(([id, label]) => ({ id: id as RecordId, ver: 1, values: { [name]: label } }))
      return ok({ rows: found, atEnd: true, firstKey: null, lastKey: null, seq: '1' } as never)
    },
    async apply({ mutations }) {
      const names = mutations.map((one) => (one.kind === 'insert' ? Object.values(one.values)[0] : null))
      const linked = mutations.flatMap((one) => (one.kind === 'update' ? Object.values(one.values) : []))
      const ids = linked.flatMap((value) => (value as { link: RecordId[] }).link)
      log.push(ids.length > 0 ? `linked ${ids.join(' ')}` : `made ${names.join(' ')}`)
      return ok(mutations.map(({ id }) => ({ id, status: 'ok', ver: 1, seq: '1' })) as never)
    },
  }
  return rows as Backend['rows']
}

/** What the base holds by now, whatever the dialog was opened with. */
function schemaOf(stored: readonly Table[], log: string[]): Partial<Backend['bases']> {
  const tables = structuredClone(stored) as Table[]
  return {
    async schema() {
      return ok({ base, role: 'creator', accessEpoch: 1, tables })
    },
    async updateField(id, { options }) {
      log.push(`options ${options?.options?.map(({ label }) => label).join(' ')}`)
      const field = tables.flatMap(({ fields }) => fields).find((one) => one.id === id)
      return field && options ? ok({ ...field, options }) : err(appError('not_found'))
    },
  }
}

const base = { id: 'b', locale: 'en-US', timeZone: 'UTC' } as Base
const people = {
  id: 't1' as TableId,
  name: 'people',
  relation: 'people',
  position: 0,
  fields: [
    { id: 'f1', name: 'Name', type: 'text', options: {}, column: 'name', position: 0 },
    { id: 'f2', name: 'Age', type: 'integer', options: {}, column: 'age', position: 1 },
  ],
} as unknown as Table

const option = (id: string, label: string) => ({ id, label, hue: 'red' })
const withOptions = (...options: object[]) =>
  ({
    ...people,
    fields: [
      people.fields[0],
      { id: 'f3', name: 'Kind', type: 'single_select', options: { options }, column: 'kind', position: 1 },
    ],
  }) as unknown as Table

function controllerFor(
  backend: World,
  options: { tables?: Table[]; role?: 'creator' | 'editor'; into?: TableId } = {},
) {
  const { tables = [], role = 'creator', into } = options
  // Waiting takes no time.
  const clock = { now: () => 0, sleep: async () => {} }
  const engine = createLocalEngine()
  const controller = new ImportController({
    backend,
    engine,
    base,
    tables,
    readable: tables,
    role,
    into,
    clock,
  })
  const steps: string[] = []
  controller.subscribe(() => {
    const { step } = controller.getState()
    if (steps.at(-1) !== step) steps.push(step)
  })
  return { controller, steps }
}
const csv = (text: string, name = 'people.csv') => new File([text], name)
function at<Step extends ImportState['step']>(controller: ImportController, step: Step) {
  const state = controller.getState()
  expect(state.step).toBe(step)
  return state as ImportState & { step: Step }
}

const linksOf = ({ links = [] }: ImportChunk) =>
  links.map(({ values }) => Object.values(values)[0]?.link.length)

const rows = `Name,Age\n${Array.from({ length: 400 }, (_, index) => `n${index},${index}`).join('\n')}\n`

describe('ImportController', () => {
  it('goes from a file to a new table with all its rows', async () => {
    const world = fakeBackend()
    const { controller, steps } = controllerFor(world.backend, { tables: [people] })
    await controller.choose(csv(rows))
    expect(at(controller, 'preview').destination).toMatchObject({ kind: 'new', name: 'people 2' })
    await controller.start()
    expect(steps).toEqual(['reading', 'preview', 'uploading', 'done'])
    expect(at(controller, 'done')).toMatchObject({ inserted: 400, misfits: 0, tableName: 'people 2' })
    expect(
      world.chunks
        .flatMap((chunk) => chunk.rows)
        .map(([, name, age]) => [name, age])
        .at(-1),
    ).toEqual(['n399', 399])
    expect(world.log).toEqual(['begin append', 'finish'])
  })

  it('appends to a table by names, with a key when asked', async () => {
    const world = fakeBackend()
    const { controller } = controllerFor(world.backend, { tables: [people], role: 'editor' })
    await controller.choose(csv('AGE,name,other\n5,Ada,x\nold,Bob,y\n'))
    const { destination } = at(controller, 'preview')
    expect(destination).toMatchObject({
      kind: 'existing',
      mapping: new Map([
        [1, 'f1'],
        [0, 'f2'],
      ]),
    })
    controller.changeDestination({ ...destination, key: 'f1' } as typeof destination)
    await controller.start()
    expect(world.log).toEqual(['begin upsert', 'finish'])
    expect(world.chunks[0]!.rows.map(([, ...values]) => values)).toEqual([
      [5, 'Ada'],
      [null, 'Bob'],
    ])
    const { report, misfits } = at(controller, 'done')
    expect(misfits).toBe(1)
    expect(await new Blob([...report.toParts()]).text()).toBe(
      'line,field,value,why\r\n' +
        '3,Age,old,"is not a whole number within ±9,007,199,254,740,991; the cell was left empty, ' +
        'or as it was where a record is updated"\r\n',
    )
  })

  it('follows names, types and left out columns of the preview', async () => {
    const world = fakeBackend()
    const { controller } = controllerFor(world.backend)
    await controller.choose(csv(rows))
    controller.changeColumn(0, { isSkipped: true })
    controller.changeColumn(1, { choice: { type: 'text' } })
    controller.changeColumn(1, { name: 'Years' })
    await controller.start()
    expect(world.tables[0]).toMatchObject({ fields: [{ name: 'Years', type: 'text' }] })
    expect(world.chunks[0]!.rows[3]!.slice(1)).toEqual(['3'])
  })

  it('reads the file again with another separator', async () => {
    const { controller } = controllerFor(fakeBackend().backend)
    await controller.choose(csv('a;b,c\n1;2,3\n4;5,6\n'))
    await controller.changeFormat({ separator: ';' })
    const state = at(controller, 'preview')
    expect(state.profile.table.columns.map(({ name }) => name)).toEqual(['a', 'b,c'])
    expect(state.busy).toBeNull()
  })

  it('shows why a file cannot be read and takes another one', async () => {
    const { controller } = controllerFor(fakeBackend().backend)
    await controller.choose(csv('', 'empty.csv'))
    expect(at(controller, 'choose')).toMatchObject({ error: { code: 'file_empty' }, fileName: 'empty.csv' })
    await controller.choose(csv(rows))
    at(controller, 'preview')
  })

  it('stays at the preview when the table cannot be made, and leaves no table when the import cannot begin', async () => {
    const taken = controllerFor(fakeBackend({ createTable: err(appError('name_taken')) }).backend).controller
    await taken.choose(csv(rows))
    await taken.start()
    expect(at(taken, 'preview')).toMatchObject({ error: { code: 'name_taken' }, busy: null })

    const world = fakeBackend({ begin: err(appError('forbidden')) })
    const refused = controllerFor(world.backend).controller
    await refused.choose(csv(rows))
    await refused.start()
    expect(at(refused, 'preview').error?.code).toBe('forbidden')
    expect(world.tables).toEqual([])
  })

  it('is not disturbed by another file while rows are on their way', async () => {
    const world = fakeBackend()
    const { controller, steps } = controllerFor(world.backend)
    await controller.choose(csv(rows))
    let tries = 0
    controller.subscribe(() => {
      if (controller.getState().step !== 'uploading' || tries > 0) return
      tries++
      void controller.choose(csv('other,file\n1,2\n', 'other.csv'))
    })
    await controller.start()
    expect(tries).toBe(1)
    expect(steps.slice(2)).toEqual(['uploading', 'done'])
    expect(at(controller, 'done').inserted).toBe(400)
  })

  it('keeps what arrived, or takes it back, after a refusal', async () => {
    for (const discard of [false, true]) {
      const world = fakeBackend({ rows: err(appError('value_invalid')) })
      const { controller } = controllerFor(world.backend)
      await controller.choose(csv(rows))
      await controller.start()
      expect(at(controller, 'uploading').failure?.code).toBe('value_invalid')
      await controller.cancel(discard)
      expect(controller.getState().step).toBe(discard ? 'discarded' : 'done')
      expect(world.log.slice(1)).toEqual(discard ? ['keep', 'table deleted'] : ['keep'])
      expect(world.tables.length).toBe(discard ? 0 : 1)
    }
  })

  it('takes records back from a table that existed before', async () => {
    const world = fakeBackend({ finish: err(appError('unexpected')) })
    const { controller } = controllerFor(world.backend, { tables: [people], into: people.id })
    await controller.choose(csv(rows))
    await controller.start()
    await controller.cancel(true)
    expect(at(controller, 'discarded').deleted).toBe(400)
    expect(world.log.slice(1)).toEqual(['finish', 'discard'])
  })

  it('tells apart what was added and what was updated when it is ended early', async () => {
    for (const discard of [false, true]) {
      const world = fakeBackend({ finish: err(appError('unexpected')), updatesHalf: true })
      const { controller } = controllerFor(world.backend, { tables: [people], into: people.id })
      await controller.choose(csv(rows))
      const { destination } = at(controller, 'preview')
      controller.changeDestination({ ...destination, key: 'f1' } as typeof destination)
      await controller.start()
      await controller.cancel(discard)
      expect(controller.getState()).toMatchObject(
        discard ? { step: 'discarded', updated: 200 } : { step: 'done', inserted: 200, updated: 200 },
      )
    }
  })

  it('keeps an import that has ended although the answer to its end never came', async () => {
    const world = fakeBackend({ finish: err(appError('network')), cancel: err(appError('import_closed')) })
    const { controller } = controllerFor(world.backend, { tables: [people], into: people.id })
    await controller.choose(csv(rows))
    await controller.start()
    expect(at(controller, 'uploading').failure?.code).toBe('network')
    await controller.cancel(false)
    expect(at(controller, 'done')).toMatchObject({ inserted: 400 })
  })

  it('finds a free name among the tables that are there by now', async () => {
    const { controller } = controllerFor(fakeBackend().backend)
    await controller.choose(csv(rows))
    expect(at(controller, 'preview').destination).toMatchObject({ name: 'people' })
    controller.setPlaces({ tables: [people], readable: [people], role: 'creator' })
    controller.restart()
    await controller.choose(csv(rows))
    expect(at(controller, 'preview').destination).toMatchObject({ name: 'people 2' })
  })

  it('gives a field the options that a column brings along, beside those that it has by now', async () => {
    const world = fakeBackend({}, [withOptions(option('a', 'red'), option('b', 'blue'))])
    const { controller } = controllerFor(world.backend, {
      tables: [withOptions(option('a', 'red'))],
      into: people.id,
    })
    await controller.choose(csv('Name,Kind\nAda,red\nBob,blue\nCem,green\n'))
    const { destination } = at(controller, 'preview')
    if (destination.kind !== 'existing') throw new Error('expected a table')
    controller.changeDestination({ ...destination, newOptions: new Set([1]) })
    await controller.start()
    expect(world.log).toEqual(['options red blue green', 'begin append', 'finish'])
    const kinds = world.chunks[0]!.rows.map(([, , kind]) => kind)
    expect(kinds.slice(0, 2)).toEqual(['a', 'b'])
    expect(at(controller, 'done')).toMatchObject({ inserted: 3, misfits: 0 })
  })

  describe('with a column that names records of another table', () => {
    const films = {
      ...people,
      id: 't2' as TableId,
      name: 'films',
      access: { read: 'all', create: 'all', update: 'all', delete: 'all' },
      fields: [
        { id: 'f4', name: 'Title', type: 'text', options: {}, column: 'title', position: 0 },
        { id: 'f5', name: 'Cast', type: 'link', options: { target: 't1' }, column: 'cast', position: 1 },
      ],
    } as unknown as Table
    const stars = { ...people, access: films.access } as Table
    const file = 'Title,Cast\nOne,"Ada, Cleo"\nTwo,Ben\nThree,\nFour,Cleo\n'

    async function imported(isMaking: boolean) {
      const world = fakeBackend()
      const { controller } = controllerFor(world.backend, { tables: [films, stars], into: films.id })
      await controller.choose(csv(file, 'films.csv'))
      const { destination } = at(controller, 'preview')
      if (destination.kind !== 'existing') throw new Error('expected a table')
      controller.changeDestination({ ...destination, newRecords: new Set(isMaking ? [1] : []) })
      await controller.start()
      return { ...world, chunk: world.chunks[0]!, done: at(controller, 'done') }
    }

    it('links those that are found, and tells which are not, or are several', async () => {
      const { chunk, done, log } = await imported(false)
      expect(log).toEqual(['begin append', 'finish'])
      expect(chunk.rows.map(([, ...values]) => values)).toEqual([['One'], ['Two'], ['Three'], ['Four']])
      expect(linksOf(chunk)).toEqual([])
      expect(chunk.misfits.map(({ line, raw }) => [line, raw])).toEqual([[2, 'Ada, Cleo'], [3, 'Ben'], [5, 'Cleo']]) // biome-ignore format: one line
      const report = await new Blob([...done.report.toParts()]).text()
      expect(report).toContain('no record of “people” is called “Cleo”; nothing was linked')
      expect(report).toContain('several records of “people” are called “Ben”; nothing was linked')
      expect(done.report.count).toBe(3)
    })

    it('makes those that are not there, each once, where that is wanted', async () => {
      const { chunk, log } = await imported(true)
      expect(log).toEqual(['begin append', 'made Cleo', 'finish'])
      expect(linksOf(chunk)).toEqual([2, 1])
      const [one, four] = chunk.links!.map(({ values }) => Object.values(values)[0]!.link)
      expect(one![0]).toBe('ada')
      expect(four![0]).toBe(one![1])
    })

    it('links records of the table itself once all rows are stored, before the import ends', async () => {
      const knows = { id: 'f6', name: 'Knows', type: 'link', options: { target: 't1' }, position: 2 }
      const circle = { ...stars, fields: [...stars.fields, knows] } as unknown as Table
      const world = fakeBackend()
      const { controller } = controllerFor(world.backend, { tables: [circle], into: circle.id })
      await controller.choose(csv('Name,Knows\nCleo,Ada\nDan,Ben\n', 'circle.csv'))
      await controller.start()
      expect(world.chunks[0]!.rows.map(([, ...values]) => values)).toEqual([['Cleo'], ['Dan']])
      expect(world.chunks[0]!.links).toEqual([])
      expect(world.log).toEqual(['begin append', 'linked ada', 'finish'])
      const report = await new Blob([...at(controller, 'done').report.toParts()]).text()
      expect(report).toContain('3,Knows,Ben,several records of “people” are called “Ben”; nothing was linked')
    })

    it('asks for values of the records themselves', async () => {
      const { controller } = controllerFor(fakeBackend().backend, { tables: [films, stars], into: films.id })
      await controller.choose(csv('Cast\nAda\n', 'films.csv'))
      const state = at(controller, 'preview')
      const missing = whatIsMissing(state, decideColumns(state), { role: 'creator', tables: [films] })
      expect(missing).toBe('Choose at least one column that holds values of the records themselves.')
    })
  })
})
