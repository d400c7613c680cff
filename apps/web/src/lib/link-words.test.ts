import type { DeletionPreview, Table, TableId } from '@plinth/domain'
import { expect, test } from 'vitest'
import { deletionLines } from './link-words.ts'

const [films, takes, scenes] = ['films', 'takes', 'scenes'] as TableId[] as [TableId, TableId, TableId]
const link = (name: string, target: TableId, onDelete: string) => ({ name, options: { target, onDelete } })
const tables = [
  { id: films, name: 'films', fields: [link('scene', scenes, 'refuse'), link('cut', scenes, 'unlink')] },
  { id: takes, name: 'takes', fields: [link('film', films, 'refuse')] },
] as unknown as Table[]
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
    [
      '1 record of “films” is linked to it, and its field “scene” refuses the deletion. Unlink it there first.',
    ],
    [
      'Some of these stay: 1 record of “films” is linked to them and refuses the deletion.',
      '3 records of “takes” lose the link to them.',
    ],
  ],
  [
    { linked: [keeps(takes, 2)], refused: 'record_linked' },
    ['2 records of “takes” are linked to it and refuse the deletion. Unlink it there first.'],
    ['Some of these stay: 2 records of “takes” are linked to them and refuse the deletion.'],
  ],
  [
    { linked: [keeps(films, 2), keeps(takes, 1)], refused: 'record_linked' },
    [
      '2 records of “films” and 1 record of “takes” are linked to it, and their field “scene” refuses the deletion. Unlink it there first.',
    ],
    [
      'Some of these stay: 2 records of “films” and 1 record of “takes” are linked to them and refuse the deletion.',
    ],
  ],
  [
    { refused: 'record_linked' },
    ['Something that you may not read is linked to it and refuses the deletion. Unlink it there first.'],
    ['Some of these stay: something that you may not read is linked to them and refuses the deletion.'],
  ],
  [
    { along: [{ table: takes, count: 4 }], linked: [loses(films, 2)] },
    [
      'Also deletes 4 records of “takes”, because they are linked.',
      '2 records of “films” lose links to what is deleted.',
    ],
    [
      'Also deletes 4 records of “takes”, because they are linked.',
      '2 records of “films” lose links to what is deleted.',
    ],
  ],
  [
    { along: [{ table: takes, count: 4 }], refused: 'record_linked' },
    [
      'Also deletes 4 records of “takes”, because they are linked.',
      'Something that would go with it is linked from elsewhere, where a field refuses its deletion.',
    ],
    [
      'Also deletes 4 records of “takes”, because they are linked.',
      'Some of these stay: linked records that may not be deleted would go with them.',
    ],
  ],
])('%j', (preview, one, many) => {
  const whole = { ...nothing, ...preview }
  expect(deletionLines(whole, tables, { table: scenes, isMany: false })).toEqual(one)
  expect(deletionLines(whole, tables, { table: scenes, isMany: true })).toEqual(many)
})
