import type { BaseMember, ProofMatrix, RecordAction, Role, Table, UserId } from '@plinth/domain'
import type { ReactNode } from 'react'
import { listOf } from '../../lib/list-of.ts'
import { Section } from '../../ui/Section.tsx'
import { grantOf } from './grant-of.ts'
import type { ProofWarning } from './proof-warnings.ts'
import { actionNames, handOverName, roleName } from './role-words.ts'

export interface ProofWarningsProps {
  warnings: readonly ProofWarning[]
  proof: ProofMatrix
  tables: readonly Table[]
  roles: readonly Role[]
  members: readonly BaseMember[]
}

/** What roles allow together and none of them alone: no fault, but perhaps not what was meant. */
export function ProofWarnings({ warnings, proof, tables, roles, members }: ProofWarningsProps) {
  const fields = fieldsShownTogether(proof, tables, roles)
  if (warnings.length + fields.length === 0) return null
  const namesOf = (people: readonly UserId[]) =>
    listOf(people.map((id) => members.find((member) => member.id === id)?.name ?? 'somebody'))
  return (
    <Section title="Roles that allow more together" description="Roles add up for people who hold both.">
      <ul aria-label="Warnings" className="flex flex-col gap-2">
        {warnings.map(({ kind, table, actions, roles: [one, other], people }) => {
          const names = actions.map((action) => actionNames[action])
          const verbs = listOf(
            [...names, ...(kind === 'crossed' && handsOver(other, table, actions) ? [handOverName] : [])].map(
              (name) => name.toLowerCase(),
            ),
          )
          return (
            <Warning
              key={`${kind} ${table.id} ${one.id} ${other.id}`}
              title={`${table.name}: ${roleName(one)} and ${roleName(other)}`}
            >
              {kind === 'crossed'
                ? `“${roleName(one)}” shows records which “${roleName(other)}” then lets them ${verbs}; neither role does so alone.`
                : `The rule of “${roleName(one)}” (${verbs}) has no effect: “${roleName(other)}” gives all records.`}{' '}
              Held by {namesOf(people)}.
            </Warning>
          )
        })}
        {fields.map(({ table, field, kept, giving, people }) => (
          <Warning
            key={`${field.id} ${kept.id} ${giving.id}`}
            title={`${table.name}: ${roleName(kept)} and ${roleName(giving)}`}
          >
            “{roleName(kept)}” does not show “{field.name}”, and “{roleName(giving)}” does.{' '}
            {people.length > 0 ? `Held by ${namesOf(people)}.` : 'Nobody holds both now.'}
          </Warning>
        ))}
      </ul>
    </Section>
  )
}

const handsOver = (role: Role, table: Table, actions: readonly RecordAction[]): boolean =>
  actions.includes('update') && grantOf(role, table, 'update').handOver

function fieldsShownTogether(proof: ProofMatrix, tables: readonly Table[], roles: readonly Role[]) {
  return proof.tables.flatMap((of) =>
    of.together.flatMap(({ field: id, roles: [first, second], people }) => {
      const table = tables.find((one) => one.id === of.table)
      const field = table?.fields.find((one) => one.id === id)
      const [kept, giving] = [first, second].map((role) => roles.find((one) => one.id === role))
      return table && field && kept && giving ? [{ table, field, kept, giving, people }] : []
    }),
  )
}

function Warning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="rounded-control border border-warn-line bg-warn-tint px-3 py-2 text-sm text-warn-text">
      <p className="font-medium">{title}</p>
      <p>{children}</p>
    </li>
  )
}
