/** What tests of single checks share: what a call says to arguments that it does not take, and limits that are soon met. */
import { type Harness, type Json, type Person, Refusal } from './harness.ts'

export type Args = Record<string, unknown>
/** What is changed of the arguments that are the same in all, and the code and rule that this is refused with. */
export type Case = readonly [change: Args, code: string, rule?: string | undefined]

/** The code and the rule that a call is refused with; `taken` where it is not. */
export async function toldTo(
  h: Harness,
  person: Person,
  call: string,
  args: Args,
): Promise<[string, unknown]> {
  try {
    await h.rpc(person, call, args)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const details = error.details.startsWith('{') ? (JSON.parse(error.details) as { rule?: string }) : {}
    return [error.code, details.rule]
  }
  return ['taken', undefined]
}

/** What a call says to each case, and what it should: two lists to compare. */
export async function refusalsOf(
  h: Harness,
  person: Person,
  call: string,
  good: Args,
  cases: readonly Case[],
) {
  const told: unknown[] = []
  for (const [change] of cases)
    told.push([change, ...(await toldTo(h, person, call, { ...good, ...change }))])
  return { told, expected: cases.map(([change, code, rule]) => [change, code, rule]) }
}

/** Makes limits small, before anything else is asked of the database: plans keep what they were made with. */
export async function setLimits(h: Harness, limits: Record<string, number>): Promise<void> {
  const [row] = await h.db.admin<{ now: Record<string, Json> }[]>`select plinth_private.limits() as now`
  const all = JSON.stringify({ ...row!.now, ...limits })
  await h.db.admin.unsafe(`create or replace function plinth_private.limits() returns jsonb
    language sql immutable security invoker set search_path = '' as $$ select '${all}'::jsonb $$`)
}

/** Makes calls wait less for what somebody holds: 200 ms instead of 2 s. */
export async function hurry(h: Harness): Promise<void> {
  const found = await h.db.admin<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc as p
    where p.pronamespace = 'plinth_private'::regnamespace and 'lock_timeout=2s' = any (p.proconfig)`
  for (const { name } of found) await h.db.admin.unsafe(`alter function ${name} set lock_timeout = '200ms'`)
}
