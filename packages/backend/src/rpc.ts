import { type AppError, appError, err, ok, type Result } from '@plinth/domain'
import * as v from 'valibot'
import type { Client } from './client.ts'
import { abortedError, rpcError } from './to-app-error.ts'

/** Calls one function of schema `plinth` and checks its answer against `schema`. */
export type Rpc = <T>(
  name: string,
  args: Readonly<Record<string, unknown>>,
  schema: v.GenericSchema<unknown, T>,
  signal?: AbortSignal,
) => Promise<Result<T>>

/** Waits between tries of a busy call, in milliseconds; together below the patience of a person. */
const backOffMs = [150, 450, 1_200] as const

/**
 * Every busy answer (lock timeout, deadlock, serialization failure) rolled its whole transaction back, so any call
 * may be sent again. Network failures are not retried here: whether the call arrived is unknown, and the outbox and
 * the importer, whose calls are idempotent, have their own patience.
 */
export function createRpc(client: Client): Rpc {
  return async (name, args, schema, signal) => {
    for (let attempt = 0; ; attempt += 1) {
      const result = await callOnce(client, name, args, signal)
      const pause = backOffMs[attempt]
      if (result.ok) return parseAnswer(name, schema, result.value)
      if (result.error.code !== 'busy' || pause === undefined) return result
      await sleep(pause * (0.5 + Math.random()), signal)
    }
  }
}

async function callOnce(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal | undefined,
): Promise<Result<unknown>> {
  if (signal?.aborted) return err(abortedError())
  const request = client.rpc(name, args)
  const { data, error, status } = await (signal === undefined ? request : request.abortSignal(signal))
  if (error === null) return ok(data as unknown)
  return err(signal?.aborted ? abortedError() : rpcError(error, status))
}

function parseAnswer<T>(name: string, schema: v.GenericSchema<unknown, T>, data: unknown): Result<T> {
  const parsed = v.safeParse(schema, data)
  return parsed.success ? ok(parsed.output) : err(wrongAnswer(name, parsed.issues))
}

/** An answer of another shape: the project's functions are not those this app knows. Paths only, no values. */
function wrongAnswer(name: string, issues: readonly v.BaseIssue<unknown>[]): AppError {
  const where = issues
    .slice(0, 3)
    .map((issue) => v.getDotPath(issue) ?? '(whole)')
    .join(', ')
  return appError('unexpected', { details: { rule: `answer of ${name}: ${where}` } })
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done)
  })
}
