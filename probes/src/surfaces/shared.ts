/**
 * Links for people without an account: who makes them, and what they open for whoever has one, for those who give another password,
 * and for those whose token is none. What a link shows is compared word for word with what it must show.
 */
import type { FieldModel, TableModel, World } from '../model.ts'
import { standingOf } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import {
  recordsOf,
  type ShareModel,
  shareable,
  shownBy,
  toldCell,
  toldFigures,
  toldGroups,
} from '../shares.ts'
import { callOf } from '../wire.ts'
import { ask, inAnyOrder, judgeShut, makeShare, walk } from './share-tools.ts'
import { dated, stacked } from './shared-boards.ts'
import { charted } from './shared-charts.ts'
import { filed } from './shared-files.ts'
import { formAgain, formGuarded, formMade, formOpen } from './shared-forms.ts'
import type { Surface } from './surface.ts'
import { type Question, questionOf } from './views.ts'

type Form = (prober: Prober, table: TableModel) => Promise<void>

export const shared: Surface = {
  name: 'links for everybody',
  async probe(prober, table) {
    const forms = [
      open,
      shut,
      make,
      guarded,
      again,
      charted,
      stacked,
      dated,
      filed,
      formOpen,
      formOpen,
      formGuarded,
      formAgain,
      formMade,
    ]
    for (const form of prober.random.some(forms, 3)) await form(prober, table)
  },
}

interface Page {
  readonly fields: readonly { name: string; type: string }[]
  readonly groups?: readonly number[]
  readonly figures?: readonly { field: number }[]
  readonly total: number | null
}

const isOfField = ({ type }: { type: string }) => type !== 'link'

/** Walks a link to its end, and compares it with what it must show. */
async function judgeShown(
  prober: Prober,
  share: ShareModel,
  pass: string | null,
  isOld = false,
): Promise<void> {
  const { table, token } = share
  const records = recordsOf(share)
  const page = await ask(prober, 'shared_page', { token, pass })
  if (!page) return
  // The right of its maker may have been lost and come back since: then the link has not.
  if (isOld && page.code === 'share_invalid') return prober.right()
  if (records === null) return judgeShut(prober, table, 'a link that shows nothing', page, 'share_invalid')
  const place = { action: 'what a link shows', table }
  if (!prober.judgeAnswer(place, null, page)) return
  const shown = shownBy(share)
  const told = page.data as Page
  const nameOf = (field: (typeof shown)[number]) => ('name' in field ? field.name : null)
  const expected = shown.map(nameOf).filter((name) => name !== null)
  prober.judgeList(
    { ...place, action: 'the fields of a link' },
    expected,
    told.fields.filter(isOfField).map(({ name }) => name),
  )
  prober.judgeNumber({ ...place, action: 'how many fields a link has' }, shown.length, told.fields.length)
  prober.judgeList({ ...place, action: 'the groups of a link' }, toldGroups(share), told.groups ?? [])
  const { places, answer: figures } = toldFigures(share, records)
  const toldPlaces = (told.figures ?? []).map(({ field }) => field)
  prober.judgeList({ ...place, action: 'which figures a link has' }, places, toldPlaces)
  const came = await ask(prober, 'shared_figures', { token, pass })
  if (came && prober.judgeAnswer({ ...place, action: 'the figures of a link' }, null, came))
    prober.judgeList({ ...place, action: 'the figures of a link' }, [figures], [came.data])
  if (share.record === null)
    prober.judgeNumber({ ...place, action: 'how many records a link shows' }, records.length, told.total)
  const rows = await walk(prober, share, pass)
  if (!rows) return
  const cells = records.map((record) =>
    shown.map((field) => toldCell(share, field, record, prober.tools.nameOf)),
  )
  prober.judgeList({ ...place, action: 'the records of a link' }, inAnyOrder(cells), inAnyOrder(rows))
}

const aQuestion = (prober: Prober, table: TableModel): Question =>
  questionOf(prober, table, prober.random.oneOf(shareable(table)))

const open: Form = async (prober, table) => {
  const target = prober.random.oneOf(['view', 'view', 'record'] as const)
  const question = prober.random.chance(0.6) ? aQuestion(prober, table) : null
  const share = await makeShare(prober, table, { target, question })
  if (!share) return
  await judgeShown(prober, share, null)
  if (share.record === null) await judgeMarks(prober, share)
  await share.end()
  judgeShut(
    prober,
    table,
    'a link that was taken back',
    await ask(prober, 'shared_page', { token: share.token, pass: null }),
    'share_invalid',
  )
}

/** The id of a record is no mark, and whether there is such a record is not told. */
async function judgeMarks(prober: Prober, { table, token }: ShareModel) {
  const after = prober.random.chance(0.7)
    ? prober.random.oneOf([...table.records.keys()])
    : prober.random.uuid()
  const answer = await ask(prober, 'shared_rows', { token, pass: null, after, take: 5 })
  judgeShut(prober, table, 'a page behind a record', answer, 'share_moved')
}

/** Tokens that are none, and links that are over. */
const shut: Form = async (prober, table) => {
  const { random } = prober
  const share = await makeShare(prober, table, { target: random.oneOf(['view', 'record'] as const) })
  if (!share) return
  const at = random.upTo(share.token.length)
  const other = share.token[at] === 'A' ? 'B' : 'A'
  const tampered = [
    `${share.token.slice(0, at)}${other}${share.token.slice(at + 1)}`,
    share.token.slice(0, at),
    `${share.token}${other}`,
    share.id,
    random.hex(43),
    '',
  ]
  const token = random.oneOf(tampered)
  for (const [name, args] of [
    ['shared_page', { token, pass: null }],
    ['shared_rows', { token, pass: null, after: null, take: 5 }],
    ['shared_figures', { token, pass: null }],
    ['unlock_share', { token, password: 'a password' }],
  ] as const)
    judgeShut(
      prober,
      table,
      `${name} by a token that is none`,
      await ask(prober, name, args),
      'share_invalid',
    )
  await prober.tools.expire(share.id)
  const late = await ask(prober, 'shared_rows', { token: share.token, pass: null, after: null, take: 5 })
  judgeShut(prober, table, 'a link that has ended', late, 'share_invalid')
  await share.end()
}

/** A password, another one, and a pass of another link. */
const guarded: Form = async (prober, table) => {
  const { random } = prober
  const password = `word ${random.hex(8)}`
  const share = await makeShare(prober, table, { target: 'view', password })
  if (!share) return
  const { token } = share
  const wrong = random.oneOf([`${password} `, password.slice(1), password.toUpperCase(), '', token])
  const refused = await ask(prober, 'unlock_share', { token, password: wrong })
  const told = refused && (refused.data as { pass: string | null })
  if (told && told.pass !== null) prober.leak({ action: 'another password', table }, 'no pass', told.pass)
  else if (told) prober.right()
  for (const pass of [null, wrong, password, random.hex(43)])
    judgeShut(
      prober,
      table,
      'a link with a password',
      await ask(prober, 'shared_page', { token, pass }),
      'share_locked',
    )
  const given = await ask(prober, 'unlock_share', { token, password })
  const pass = given && (given.data as { pass: string | null }).pass
  if (pass) {
    await judgeShown(prober, share, pass)
    const other = await makeShare(prober, table, { target: 'record', password })
    if (other) {
      const answer = await ask(prober, 'shared_rows', { token: other.token, pass, after: null, take: 5 })
      judgeShut(prober, table, 'a link with the pass of another one', answer, 'share_locked')
      await other.end()
    }
  } else if (given) prober.refused({ action: 'the password of a link', table }, 'a pass', given.text)
  await share.end()
}

/** Who may not share makes no link, changes none, and is told of none. */
const make: Form = async (prober, table) => {
  const { random, person, stopped } = prober
  const { base } = table
  const share = await makeShare(prober, table, { target: 'record' })
  const standing = standingOf(base, person)
  const ofBase = stopped ?? (standing === null ? 'not_found' : standing === 'creator' ? null : 'forbidden')
  const ofTable = stopped ?? (table.isDeleted ? 'not_found' : ofBase)
  const record = random.oneOf([...table.records.keys()])
  const [field] = random.some(shareable(table), 1) as [FieldModel?]
  if (!field) return
  const settings = { name: 'Shared', fields: [field.id] }
  const args = { table: table.id, target: { record }, settings }
  const made = await prober.send(callOf('create_share_link', args))
  if (prober.judgeAnswer({ action: 'make a link', table }, ofTable, made)) {
    const { link } = made.data as { link: { id: string } }
    await prober.send(callOf('revoke_share_link', { link: link.id }))
  }
  const list = await prober.send(callOf('share_links', { base: base.id }))
  prober.judgeAnswer({ action: 'the links of a base', table }, ofBase, list)
  const features = await prober.send(callOf('share_features', { base: base.id }))
  prober.judgeAnswer({ action: 'what links of a base may have', table }, ofBase, features)
  if (!share) return
  const changes = { fields: [field.id], password: null, expiresAt: null }
  const changed = await prober.send(
    callOf('update_share_link', { link: share.id, changes: random.oneOf([{}, changes]) }),
  )
  prober.judgeAnswer({ action: 'change a link', table }, ofTable, changed)
  if (ofTable === null) return share.end()
  const revoked = await prober.send(callOf('revoke_share_link', { link: share.id }))
  prober.judgeAnswer({ action: 'take a link back', table }, ofTable, revoked)
  await share.end()
}

/** Links that stay while rights, fields and tables come and go. */
const kept = new WeakMap<World, ShareModel[]>()
const mostKept = 8

const again: Form = async (prober, table) => {
  const list = kept.get(prober.world) ?? []
  kept.set(prober.world, list)
  if (list.length < mostKept) {
    const target = prober.random.oneOf(['view', 'record'] as const)
    const share = await makeShare(prober, table, { target })
    if (share) list.push(share)
  }
  if (list.length === 0) return
  const share = prober.random.oneOf(list)
  // What is on its way to another type, or back into the table, is not known for certain.
  const isSettled =
    share.fields.every((one) => !one.isChanging) && share.links.every(({ target }) => !target.isDeleted)
  if (isSettled) await judgeShown(prober, share, null, true)
}
