import type { ProofMatrix, Role, Table } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { proofCsv, proofLines, proofMarkdown } from './proof-export.ts'

const field = { id: '018f0000-0000-7000-8000-000000000001', name: 'Title', type: 'text', options: {} }
const table = { id: 't', name: '=Deals | "EU"', fields: [field] } as unknown as Table
const role = { id: 'r', kind: 'custom', name: 'Sales *team*' } as Role
const rule = { call: 'is_filled', args: [{ field: field.id }] }
const proof = {
  at: '2026-11-01T10:00:00.000Z',
  tables: [
    {
      table: 't',
      faults: [{ guard: 'policy', action: 'update', name: 'plinth_update' }],
      cells: [
        { role: 'r', action: 'read', scope: 'rules', rule },
        { role: 'r', action: 'update', scope: 'all', rule: null },
        { role: 'r', action: 'delete', scope: 'none', rule },
      ],
      fields: [{ role: 'r', field: field.id, access: 'read' }],
    },
    {
      table: 'gone',
      faults: [],
      cells: [{ role: 'r', action: 'read', scope: 'all', rule: null }],
      fields: [],
    },
  ],
} as unknown as ProofMatrix
const lines = proofLines(proof, [table], [role])
const hidden = { role: 'r', field: field.id, access: null, hidden: true } as const

describe('the proof as a file', () => {
  it('has a line for each role, table and action, with rules in words and what the database says', () => {
    expect(
      lines.map(({ action, field: name, scope, rule: words, state }) => [action, name, scope, words, state]),
    ).toEqual([
      ['Read', 'All', 'By rule', 'is_filled({Title})', 'In force'],
      ['Change', 'All', 'All', '', 'Differs'],
      ['Delete', 'All', 'None', '', 'In force'],
      ['Change', 'Title', 'None', '', 'Differs'],
    ])
  })

  it('is no formula for a spreadsheet', () => {
    expect(proofCsv(lines).split('\r\n')[1]).toBe(
      `"'=Deals | ""EU""",Sales *team*,Read,All,By rule,is_filled({Title}),In force`,
    )
  })

  it('is a table in Markdown whose cells are plain text', () => {
    const text = proofMarkdown('Base', proof.at, lines)
    expect(text).toContain(
      '| =Deals \\| "EU" | Sales \\*team\\* | Read | All | By rule | is\\_filled(\\{Title\\}) | In force |',
    )
    expect(
      new Set(
        text
          .split('\n')
          .slice(4, -1)
          .map((line) => line.replaceAll('\\|', '').split('|').length),
      ),
    ).toEqual(new Set([9]))
  })

  it('has a line of its own for handing over, with the rule of the change', () => {
    const [first] = proof.tables
    const cells = [
      { role: 'r', action: 'read', scope: 'all', rule: null },
      { role: 'r', action: 'update', scope: 'rules', rule, handOver: true },
    ]
    const told = { ...proof, tables: [{ ...first!, cells, fields: [] }] } as unknown as ProofMatrix
    expect(
      proofLines(told, [table], [role]).map(({ action, scope, rule: words, isHandedOver }) => [
        action,
        scope,
        words,
        isHandedOver,
      ]),
    ).toEqual([
      ['Read', 'All', '', undefined],
      ['Change', 'By rule', 'is_filled({Title})', undefined],
      ['Hand over', 'By rule', 'is_filled({Title})', true],
    ])
  })

  it('says of a hidden field that it is neither read nor changed, and from whom it is kept', () => {
    const [first] = proof.tables
    const cells = [{ role: 'r', action: 'read', scope: 'all', rule: null }]
    const told = { ...proof, tables: [{ ...first!, cells, fields: [hidden] }] } as unknown as ProofMatrix
    const [, ...ofField] = proofLines(told, [table], [role])
    expect(
      ofField.map(({ action, field: name, scope, isHidden, isKept }) => [
        action,
        name,
        scope,
        isHidden,
        isKept,
      ]),
    ).toEqual([
      ['Read', 'Title', 'None', true, true],
      // The role changes no record anyway.
      ['Change', 'Title', 'None', true, false],
    ])
  })
})
