/** Somebody who tries things, and judges every answer by what the oracle says. */
import type { CellValue, RecordAction } from '@plinth/domain'
import { printExpression } from '@plinth/expression'
import type { Canaries } from './canaries.ts'
import type { Identity } from './identities.ts'
import type { Ledger } from './ledger.ts'
import { actions, grantKey, type Person, type RecordModel, type TableModel, type World } from './model.ts'
import { reaches, scopeOf, standingOf } from './oracle.ts'
import type { Random } from './random.ts'
import type { Fault } from './validity.ts'
import { sameFigure } from './view-model.ts'
import { type Answer, type Ask, isOk, type Project, send } from './wire.ts'

export interface Place {
  readonly action: string
  readonly table?: TableModel
  readonly record?: RecordModel
}

/** Ids of what there is, of what must be shown, and of what is. */
interface Listed {
  readonly all: Iterable<string>
  readonly expected: Iterable<string>
  readonly got: Iterable<string>
  readonly width?: number
}

export interface Tools {
  readonly project: Project
  readonly world: World
  readonly canaries: Canaries
  readonly ledger: Ledger
  readonly random: Random
  readonly identities: readonly Identity[]
  /** What an account is called. */
  readonly nameOf: (person: string) => string | null
  /** Lets a link end now. */
  readonly expire: (link: string) => Promise<void>
  /** Lets an invitation end now. */
  readonly endInvitation: (invitation: string) => Promise<void>
  /** A file that came through a form is one that was sent with the answers of which this record was made. */
  readonly hold: (file: string, record: string) => Promise<void>
  /** Nobody holds the file of a form any more. */
  readonly drop: (file: string) => Promise<void>
  /** The rows of a table as they are stored, whoever asks. */
  readonly stored: (table: TableModel) => Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>
  /** Takes a record away, whoever may. */
  readonly remove: (relation: string, record: string) => Promise<void>
  /** Says of a field of links whether a deleted record takes along what it links there. */
  readonly takeAlong: (field: string, isOn: boolean) => Promise<void>
}

export class Prober {
  readonly identity: Identity
  readonly surface: string
  readonly tools: Tools
  readonly random: Random
  readonly world: World
  private asked: Ask | null = null

  constructor(tools: Tools, identity: Identity, surface: string) {
    this.tools = tools
    this.world = tools.world
    this.random = tools.random
    this.identity = identity
    this.surface = surface
  }

  get person(): Person {
    return this.identity.person
  }

  /** Sends, and searches the answer for what is not for this person. */
  async send(ask: Ask): Promise<Answer> {
    this.asked = ask
    const answer = await send(this.tools.project, this.identity.token(), ask)
    const said = decodeURIComponent(ask.path.replaceAll('%', '%25')) + JSON.stringify(ask.body ?? '')
    this.judgeText(`${answer.text} ${answer.range}`, said, { action: 'whatever it says' })
    return answer
  }

  /** The same of what is for everybody who asks: the answer is compared as a whole. */
  sendOpen(ask: Ask): Promise<Answer> {
    this.asked = ask
    return send(this.tools.project, this.identity.token(), ask)
  }

  judgeText(text: string, said: string, place: Place): void {
    const found = this.tools.canaries.search(text, said, this.person)
    if (found.length === 0) this.right()
    else this.leak(place, 'nothing that is not for this person', `${found.join('; ')} in ${text}`)
  }

  right(count = 1): void {
    this.tools.ledger.right(this.surface, count)
  }

  leak(place: Place, expected: unknown, got: unknown): void {
    this.report('leak', place, expected, got)
  }

  refused(place: Place, expected: unknown, got: unknown): void {
    this.report('refused', place, expected, got)
  }

  /**
   * One verdict for each thing that there is: shown or not. A hidden one hides `width` fields; those of the others are judged
   * one by one. What is in neither list is not judged.
   */
  judgeIds(place: Place, { all, expected, got, width = 1 }: Listed): void {
    const [wanted, shown] = [new Set(expected), new Set(got)]
    for (const id of new Set([...all, ...wanted])) {
      if (wanted.has(id) === shown.has(id)) this.right(wanted.has(id) ? 1 : width)
      else if (shown.has(id)) this.leak(place, `without ${id}`, [...shown])
      else this.refused(place, `with ${id}`, [...shown])
    }
  }

  /** The same list in the same order. */
  judgeList(place: Place, expected: readonly unknown[], got: readonly unknown[]): void {
    if (JSON.stringify(expected) === JSON.stringify(got)) this.right(Math.max(1, got.length))
    else if (got.some((one) => !expected.includes(one))) this.leak(place, expected, got)
    else this.refused(place, expected, got)
  }

  /** `expected`: a number that tells how much there is. */
  judgeNumber(place: Place, expected: number, got: unknown): void {
    if (got === expected) this.right()
    else if (typeof got === 'number' && got > expected) this.leak(place, expected, got)
    else this.refused(place, expected, got)
  }

  /** What is made of cells tells of none but those: another figure looks at more, or at fewer. */
  judgeFigure(place: Place, expected: CellValue, got: unknown): void {
    if (sameFigure(expected, got)) this.right()
    else if (expected === null || (typeof expected === typeof got && got! > expected))
      this.leak(place, expected, got)
    else this.refused(place, expected, got)
  }

  /** `expected`: null when it must go through, else the code of the refusal; `any` refusal where codes are not ours. */
  judgeOutcome(place: Place, expected: string | null, got: string | null): void {
    if (expected === got || (expected === 'any' && got !== null)) this.right()
    else if (expected === null) this.refused(place, 'allowed', got)
    // Another refusal than that of what is not there tells that it is there.
    else if (got === null || expected === 'not_found') this.leak(place, expected, got ?? 'allowed')
    else this.refused(place, expected, got)
  }

  /** The refusal must be one of these; where there are none, there must be none. */
  judgeFaults(place: Place, faults: readonly Fault[], got: Fault | null): void {
    const [first] = faults
    const fitting = faults.filter(({ code }) => code === got?.code)
    if (first !== undefined && got === null) return this.leak(place, faults, 'allowed')
    if (first === undefined || got === null || fitting.length === 0)
      return this.judgeOutcome(place, first?.code ?? null, got?.code ?? null)
    const isTold = fitting.some(
      ({ field, rule }) => (field ?? got.field) === got.field && (rule ?? got.rule) === got.rule,
    )
    if (isTold) this.right()
    else this.refused(place, fitting, got)
  }

  /** The outcome of a call: its code, null when it went through. */
  judgeAnswer(place: Place, expected: string | null, answer: Answer): boolean {
    this.judgeOutcome(place, expected, isOk(answer) ? null : answer.code || `status ${answer.status}`)
    return isOk(answer)
  }

  /** The code with which callers are refused that no call of ours lets in, whatever it is about; null for the others. */
  get stopped(): string | null {
    return this.identity.stopped
  }

  private report(kind: 'leak' | 'refused', place: Place, expected: unknown, got: unknown): void {
    const { identity, surface, asked } = this
    const { seed } = this.world
    const setting = place.table ? settingOf(place.table, this.person, place.record) : []
    this.tools.ledger.wrong({
      kind,
      seed,
      identity: identity.name,
      surface,
      action: place.action,
      request: asked,
      expected,
      got,
      setting,
    })
  }
}

/** What the model holds of a table and a person. */
function settingOf(table: TableModel, person: Person, record?: RecordModel): string[] {
  const { base } = table
  const inWorkspace = person === null ? undefined : base.workspace.members.get(person)
  const held = base.roles.filter(
    ({ kind, holders }) => person !== null && (holders.has(person) || kind === base.builtIn.get(person)),
  )
  const grants = held.flatMap((role) =>
    actions.flatMap((action: RecordAction) => {
      const grant = role.grants.get(grantKey(table, action))
      if (!grant) return []
      const rule = grant.rule ? `: ${printExpression(grant.rule.ast, table.fields)}` : ''
      return [`role ${role.name} (${role.kind}), ${action}: ${grant.scope}${rule}`]
    }),
  )
  const fieldGrants = base.roles.flatMap(({ name, fieldGrants }) =>
    table.fields
      .filter(({ id }) => fieldGrants.has(id))
      .map(({ id, column }) => `role ${name}, field ${column}: ${fieldGrants.get(id)}`),
  )
  const locks = table.locks.map(({ rule, creators, roles }) => {
    const names = base.roles.filter(({ id }) => roles.has(id)).map(({ name }) => name)
    const whom = [...(creators ? ['creators'] : []), ...names].join(', ') || 'nobody'
    return `locked but for ${whom}: ${printExpression(rule.ast, table.fields)}`
  })
  const rules = table.rules.map(({ rule }) => `every record: ${printExpression(rule.ast, table.fields)}`)
  const fieldRules = table.fields.flatMap(({ column, rules, transitions }) => [
    ...(Object.keys(rules).length > 0 ? [`field ${column}: ${JSON.stringify(rules)}`] : []),
    ...transitions.map(({ guard, ...one }) => {
      const condition = guard ? printExpression(guard.ast, table.fields) : null
      return `transition of ${column}: ${JSON.stringify({ ...one, guard: condition })}`
    }),
  ])
  const scopes = actions.map((action) => `${action} ${scopeOf(table, person, action)}`).join(', ')
  return [
    `table ${table.id} (${table.relation}), time zone ${base.timeZone}`,
    `${inWorkspace ?? 'not'} in the workspace, ${standingOf(base, person) ?? 'nothing'} in the base; ${scopes}`,
    ...grants,
    ...fieldGrants,
    ...locks,
    ...table.fields.flatMap(({ side, column }) => (side ? [`field ${column} stands in ${side}`] : [])),
    ...rules,
    ...fieldRules,
    ...(record
      ? [`record ${record.id}: ${JSON.stringify(named(table, record))}`, reachesOf(table, person, record)]
      : []),
  ]
}

const named = (table: TableModel, record: RecordModel) =>
  Object.fromEntries(table.fields.map(({ id, column }) => [column, record.cells[id]]))

const reachesOf = (table: TableModel, person: Person, record: RecordModel) =>
  `reaches it to ${actions.filter((action) => reaches(table, person, action, record)).join(', ') || 'nothing'}`
