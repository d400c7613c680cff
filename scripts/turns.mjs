/**
 * What takes longest has turns: a run of everything takes a quarter of it, and which one follows from the commit, so that runs are
 * short and none is forgotten. `npm test -- --all` takes all, and so does whoever names a file.
 */
import { spawnSync } from 'node:child_process'

const turns = 4

/** Files that have turns, with the seconds that they took; they are to be shared out fairly, so it is no matter how long ago. */
const withTurns = {
  'bulk.sql': 47,
  'type-change-back.sql': 46,
  'hidden-trash.sql': 44,
  'type-change.sql': 38,
  'every-type/conversions.sql': 25,
  'every-type/filters.sql': 16,
  'every-type/writes.sql': 13,
  'charts.sql': 28,
  'on-read.sql': 27,
  'option-labels.sql': 20,
  'link-deletions.sql': 25,
  'installation.sql': 25,
  'type-change-computed.sql': 60,
  'type-change-computed-steps.sql': 15,
  'type-change-given.sql': 20,
  'type-change-links.sql': 13,
  'quotas.sql': 25,
  'views-differential.sql': 24,
  'rollups.sql': 24,
  'hidden-explain.sql': 21,
  'trash.sql': 19,
  'computed-differential.sql': 18,
  'windows.sql': 16,
  'link-deletions-races.sql': 15,
  'on-read-rights.sql': 13,
  'usage.sql': 12,
  'sweeping.sql': 12,
  'links-races.sql': 11,
  'launcher.integration': 76,
  'places.integration': 53,
  'every-type.integration': 45,
  'crash.integration': 28,
  'tour.e2e': 223,
  'types.e2e': 190,
  'hidden-field.e2e': 115,
  'colors.e2e': 103,
  'calendar.e2e': 90,
  'record-page.e2e': 74,
  'steps-back.e2e': 70,
  'validation.e2e': 70,
  'board.e2e': 68,
  'automation.e2e': 67,
  'automation/editor.e2e': 85,
  'forms.e2e': 60,
  'in-sections.e2e': 52,
  'rollups.e2e': 56,
  'keyboard/schema.e2e': 56,
  'charts.e2e': 56,
  'files.e2e': 55,
  'files/many.e2e': 55,
  'touch/figures.e2e': 52,
  'touch/records.e2e': 52,
  'import/import.e2e': 51,
  'on-read.e2e': 51,
  'timeline.e2e': 50,
  'refusals.e2e': 50,
  'reshape.e2e': 49,
  'find.e2e': 49,
  'gallery.e2e': 47,
  'views.e2e': 46,
  'sections.e2e': 45,
  'keyboard/import.e2e': 43,
  'list.e2e': 43,
  'keyboard/account.e2e': 43,
  'columns.e2e': 40,
  'own-values.e2e': 40,
  'share-kinds.e2e': 50,
  'share-charts.e2e': 38,
  'share-colors.e2e': 60,
  'hidden-files.e2e': 37,
  'touch/times.e2e': 37,
  'bulk.e2e': 35,
  'beyond.e2e': 35,
  'deletions.e2e': 35,
  'limits.e2e': 35,
  'formulas.e2e': 70,
  'groups.e2e': 35,
  'interrupted.e2e': 34,
  'drafts.e2e': 30,
  'hand-over.e2e': 30,
  'mentions.e2e': 30,
  'rows.e2e': 30,
  'field-rights.e2e': 30,
  'captcha.e2e': 27,
  'catalogue.e2e': 25,
  'tasks.e2e': 25,
  'account/account.e2e': 25,
  'automation-phone.e2e': 20,
  'text-size.e2e': 20,
  'transcript.e2e': 20,
  'unused-files.e2e': 20,
  'card-fields.e2e': 25,
  'locked.e2e': 35,
  'nested.e2e': 26,
  'ended.e2e': 25,
  'strangers.e2e': 15,
  'keyboard/people.e2e': 40,
  'view-as.e2e': 35,
  'four-eyes/steps.e2e': 30,
  'touch/touch.e2e': 28,
  'keyboard/first-table.e2e': 26,
  'floats.e2e': 25,
  'roles/roles.e2e': 24,
  'share-files.e2e': 24,
  'keyboard/records.e2e': 22,
}

/** Long files of every run: what they keep is what Plinth is for. */
const inEveryRun = {
  'private-functions.e2e': 122,
  'sabotages.integration': 100,
  'table.e2e': 88,
  'links.e2e': 79,
  'to-links.e2e': 29,
  'start.integration': 80,
  'first-table/first-table.e2e': 76,
  'probes.integration': 73,
  'members.e2e': 71,
  'hostile-arguments.e2e': 70,
}

const known = Object.entries({ ...withTurns, ...inEveryRun })
const nameOf = (file) => known.find(([name]) => file.includes(`/${name}.test.`))

/** Seconds that a test file takes, roughly: what takes longest begins first, and at the end no worker waits for it alone. */
export const secondsOf = (file) => nameOf(file)?.[1] ?? 0

/** Each goes to the turn that has least so far of its kind. */
function shareOut() {
  const turnOf = new Map()
  const load = {}
  for (const [name, seconds] of Object.entries(withTurns).toSorted((a, b) => b[1] - a[1])) {
    const loads = (load[name.split('.').at(-1)] ??= Array.from({ length: turns }, () => 0))
    const turn = loads.indexOf(Math.min(...loads))
    loads[turn] += seconds
    turnOf.set(name, turn)
  }
  return turnOf
}

/** Patterns of the files whose turn it is not. */
export const filesInOtherTurns = (turn) =>
  [...shareOut()].filter(([, its]) => its !== turn).map(([name]) => `**/${name}.test.{ts,mjs}`)

/** The turn of this commit; without a history, the first. */
export function turnOfCommit() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  return Number.parseInt(stdout?.slice(0, 8) || '0', 16) % turns
}

/** The turn that this process runs in; null takes all. */
export const currentTurn = () => {
  const asked = process.env.PLINTH_TURN
  return asked ? Number(asked) : null
}

/** Of a list within a file: what has its turn, and all where there are none. */
export const inTurn = (list) => {
  const turn = currentTurn()
  return list.filter((_, index) => turn === null || index % turns === turn)
}
