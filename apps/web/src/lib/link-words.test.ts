import type { DeletionPreview, Table, TableId } from '@plinth/domain'
import { expect, test } from 'vitest'
import { deletionLines } from './link-words.ts'

const tables = ['films', 'takes'].map(
  (id) => ({ id: id as TableId, name: id, fields: [] }) as unknown as Table,
)
const [films, takes] = ['films', 'takes'] as TableId[] as [TableId, TableId]
const nothing: DeletionPreview = { along: [], linked: [] }
const loses = (table: TableId, count: number) => ({ table, count, keeps: false })
const keeps = (table: TableId, count: number) => ({ table, count, keeps: true })

test.each<[Partial<DeletionPreview>, readonly string[], readonly string[]]>([
  [{}, [], []],
  [
    { linked: [loses(films, 2), loses(takes, 1)] },
    ['2 records of “films” and 1 record of “takes” lose the link to it.'],
    ['2 records of “films” and 1 record of “takes” lose the link to them.'],
  ],
  [
    { linked: [loses(films, 1)] },
    ['1 record of “films” loses the link to it.'],
    ['1 record of “films” loses the link to them.'],
  ],
  [
    { linked: [keeps(films, 1), loses(takes, 3)], refused: 'record_linked' },
    ['1 record of “films” keeps it. Unlink it there first.'],
    [
      'Some of these stay: 1 record of “films” keeps what is linked there.',
      '3 records of “takes” lose the link to them.',
    ],
  ],
  [
    { refused: 'record_linked' },
    ['Something that you may not read keeps it. Unlink it there first.'],
    ['Some of these stay: something that you may not read keeps what is linked there.'],
  ],
  [
    { along: [{ table: takes, count: 4 }], linked: [loses(films, 2)] },
    [
      'Also deletes 4 records of “takes”, because they are linked.',
      '2 records of “films” lose the link to it.',
    ],
    [
      'Also deletes 4 records of “takes”, because they are linked.',
      '2 records of “films” lose the link to them.',
    ],
  ],
  [
    { along: [{ table: takes, count: 4 }], refused: 'record_linked' },
    [
      'Also deletes 4 records of “takes”, because they are linked.',
      'Something that would go with it is linked from elsewhere, and kept there.',
    ],
    [
      'Also deletes 4 records of “takes”, because they are linked.',
      'Some of these stay: linked records that may not be deleted would go with them.',
    ],
  ],
])('%j', (preview, one, many) => {
  const whole = { ...nothing, ...preview }
  expect(deletionLines(whole, tables, false)).toEqual(one)
  expect(deletionLines(whole, tables, true)).toEqual(many)
})
