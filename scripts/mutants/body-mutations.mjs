/**
 * Broken versions of the body of a function: each takes away one check. A mutation is `{kind, body}`; numbers in names come
 * from the order of the text, so they stay while the function stays.
 */
import { closingOf, conditionsIn, endOfCondition, mask } from './sql-text.mjs'

const cut = (text, start, end, instead) => text.slice(0, start) + instead + text.slice(end)

/** What a checking call answers where it lets the caller through. */
const passes = {
  require_user: () => 'plinth_private.caller()',
  require_installation_owner: () => 'plinth_private.caller()',
  require_workspace: () => "'owner'::text",
  require_base: () => "'creator'::text",
  require_scope: () => "'all'::text",
  readable: (query) =>
    `(select (t.id, t.relation, 'true') from plinth."table" as t where t.id = plinth_private.as_uuid((${query}) ->> 'table'))`,
}

const consequences =
  'bump_epoch|bump_member_bases|withdraw_invitations|keep_an_owner|renew_policies|claim_creator_place|follow_grants|book_rows|queue_attachments'

/** `perform plinth_private.NAME(…) … ;` becomes nothing. `kind` is one for all, or told by the statement. */
function withoutStatement(kind, names) {
  return function* mutate(body, masked) {
    for (const match of masked.matchAll(new RegExp(`\\bperform plinth_private\\.(?:${names})\\(`, 'g'))) {
      const end = masked.indexOf(';', match.index)
      const told = typeof kind === 'string' ? kind : kind(body.slice(match.index, end))
      yield { kind: told, body: cut(body, match.index, end, 'null') }
    }
  }
}

const kindOfRefusal = (statement) => (statement.includes("'busy'") ? 'mute-busy' : 'mute-refusal')

/** A checking call whose answer is used becomes that answer. */
function* passCheck(body, masked) {
  const names = Object.keys(passes).join('|')
  for (const match of masked.matchAll(new RegExp(`(?<!perform )\\bplinth_private\\.(${names})\\(`, 'g'))) {
    const open = match.index + match[0].length - 1
    const close = closingOf(masked, open)
    const answer = passes[match[1]](body.slice(open + 1, close))
    yield { kind: 'pass-check', body: cut(body, match.index, close + 1, answer) }
  }
}

/** A comparison that null does not slip through is turned around. */
function* turnTest(body, masked) {
  for (const match of masked.matchAll(/\bis not true\b|\bis (not )?distinct from\b/g)) {
    const turned =
      match[0] === 'is not true' ? 'is null' : match[1] ? 'is distinct from' : 'is not distinct from'
    yield { kind: 'turn-test', body: cut(body, match.index, match.index + match[0].length, turned) }
  }
}

/** What belongs to the caller becomes what belongs to anybody. */
function* widenCaller(body, masked) {
  const caller =
    /(?<=[\w.]) (=|<>) (plinth_private\.caller\(\)|auth\.uid\(\)|v_user|v_profile\.id|v_owner|p_user)/g
  for (const match of masked.matchAll(caller)) {
    const isAssignment = /\bset\s+[\w.]+$/.test(masked.slice(0, match.index))
    if (isAssignment) continue
    const widened = match[1] === '=' ? ' is not null' : ' is null'
    yield { kind: 'widen-caller', body: cut(body, match.index, match.index + match[0].length, widened) }
  }
}

/** One of several conditions becomes true. */
export function* dropCondition(body, masked = mask(body)) {
  for (const { start, end } of conditionsIn(masked)) {
    yield { kind: 'drop-condition', body: cut(body, start, end, ' true ') }
  }
}

/** The condition of an IF that refuses becomes false, one alternative at a time where there are several. */
function* passIf(body, masked) {
  for (const match of masked.matchAll(/\b(?:if|elsif)\b/g)) {
    if (/\bend $/.test(masked.slice(0, match.index))) continue
    let start = match.index + match[0].length
    const then = masked.indexOf(' then', start)
    if (!/^\s*then\s+perform plinth_private\.fail\(/.test(masked.slice(then))) continue
    const alternatives = []
    while (start < masked.length) {
      const { end, word } = endOfCondition(masked, start)
      alternatives.push({ start, end })
      if (word !== 'or') break
      start = end + word.length
    }
    // A single one is what muting its refusal does too.
    if (alternatives.length === 1) continue
    for (const { start: from, end } of alternatives) {
      yield { kind: 'pass-if', body: cut(body, from, end, ' false ') }
    }
  }
}

const everywhere = [
  withoutStatement('drop-check', String.raw`require_\w+|stay_within|take_table|take_role`),
  withoutStatement(kindOfRefusal, 'fail'),
  withoutStatement('drop-consequence', consequences),
  passCheck,
  passIf,
  turnTest,
  widenCaller,
]

/** All mutations of a body; `isAuthority`: every condition counts, not only checks. */
export function mutationsOf(body, { isAuthority = false } = {}) {
  const masked = mask(body)
  const mutators = isAuthority ? [...everywhere, dropCondition] : everywhere
  return mutators.flatMap((mutate) => [...mutate(body, masked)])
}
