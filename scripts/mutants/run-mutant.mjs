/** Runs SQL tests over a database in which one thing is broken. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

/** Mutants that make something wait for ever are found by that. */
const patienceMs = 600_000

/** What the process says next; undefined when it ends instead. */
async function answerOf(child) {
  const ended = new AbortController()
  const { signal } = ended
  try {
    const [answer] = await Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })])
    return typeof answer === 'object' && answer ? answer : undefined
  } finally {
    ended.abort()
  }
}

/** A process with a Postgres of its own that runs one file of tests after the other. */
export class Slot {
  #name
  #child

  constructor(name) {
    this.#name = name
  }

  async #start() {
    const child = fork(resolve(import.meta.dirname, 'slot.mjs'), [this.#name], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    if (!(await answerOf(child))?.ready) throw new Error('The process that runs the tests did not start')
    this.#child = child
  }

  /** `{ok, by, seconds, functions}` of one file; a run without an end counts as a failure. */
  async run(request) {
    if (!this.#child) await this.#start()
    const child = this.#child
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    child.send(request)
    const answer = await answerOf(child)
    clearTimeout(timer)
    if (answer) return answer
    this.#child = undefined
    return { ok: false, by: 'did not end', seconds: patienceMs / 1000 }
  }

  stop() {
    this.#child?.disconnect()
  }
}

/**
 * `{verdict, by, seconds, passed}`: killed by the test that failed first, survived, or broken when the tests could not run;
 * `passed` are the files that did not notice.
 */
export async function runMutant(slot, mutant, files) {
  let seconds = 0
  const passed = []
  const end = (verdict, by) => ({ verdict, by, seconds: Number(seconds.toFixed(1)), passed })
  for (const file of files) {
    const answer = await slot.run({ file, mutation: mutant.sql })
    seconds += answer.seconds ?? 0
    if (answer.broken) return end('broken', answer.broken)
    if (!answer.ok) return end('killed', answer.by)
    passed.push(file)
  }
  return end('survived', null)
}
