/** What probes of links share: making one, asking by it, and being shut out. */
import { figuresOf, isGroupable } from '@plinth/domain'
import type { FieldModel, TableModel } from '../model.ts'
import { isCreator } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { type ShareModel, shareable, shareableLinks } from '../shares.ts'
import { type Answer, callOf, isOk, send } from '../wire.ts'
import type { Question } from './views.ts'

/** Somebody who may share things of the base; undefined: nobody who probes. */
export function makerOf({ tools, random }: Prober, { base }: TableModel) {
  const makers = tools.identities.filter(({ person }) => person !== null && isCreator(base, person))
  return makers.length > 0 ? random.oneOf(makers) : undefined
}

/** A call that must go through, by somebody who is not probed. */
export async function must<T>(prober: Prober, token: string | null, name: string, args: object): Promise<T> {
  const answer = await send(prober.tools.project, token, callOf(name, { ...args }))
  if (!isOk(answer)) throw new Error(`${name}: ${answer.text}`)
  return answer.data as T
}

interface Making {
  readonly target: 'view' | 'record'
  readonly password?: string | null
  readonly expiresAt?: string | null
  /** A condition of the view, and a field by which it is sorted. */
  readonly question?: Question | null
  /** What kind of view it is, where it is no grid. */
  readonly view?: { readonly kind: string; readonly settings: object }
  /** Fields that the link tells in any case. */
  readonly tells?: readonly FieldModel[]
  /** A field of files that the link tells besides. */
  readonly files?: FieldModel
}

interface Rows {
  readonly rows: readonly (readonly unknown[])[]
  readonly next: string | null
}

/** A link to a view of its maker's own or to a record, with some of the fields. Null: nobody may make one, or there is nothing to show. */
export async function makeShare(
  prober: Prober,
  table: TableModel,
  { target, password = null, expiresAt = null, question = null, view: wanted, tells = [], files }: Making,
): Promise<(ShareModel & { end: () => Promise<void> }) | null> {
  const { random } = prober
  const maker = makerOf(prober, table)
  const fields = [...new Set([...random.some(shareable(table), 4), ...tells])]
  const links = random.some(shareableLinks(table), 1)
  const records = [...table.records.keys()]
  if (!maker || table.isDeleted || fields.length + links.length === 0 || records.length === 0) return null
  const token = maker.token()
  const view = random.uuid()
  const record = target === 'record' ? random.oneOf(records) : null
  const [showsPeople, showsLinked] = [random.chance(0.5), random.chance(0.5)]
  const isGrouped = record === null && !wanted && random.chance(0.4)
  const groups = isGrouped
    ? random.some(
        shareable(table).filter(({ type }) => isGroupable(type)),
        2,
      )
    : []
  const counted = shareable(table).filter(({ type }) => figuresOf(type).includes('filled'))
  const figure =
    record === null && !wanted && random.chance(0.5) ? (random.some(counted, 1)[0] ?? null) : null
  if (record === null) {
    const sorted = random.oneOf(shareable(table))
    const isSorted = random.chance(0.5) && sorted.type !== 'json'
    const config = {
      sorts: isSorted ? [{ field: sorted.id, direction: random.oneOf(['asc', 'desc']) }] : [],
      groups: groups.map(({ id }) => ({ field: id, direction: random.oneOf(['asc', 'desc']) })),
      summaries: figure ? { [figure.id]: 'filled' } : {},
      filter: question && { join: 'and', items: [question.condition] },
      ...(wanted && { settings: wanted.settings }),
    }
    const kind = wanted?.kind ?? 'grid'
    const definition = { name: `Shared ${view}`, kind, isShared: false, config }
    await must(prober, token, 'create_view', { table: table.id, view, definition })
  }
  const settings = {
    name: 'Shared',
    fields: [...fields, ...links, ...(files ? [files] : [])].map(({ id }) => id),
    showsPeople,
    showsLinked,
    password,
    expiresAt,
  }
  const args = { table: table.id, target: record === null ? { view } : { record }, settings }
  const made = await must<{ token: string; link: { id: string } }>(prober, token, 'create_share_link', args)
  return {
    id: made.link.id,
    token: made.token,
    maker: maker.person!,
    table,
    record,
    fields,
    links,
    showsPeople,
    showsLinked,
    password,
    groups,
    figure,
    holds: question?.holds ?? (() => true),
    end: async () => {
      // Where rules are broken on purpose, somebody may have done it already.
      await send(prober.tools.project, token, callOf('revoke_share_link', { link: made.link.id }))
      if (record === null) await send(prober.tools.project, token, callOf('delete_view', { view }))
    },
  }
}

/** A call of somebody who has a token. A damaged session is refused before the call; nobody's is as good as anybody's. */
export async function ask(prober: Prober, name: string, args: object): Promise<Answer | null> {
  const answer = await prober.sendOpen(callOf(name, { ...args }))
  const { identity } = prober
  const isSession = identity.token() === null || identity.reachesRoutes
  if (isSession) return answer
  prober.judgeAnswer({ action: name }, 'any', answer)
  return null
}

/** All records of a link, a page at a time; null: it was judged already. */
export async function walk(prober: Prober, share: ShareModel, pass: string | null) {
  const rows: (readonly unknown[])[] = []
  let after: string | null = null
  for (let pages = 0; pages < 60; pages++) {
    const args = { token: share.token, pass, after, take: 3 + prober.random.upTo(40) }
    const answer = await ask(prober, 'shared_rows', args)
    if (!answer || !prober.judgeAnswer({ action: 'a page of a link', table: share.table }, null, answer))
      return null
    const page = answer.data as Rows
    rows.push(...page.rows)
    if (page.next === null) return rows
    after = page.next
  }
  prober.refused({ action: 'a page of a link', table: share.table }, 'an end', rows.length)
  return null
}

/** Refused by this code, and with nothing else. */
export function judgeShut(
  prober: Prober,
  table: TableModel,
  what: string,
  answer: Answer | null,
  code: string,
) {
  if (!answer) return
  const place = { action: `${what}`, table }
  prober.judgeText(answer.text, '', place)
  if (prober.judgeAnswer(place, code, answer)) return
  const { details } = answer.data as { details: unknown }
  if (details === '{}') prober.right()
  else prober.leak(place, 'no details', details)
}

/** Rows, or stacks, compared whatever order they came in. */
export const inAnyOrder = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).toSorted()
