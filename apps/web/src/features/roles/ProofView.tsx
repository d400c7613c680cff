import {
  type BaseSchema,
  type GuardFault,
  type ProofMatrix,
  type Role,
  recordActions,
  type Table,
} from '@plinth/domain'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Download, RotateCw } from 'lucide-react'
import { useBackend } from '../../lib/backend-context.ts'
import { queries } from '../../lib/queries.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Section } from '../../ui/Section.tsx'
import { ProofWarnings } from './ProofWarnings.tsx'
import { type ProofLine, proofCsv, proofLines, proofMarkdown } from './proof-export.ts'
import { proofWarnings } from './proof-warnings.ts'
import { actionNames, faultText, roleName, scopeNames } from './role-words.ts'

/** What each role may do in each table, as the database itself says, and whether its guards are as they should be. */
export function ProofView({ schema }: { schema: BaseSchema }) {
  const backend = useBackend()
  const { id, name } = schema.base
  const { data: proof, refetch, isFetching } = useSuspenseQuery(queries.proof(backend, id))
  const { data: roles } = useSuspenseQuery(queries.roles(backend, id))
  const { data: members } = useSuspenseQuery(queries.baseMembers(backend, id))
  const lines = proofLines(proof, schema.tables, roles)
  const warnings = proofWarnings(schema.tables, roles)
  const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-56 text-sm text-ink-muted">
          Read from the database: {time.format(new Date(proof.at))}
        </p>
        <Button icon={<RotateCw aria-hidden />} isPending={isFetching} onPress={() => void refetch()}>
          Read again
        </Button>
        <Button
          icon={<Download aria-hidden />}
          onPress={() => saveFile([proofCsv(lines)], `${name} – rights.csv`, 'text/csv')}
        >
          CSV
        </Button>
        <Button
          icon={<Download aria-hidden />}
          onPress={() =>
            saveFile([proofMarkdown(name, proof.at, lines)], `${name} – rights.md`, 'text/markdown')
          }
        >
          Markdown
        </Button>
      </div>
      <ProofWarnings {...{ warnings, proof, roles, members }} tables={schema.tables} />
      {schema.tables.map((table) => (
        <Section key={table.id} title={table.name}>
          <TableProof table={table} roles={roles} proof={proof} lines={lines} />
        </Section>
      ))}
      {schema.tables.length === 0 && <p className="text-sm text-ink-muted">This base has no tables yet.</p>}
    </>
  )
}

interface TableProofProps {
  table: Table
  roles: readonly Role[]
  proof: ProofMatrix
  lines: readonly ProofLine[]
}

function TableProof({ table, roles, proof, lines }: TableProofProps) {
  const of = proof.tables.find((one) => one.table === table.id)
  const rules = lines.filter((line) => line.table === table.name && line.rule !== '' && !line.isHandedOver)
  const handing = lines.filter((line) => line.table === table.name && line.isHandedOver)
  const kept = lines.filter(
    (line) =>
      line.table === table.name &&
      line.isKept &&
      // Of a hidden field one line says both.
      !(line.isHidden && line.action === actionNames.update),
  )
  if (!of) return <p className="text-sm text-ink-muted">Read again: this table is new.</p>
  return (
    <div className="flex flex-col gap-3">
      <GuardState faults={of.faults} table={table} />
      <table className="w-full table-fixed rounded-card border border-line bg-surface text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-ink-muted">
            <th scope="col" className="w-1/3 px-2 py-2 font-medium sm:px-4">
              Role
            </th>
            {recordActions.map((action) => (
              <th key={action} scope="col" className="px-1 py-2 font-medium sm:px-2">
                {actionNames[action]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="border-b border-line">
            <th scope="row" className="px-2 py-2 text-left font-medium sm:px-4">
              Creator
            </th>
            {recordActions.map((action) => (
              <td key={action} className="px-1 py-2 sm:px-2">
                {scopeNames.all}
              </td>
            ))}
          </tr>
          {roles.map((role) => (
            <tr key={role.id} className="border-b border-line last:border-0">
              <th scope="row" className="px-2 py-2 text-left font-medium break-words sm:px-4">
                {roleName(role)}
              </th>
              {recordActions.map((action) => {
                const cell = of.cells.find((one) => one.role === role.id && one.action === action)
                const scope = cell?.scope ?? 'none'
                return (
                  <td
                    key={action}
                    className={cx(
                      'px-1 py-2 sm:px-2',
                      scope === 'none' && 'text-ink-muted',
                      scope === 'rules' && 'font-medium text-accent-text',
                    )}
                  >
                    {scopeNames[scope]}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {kept.map((line) => (
        <p key={`${line.role} ${line.field} ${line.action}`} className="text-xs text-ink-muted">
          {line.role} ·{' '}
          {line.isHidden
            ? `does not see ${line.field}`
            : `may not ${line.action.toLowerCase()} ${line.field}`}
        </p>
      ))}
      {handing.map((line) => (
        <p key={line.role} className="text-xs text-ink-muted">
          {line.role} · may hand over the records that it changes, out of its own reach
        </p>
      ))}
      {rules.map((line) => (
        <p key={`${line.role} ${line.action}`} className="text-xs text-ink-muted">
          {line.role} · {line.action} where{' '}
          <code className="rounded-[4px] bg-sunken px-1.5 py-0.5 font-mono break-words text-ink-soft">
            {line.rule}
          </code>
        </p>
      ))}
    </div>
  )
}

function GuardState({ faults, table }: { faults: readonly GuardFault[]; table: Table }) {
  const names = new Map(table.fields.map((field) => [field.id, field.name]))
  if (faults.length === 0) {
    return (
      <p className="text-sm text-ink-muted">In force: the database guards this table as these roles say.</p>
    )
  }
  return (
    <Banner tone="danger" title="The database guards this table otherwise than these roles say">
      <ul className="list-disc pl-4">
        {faults.map((fault) => (
          <li key={`${fault.guard} ${fault.action} ${fault.name}`}>{faultText(fault, names)}</li>
        ))}
      </ul>
      Somebody changed it by hand in the database. Ask who runs this project.
    </Banner>
  )
}
