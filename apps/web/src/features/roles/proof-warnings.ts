/**
 * Where the roles that a person holds allow together what none of them allows alone. The grants of all roles add up, each
 * action for itself, and what may be read adds up too: one role shows records that another one may change.
 */
import {
  type RecordAction,
  type Role,
  type RuleTree,
  recordActions,
  type Scope,
  type Table,
  type UserId,
} from '@plinth/domain'
import { grantOf } from './grant-of.ts'

export interface ProofWarning {
  /** `crossed`: the first role shows what the second one may change; `overridden`: the second gives what a rule of the first keeps back. */
  readonly kind: 'crossed' | 'overridden'
  readonly table: Table
  readonly actions: readonly RecordAction[]
  readonly roles: readonly [Role, Role]
  readonly people: readonly UserId[]
}

export function proofWarnings(tables: readonly Table[], roles: readonly Role[]): readonly ProofWarning[] {
  return heldTogether(roles).flatMap(({ pair, people }) =>
    tables.flatMap((table) =>
      [pair, [pair[1], pair[0]] as const].flatMap((ordered) =>
        (['crossed', 'overridden'] as const).flatMap((kind) => {
          const actions = recordActions.filter((action) => tests[kind](ordered, table, action))
          return actions.length > 0 ? [{ kind, table, actions, roles: ordered, people }] : []
        }),
      ),
    ),
  )
}

type Pair = readonly [Role, Role]

function heldTogether(roles: readonly Role[]): readonly { pair: Pair; people: readonly UserId[] }[] {
  return roles.flatMap((first, at) =>
    roles.slice(at + 1).flatMap((second) => {
      const people = first.members.filter((person) => second.members.includes(person))
      return people.length > 0 ? [{ pair: [first, second] as const, people }] : []
    }),
  )
}

const tests: Record<ProofWarning['kind'], (pair: Pair, table: Table, action: RecordAction) => boolean> = {
  crossed([shows, changes], table, action) {
    if (action === 'read') return false
    return (
      !covers(grantOf(changes, table, 'read'), grantOf(shows, table, 'read')) &&
      !covers(grantOf(shows, table, action), grantOf(changes, table, action))
    )
  },
  overridden([restricted, gives], table, action) {
    return (
      grantOf(restricted, table, action).scope === 'rules' && grantOf(gives, table, action).scope === 'all'
    )
  },
}

interface Reach {
  readonly scope: Scope
  readonly rule: RuleTree | null
}

/** Does the first surely reach all that the second does? Two different rules may or may not. */
function covers(wide: Reach, narrow: Reach): boolean {
  if (wide.scope === 'all' || narrow.scope === 'none') return true
  return wide.scope === 'rules' && narrow.scope === 'rules' && sameRule(wide.rule, narrow.rule)
}

const sameRule = (one: RuleTree | null, other: RuleTree | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
