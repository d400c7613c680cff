/** A table of a million records with 20 fields whose groups are few, some, many and very many. */
import type { Field, OptionId, Table } from '@plinth/domain'
import { fillTable, million } from '../measure/million.ts'
import { fieldOf, makeTable, type Workbench } from '../measure/workbench.ts'

const hues = ['blue', 'amber', 'red', 'purple', 'green'] as const
const labels = 'North,South,East,West,Centre,Harbour,Hills,Islands,Lakes,Plains'.split(',')
const regions = labels.map((label, at) => ({
  id: `region${at}` as OptionId,
  label,
  hue: hues[at % hues.length]!,
}))

export const rare = 'needle'
/** It stands in ten records. */
export const rarity = million / 10
export const frequent = 'more words'

const fillings = (people: readonly string[]) =>
  [
    [fieldOf('Name', 'text'), `'Record ' || n`],
    [fieldOf('Amount', 'integer'), '(n::bigint * 7919) % 1000003'],
    [
      { ...fieldOf('Region', 'single_select'), options: { options: regions } },
      `(array['${regions.map(({ id }) => id).join("','")}'])[1 + n % 10]`,
    ],
    [fieldOf('Person', 'person'), `(array['${people.join("','")}'])[1 + n / 7 % ${people.length}]::uuid`],
    [fieldOf('Day', 'date'), `date '2000-01-01' + (n % 3000)`],
    [fieldOf('City', 'text'), `'City ' || (n::bigint * 104729) % 50000`],
    [fieldOf('Ratio', 'number'), 'n / 7.0'],
    [fieldOf('Done', 'checkbox'), 'n % 3 = 0'],
    [
      fieldOf('Notes', 'long_text'),
      `case when n % ${rarity} = ${rarity * 0.7} then 'a ${rare} in the hay' else repeat('words and more words ', 1 + n % 5) end`,
    ],
    ...Array.from({ length: 11 }, (_, at) => {
      const kind = (['text', 'integer', 'date', 'number'] as const)[at % 4]!
      const value = {
        text: `'Text ' || n % 977`,
        integer: 'n % 1009',
        date: `date '2010-01-01' + n % 4000`,
        number: 'n / 11.0',
      }
      return [fieldOf(`Field ${at}`, kind), value[kind]] as const
    }),
  ] as const

export async function makeMillion(bench: Workbench, people: readonly string[]): Promise<Table> {
  const filled = fillings(people)
  const table = await makeTable(
    bench,
    'Million',
    filled.map(([field]) => field),
  )
  await fillTable(
    bench,
    table,
    filled.map(([, value]) => value),
  )
  return table
}

export function fieldNamed(table: Table, name: string): Field {
  const field = table.fields.find((one) => one.name === name)
  if (!field) throw new Error(`no field ${name}`)
  return field
}
