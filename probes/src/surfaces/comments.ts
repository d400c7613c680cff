/** What people say of records: read by who reads the record, written by commenters and above, changed by who wrote it. */
import { markComment, readsComment } from '../comments.ts'
import type { CommentModel, RecordModel, TableModel } from '../model.ts'
import { isCreator, mayComment, reaches } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { callOf, isOk } from '../wire.ts'
import type { Surface } from './surface.ts'

type Form = (prober: Prober, table: TableModel) => Promise<void>

export const comments: Surface = {
  name: 'comments',
  async probe(prober, table) {
    for (const form of prober.random.some([read, byRoute, write, edit, about], 3)) await form(prober, table)
  },
}

/** Records that are talked about, more often than others. */
function aRecord({ random }: Prober, table: TableModel): RecordModel {
  const talkedAbout = [...table.records.values()].filter(({ id }) =>
    table.comments.some(({ record }) => record === id),
  )
  const all = [...table.records.values()]
  return random.oneOf(talkedAbout.length > 0 && random.chance(0.7) ? talkedAbout : all)
}

const unread = ({ stopped, person }: Prober, table: TableModel, record: RecordModel): string | null =>
  stopped ?? (reaches(table, person, 'read', record) ? null : 'not_found')

const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
const commentsOn = (table: TableModel, record: RecordModel) =>
  table.comments.filter((one) => one.record === record.id)

const read: Form = async (prober, table) => {
  const record = aRecord(prober, table)
  const args = { table: table.id, record: record.id, before: null, take: 50 }
  const answer = await prober.send(callOf('record_comments', args))
  const place = { action: 'the comments on a record', table, record }
  if (!prober.judgeAnswer(place, unread(prober, table, record), answer)) return
  const told = answer.data as { count: number; mayComment: boolean; comments: { id: string }[] }
  const there = idsOf(commentsOn(table, record))
  prober.judgeIds(place, { all: idsOf(table.comments), expected: there, got: idsOf(told.comments) })
  prober.judgeNumber({ ...place, action: 'how many comments a record has' }, there.length, told.count)
  const may = mayComment(table, prober.person)
  if (told.mayComment === may) prober.right()
  else prober.refused({ ...place, action: 'whether one may comment' }, may, told.mayComment)
}

const byRoute: Form = async (prober, table) => {
  const path = `/rest/v1/comment?select=*&table_id=eq.${table.id}`
  const answer = await prober.send({ path, headers: { 'accept-profile': 'plinth' } })
  const place = { action: 'comments by their route', table }
  if (!prober.judgeAnswer(place, prober.identity.reachesRoutes ? null : 'any', answer)) return
  const expected = table.comments.filter((one) => readsComment(table, prober.person, one))
  const got = idsOf(answer.data as { id: string }[])
  prober.judgeIds(place, { all: idsOf(table.comments), expected: idsOf(expected), got })
}

const write: Form = async (prober, table) => {
  const { random, person, tools } = prober
  const record = aRecord(prober, table)
  const comment: CommentModel = { id: random.uuid(), record: record.id, author: person ?? '' }
  const body = tools.canaries.draw(random, 'v')
  markComment(tools, table, comment, body)
  const args = { table: table.id, record: record.id, comment: comment.id, body }
  const answer = await prober.send(callOf('add_comment', args))
  const refusal = unread(prober, table, record) ?? (mayComment(table, person) ? null : 'read_only')
  if (!prober.judgeAnswer({ action: 'write a comment', table, record }, refusal, answer)) return
  table.comments.push(comment)
}

/** One's own is changed by oneself; creators take away those of others too. */
const edit: Form = async (prober, table) => {
  const { random, person, stopped, tools } = prober
  if (table.comments.length === 0) return
  const comment = random.oneOf(table.comments)
  const isMine = comment.author === person
  const hidden = stopped ?? (readsComment(table, person, comment) ? null : 'not_found')
  if (random.chance(0.6)) {
    const body = tools.canaries.draw(random, 'v')
    markComment(tools, table, comment, body)
    const answer = await prober.send(callOf('edit_comment', { comment: comment.id, body }))
    const refusal = hidden ?? (isMine && mayComment(table, person) ? null : 'read_only')
    prober.judgeAnswer({ action: 'change a comment', table }, refusal, answer)
    return
  }
  const answer = await prober.send(callOf('delete_comment', { comment: comment.id }))
  const refusal = hidden ?? (isMine || isCreator(table.base, person) ? null : 'read_only')
  prober.judgeAnswer({ action: 'take a comment away', table }, refusal, answer)
  if (isOk(answer)) table.comments.splice(table.comments.indexOf(comment), 1)
}

const about: Form = async (prober, table) => {
  const record = aRecord(prober, table)
  const answer = await prober.send(callOf('about_record', { table: table.id, record: record.id }))
  prober.judgeAnswer({ action: 'who made a record', table, record }, unread(prober, table, record), answer)
}
