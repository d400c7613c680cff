/** Fields that are computed when they are read: made for linked tables, who is told of them, and what whom they tell. */
import type { CellValue, FieldId } from '@plinth/domain'
import { type Ast, type CheckedExpression, contextOf, evaluate } from '@plinth/expression'
import { filesIn } from './files.ts'
import { linkedOf, readable } from './links.ts'
import { must, type Workshop } from './make-world.ts'
import {
  attachmentField,
  boundField,
  type FieldModel,
  type LateModel,
  type LinkField,
  type Person,
  type RecordModel,
  ruleFields,
  secretOf,
  type TableModel,
} from './model.ts'
import { sees, seesField, situationOf } from './oracle.ts'
import { drawRule } from './rules.ts'

const call = (name: string, ...args: Ast[]): Ast => ({ call: name, args })

/** Is the field there for somebody? Where they see all that it reads. */
export const seesLate = (table: TableModel, late: LateModel, person: Person): boolean =>
  sees(table, person) &&
  (late.target === null || sees(late.target, person)) &&
  late.reads.every((field) => seesField(late.own.has(field) ? table : late.target!, field, person))

/** Fields of both tables of a link: some over linked records, and some over those, hidden fields and the reader's role. */
export async function computeLate(shop: Workshop, table: TableModel): Promise<void> {
  const [link] = table.links
  if (!link || table.records.size === 0) return
  const { random } = shop
  const made = [
    await overSecrets(shop, table, link),
    await overPrivate(shop, table, link),
    await counted(shop, table, link),
    await lowest(shop, table, link),
    await named(shop, table, link),
    await choicesOf(shop, table, link),
    await filesOver(shop, table, link),
    await personOf(shop, table, link),
  ].filter((late) => late !== null)
  const told = random.oneOf(made.filter(({ isNumber }) => isNumber))
  await roleBeside(shop, table, told)
  await lengthOfPrivate(shop, table)
}

type Drawn = Omit<LateModel, 'id' | 'name' | 'own'>

async function add(shop: Workshop, table: TableModel, computed: object, drawn: Drawn): Promise<LateModel> {
  const { random, canaries } = shop
  const own = new Set(drawn.reads.filter((field) => table.fields.includes(field)))
  const late: LateModel = { ...drawn, own, id: random.uuid(), name: canaries.draw(random, 'n') }
  const definition = { id: late.id, name: late.name, ...computed }
  const made = await must<{ onRead?: true; id: string }>(shop, 'owner', 'create_field', {
    table: table.id,
    definition,
  })
  // Where everybody reads all of it, it is kept: that is probed elsewhere.
  if (!made.onRead) {
    await must(shop, 'owner', 'delete_field', { field: late.id })
    const gone = { base: table.base.id, item: late.id, confirm_name: late.name }
    await must(shop, 'owner', 'empty_trash', gone)
    return late
  }
  table.late.push(late)
  for (const token of [late.id, late.name]) {
    canaries.mark(token, 'a field that is computed when it is read', (person) =>
      seesLate(table, late, person),
    )
  }
  return late
}

const rollup = (link: LinkField, name: string, field?: FieldModel, filter?: CheckedExpression) => ({
  rollup: {
    link: link.id,
    function: name,
    ...(field ? { field: field.id } : {}),
    ...(filter ? { filter: filter.ast } : {}),
  },
})

/** A filter that asks who reads makes a field one that is computed when it is read, whatever the rights are. */
function drawFilter(shop: Workshop, table: TableModel, target: TableModel): CheckedExpression {
  const text = shop.canaries.draw(shop.random, 'r')
  const names = [...target.base.roles.map(({ name }) => name), 'creator']
  const fields = ruleFields(target)
  for (;;) {
    const rule = drawRule(shop.random, fields, text, names)
    if (!rule.dependsOn.person) continue
    shop.canaries.mark(text, 'the filter of a rollup', (person) =>
      table.late.some((late) => late.filter === rule && seesLate(table, late, person)),
    )
    return rule
  }
}

/** Records that are linked to one, as far as somebody reads them and the filter lets them through. */
function linkedFor(link: LinkField, record: RecordModel, person: Person, filter: CheckedExpression | null) {
  const { target } = link
  return linkedOf(link, record)
    .filter(readable(link, person))
    .filter(({ cells }) => {
      const context = contextOf(target.fields, cells, situationOf(target.base, person))
      return filter === null || evaluate(filter, context) === true
    })
}

const reads = (target: TableModel, fields: readonly FieldModel[], filter: CheckedExpression) => [
  ...fields,
  ...target.fields.filter(({ id }) => filter.fields.has(id)),
]

function texts(shop: Workshop, table: TableModel, link: LinkField, field: FieldModel): Promise<LateModel> {
  const { target } = link
  const filter = drawFilter(shop, table, target)
  return add(shop, table, rollup(link, 'concatenate', field, filter), {
    isNumber: false,
    target,
    filter,
    reads: reads(target, [field], filter),
    value: (record, person) =>
      linkedFor(link, record, person, filter)
        .flatMap(({ cells }) => (cells[field.id] ? [String(cells[field.id])] : []))
        .join(', ') || null,
  })
}

const overSecrets = (shop: Workshop, table: TableModel, link: LinkField) =>
  texts(shop, table, link, secretOf(link.target))

const overPrivate = (shop: Workshop, table: TableModel, link: LinkField) =>
  texts(shop, table, link, link.target.fields.find(({ isPrivate }) => isPrivate)!)

function counted(shop: Workshop, table: TableModel, link: LinkField): Promise<LateModel> {
  const filter = drawFilter(shop, table, link.target)
  return add(shop, table, rollup(link, 'count', undefined, filter), {
    isNumber: true,
    target: link.target,
    filter,
    reads: reads(link.target, [], filter),
    value: (record, person) => linkedFor(link, record, person, filter).length,
  })
}

function lowest(shop: Workshop, table: TableModel, link: LinkField): Promise<LateModel> {
  const field = boundField(link.target)
  const filter = drawFilter(shop, table, link.target)
  return add(shop, table, rollup(link, 'min', field, filter), {
    isNumber: true,
    target: link.target,
    filter,
    reads: reads(link.target, [field], filter),
    value(record, person) {
      const numbers = linkedFor(link, record, person, filter).flatMap(({ cells }) => {
        const cell = cells[field.id]
        return typeof cell === 'number' ? [cell] : []
      })
      return numbers.length === 0 ? null : Math.min(...numbers)
    },
  })
}

/** The choices of linked records, each once. */
function choicesOf(shop: Workshop, table: TableModel, link: LinkField): Promise<LateModel> {
  const field = link.target.fields.find(({ type }) => type === 'single_select')!
  return overField(shop, table, link, { name: 'unique', field }, (linked) => {
    const ids = new Set(linked.flatMap(({ cells }) => (cells[field.id] ?? []) as string | string[]))
    return ids.size === 0 ? null : ([...ids].toSorted() as unknown as CellValue)
  })
}

/** Their files, one record's behind the other's. */
async function filesOver(shop: Workshop, table: TableModel, link: LinkField): Promise<LateModel | null> {
  const field = attachmentField(link.target)
  if (!field) return null
  return overField(shop, table, link, { name: 'concatenate', field }, (linked) => {
    const files = linked.flatMap((record) => filesIn(record, field))
    return files.length === 0 ? null : files
  })
}

/** Somebody of the first one of them. */
async function personOf(shop: Workshop, table: TableModel, link: LinkField): Promise<LateModel | null> {
  const field = link.target.fields.find(({ type, computes }) => type === 'person' && !computes)
  if (!field) return null
  return overField(shop, table, link, { name: 'first', field }, ([first]) => first?.cells[field.id] ?? null)
}

/** A lookup of a field, of those linked records that a filter lets through which asks who reads. */
function overField(
  shop: Workshop,
  table: TableModel,
  link: LinkField,
  { name, field }: { readonly name: string; readonly field: FieldModel },
  value: (linked: readonly RecordModel[]) => CellValue,
): Promise<LateModel> {
  const { target } = link
  const filter = drawFilter(shop, table, target)
  return add(shop, table, rollup(link, name, field, filter), {
    isNumber: false,
    target,
    filter,
    reads: reads(target, [field], filter),
    value: (record, person) => value(linkedFor(link, record, person, filter)),
  })
}

/** What the linked records are called, by an expression. */
function named(shop: Workshop, table: TableModel, link: LinkField): Promise<LateModel> {
  const { target } = link
  const [label] = target.fields
  const formula = call('join', { field: link.id as FieldId }, { text: '|' })
  return add(
    shop,
    table,
    { formula },
    {
      isNumber: false,
      target,
      filter: null,
      reads: [],
      value: (record, person) =>
        linkedFor(link, record, person, null)
          .flatMap(({ cells }) => (cells[label!.id] ? [String(cells[label!.id])] : []))
          .join('|') || null,
    },
  )
}

/** Another one computed from it: the reader's role, and the number. */
async function roleBeside(shop: Workshop, table: TableModel, late: LateModel): Promise<void> {
  const number = call('text', { field: late.id as FieldId })
  const formula = call('concat', call('my_role'), { text: ':' }, number)
  await add(
    shop,
    table,
    { formula },
    {
      ...late,
      isNumber: false,
      filter: null,
      value: (record, person) =>
        `${situationOf(table.base, person).role ?? ''}:${late.value(record, person) ?? ''}`,
    },
  )
}

/** Its length tells something of what is hidden from some. */
async function lengthOfPrivate(shop: Workshop, table: TableModel): Promise<void> {
  const field = table.fields.find(({ isPrivate }) => isPrivate)!
  const days = call('days_between', call('today'), call('today'))
  const formula = call('+', call('length', { field: field.id }), days)
  await add(
    shop,
    table,
    { formula },
    {
      isNumber: true,
      target: null,
      filter: null,
      reads: [field],
      value: ({ cells }): CellValue => [...String(cells[field.id] ?? '')].length,
    },
  )
}

/** Late fields of other tables that read a table go before it does. */
export async function dropLateOver(shop: Workshop, target: TableModel): Promise<void> {
  for (const table of target.base.tables) {
    if (table === target) continue
    // Those that read others go first.
    for (const late of table.late.filter((one) => one.target === target).toReversed()) {
      await must(shop, 'owner', 'delete_field', { field: late.id })
      table.late.splice(table.late.indexOf(late), 1)
    }
  }
}

/** Does a field that is computed when it is read look at it? */
export const isReadLate = (table: TableModel, field: FieldModel): boolean =>
  table.base.tables.some(({ late }) => late.some((one) => one.reads.includes(field)))
