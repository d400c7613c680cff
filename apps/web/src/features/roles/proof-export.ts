/** The proof as files: for spreadsheets, and as a document. */
import {
  byteOrderMark,
  type ProofMatrix,
  type RecordAction,
  type Role,
  type Table,
  toCsv,
} from '@plinth/domain'
import { printExpression, readAst } from '@plinth/expression'
import { actionNames, handOverName, roleName, scopeNames } from './role-words.ts'

export interface ProofLine {
  readonly table: string
  readonly role: string
  readonly action: string
  /** A field that is kept from some, or all of them. */
  readonly field: string
  readonly scope: string
  /** In words, with the names that fields have now; empty without one. */
  readonly rule: string
  readonly state: string
  /** The role has the field hidden. */
  readonly isHidden?: boolean
  /** A field that is kept from a role that reaches the records. */
  readonly isKept?: boolean
  /** The role lets go of the records that it changes. */
  readonly isHandedOver?: boolean
}

export function proofLines(
  proof: ProofMatrix,
  tables: readonly Table[],
  roles: readonly Role[],
): readonly ProofLine[] {
  return proof.tables.flatMap(({ table: id, cells, fields, faults }) => {
    const table = tables.find((one) => one.id === id)
    if (!table) return []
    const ofTable = cells.flatMap(({ role: roleId, action, scope, rule, handOver }) => {
      const role = roles.find((one) => one.id === roleId)
      if (!role) return []
      const tree = rule && readAst(rule)
      const line = {
        table: table.name,
        role: roleName(role),
        action: actionNames[action],
        field: allFields,
        scope: scopeNames[scope],
        rule: tree?.ok && scope === 'rules' ? printExpression(tree.value, table.fields) : '',
        state: stateName(faults, action),
      }
      return handOver ? [line, { ...line, action: handOverName, isHandedOver: true }] : [line]
    })
    const ofFields = fields.flatMap(({ role: roleId, field: fieldId, access, hidden = false }) => {
      const role = roles.find((one) => one.id === roleId)
      const field = table.fields.find((one) => one.id === fieldId)
      if (!role || !field) return []
      const about = { table: table.name, role: roleName(role), field: field.name, rule: '', isHidden: hidden }
      const reaches = (action: RecordAction) =>
        cells.some((cell) => cell.role === roleId && cell.action === action && cell.scope !== 'none')
      const line = (action: RecordAction, isGiven: boolean) => ({
        ...about,
        isKept: !isGiven && reaches(action),
        action: actionNames[action],
        scope: isGiven ? 'As in the table' : scopeNames.none,
        state: stateName(faults, action),
      })
      const changes = line('update', access === 'write')
      return hidden || access === null ? [line('read', false), changes] : [changes]
    })
    return [...ofTable, ...ofFields]
  })
}

type Faults = ProofMatrix['tables'][number]['faults']

/** A fault that is about no single action is about all. */
export const stateName = (faults: Faults, action: RecordAction): string =>
  faults.some((fault) => fault.action === null || fault.action === action) ? 'Differs' : 'In force'

/** A line that is about no single field. */
const allFields = 'All'

const columns = ['table', 'role', 'action', 'field', 'scope', 'rule', 'state'] as const
const headings = ['Table', 'Role', 'Action', 'Field', 'Records', 'Rule', 'In the database']

export function proofCsv(lines: readonly ProofLine[]): string {
  const rows = lines.map((line) => columns.map((column) => line[column]))
  return byteOrderMark + toCsv([headings, ...rows], { guardFormulas: true })
}

export function proofMarkdown(base: string, at: string, lines: readonly ProofLine[]): string {
  const row = (cells: readonly string[]) => `| ${cells.map(plainCell).join(' | ')} |`
  return [
    `# Who may do what in ${plainCell(base)}`,
    '',
    `Read from the live database at ${at}.`,
    '',
    row(headings),
    row(headings.map(() => '---')),
    ...lines.map((line) => row(columns.map((column) => line[column]))),
    '',
  ].join('\n')
}

/** Names and rules are anybody's words: none ends a cell or becomes markup. */
const plainCell = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>|#!~]/g, (sign) => `\\${sign}`)
