import {
  type AppError,
  appError,
  type FieldId,
  type ImportChunk,
  type ImportId,
  type ImportsApi,
  ok,
  type RecordId,
  type RefusedRow,
  type UnlinkedRow,
} from '@plinth/domain'
import { describe, expect, it, vi } from 'vitest'
import { ImportReport } from './import-report.ts'
import { type Clock, retryDelaysMs } from './retry.ts'
import type { RowChunk } from './row-chunks.ts'
import { Upload, type UploadProgress } from './upload.ts'

/** Time passes only by sleeping, at once. */
function fakeClock(): Clock & { slept: number[] } {
  const slept: number[] = []
  return {
    slept,
    now: () => slept.reduce((sum, ms) => sum + ms, 0),
    async sleep(ms) {
      slept.push(ms)
    },
  }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

/** Stores chunks once, as the server does; `failures` are answered first. */
function fakeImports(failures: AppError[] = [], refused: RefusedRow[] = [], unlinked: UnlinkedRow[] = []) {
  const stored = new Map<number, number>()
  const calls: number[] = []
  let inFlight = 0
  let mostInFlight = 0
  const api: Pick<ImportsApi, 'rows'> = {
    async rows({ chunk, rows }: ImportChunk) {
      calls.push(chunk)
      inFlight++
      mostInFlight = Math.max(mostInFlight, inFlight)
      await turn()
      inFlight--
      const failure = failures.shift()
      if (failure) return { ok: false, error: failure }
      stored.set(chunk, rows.length)
      return ok({ inserted: rows.length - refused.length, updated: 0, refused, unlinked })
    },
  }
  return { api: api as ImportsApi, stored, calls, mostInFlight: () => mostInFlight }
}

async function* chunksOf(count: number): AsyncGenerator<RowChunk> {
  for (let chunk = 0; chunk < count; chunk++) {
    const rows = [
      [`r${chunk}` as RecordId, 1],
      [`s${chunk}` as RecordId, 2],
    ] as const
    const lines = [chunk * 10 + 2, chunk * 10 + 3]
    yield { chunk, rows, lines, misfits: [], report: [{ line: chunk, column: 'a', raw: 'x', why: 'y' }] }
  }
}

async function* broken(): AsyncGenerator<RowChunk> {
  yield* chunksOf(1)
  throw new DOMException('gone', 'NotReadableError')
}

function uploadOf(imports: ImportsApi, clock = fakeClock()) {
  const seen: UploadProgress[] = []
  const report = new ImportReport()
  const upload = new Upload({
    imports,
    id: 'i' as ImportId,
    report,
    clock,
    onProgress: (progress) => seen.push(progress),
  })
  return { upload, seen, report, clock }
}

describe('Upload', () => {
  it('reports the rows that a rule left out, by their lines in the file', async () => {
    const server = fakeImports([], [{ line: 2, code: 'value_required', rule: 'required' }])
    const { upload, report, seen } = uploadOf(server.api)
    expect(await upload.run(chunksOf(1))).toEqual({ ok: true, value: { rows: 2 } })
    expect(seen.at(-1)).toMatchObject({ sentRows: 2, inserted: 1 })
    expect(report.count).toBe(2)
    expect(await new Blob([...report.toParts()]).text()).toContain(
      '3,,,This field needs a value. The record was left out.',
    )
  })

  it('reports what could not be linked, with the names that the file has', async () => {
    const field = 'f' as FieldId
    const server = fakeImports([], [], [{ line: 2, code: 'link_taken', field }])
    const { upload, report } = uploadOf(server.api)
    async function* linking() {
      for await (const chunk of chunksOf(1))
        yield { ...chunk, named: new Map([['s0' as RecordId, { [field]: 'Ada, Ben' }]]) }
    }
    await upload.run(linking())
    expect(await new Blob([...report.toParts()]).text()).toMatch(
      /3,,"Ada, Ben",.*The record was stored without it\./,
    )
  })

  it('sends every chunk once, two at a time, and counts rows', async () => {
    const server = fakeImports()
    const { upload, seen, report } = uploadOf(server.api)
    expect(await upload.run(chunksOf(7))).toEqual({ ok: true, value: { rows: 14 } })
    expect([...server.stored.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(server.calls.length).toBe(7)
    expect(server.mostInFlight()).toBe(2)
    expect(seen.at(-1)).toMatchObject({ sentRows: 14, status: 'running', error: null })
    expect(report.count).toBe(7)
  })

  it('sends a chunk again after failures that pass, and waits longer each time', async () => {
    const server = fakeImports([appError('network'), appError('busy'), appError('timeout')])
    const { upload, clock, seen } = uploadOf(server.api)
    expect((await upload.run(chunksOf(1))).ok).toBe(true)
    expect(server.calls).toEqual([0, 0, 0, 0])
    expect(clock.slept).toEqual(retryDelaysMs.slice(0, 3))
    expect(seen.some(({ error }) => error?.code === 'busy')).toBe(true)
    expect(seen.at(-1)?.error).toBeNull()
  })

  it('pauses when the server stays away, and sends the same chunk after resuming', async () => {
    const server = fakeImports(Array.from({ length: retryDelaysMs.length + 1 }, () => appError('network')))
    const { upload, seen } = uploadOf(server.api)
    const running = upload.run(chunksOf(1))
    await vi.waitUntil(() => seen.at(-1)?.status === 'paused')
    expect(seen.at(-1)).toMatchObject({ status: 'paused', error: { code: 'network' }, sentRows: 0 })
    upload.resume()
    expect(await running).toEqual({ ok: true, value: { rows: 2 } })
  })

  it('stops at a refusal that does not pass', async () => {
    const server = fakeImports([appError('key_not_unique', { details: { line: 3 } })])
    const { upload } = uploadOf(server.api)
    expect(await upload.run(chunksOf(50))).toMatchObject({ ok: false, error: { code: 'key_not_unique' } })
    expect(server.calls.length).toBeLessThan(5)
  })

  it('names the line of the file that the server refuses, not the place in its chunk', async () => {
    const server = fakeImports([appError('value_invalid', { details: { line: 2, field: 'f' } })])
    const { upload } = uploadOf(server.api)
    const result = await upload.run(chunksOf(1))
    expect(result).toMatchObject({ ok: false, error: { details: { line: 3, field: 'f' } } })
  })

  it('asks for the end again when the answer is lost', async () => {
    const answers = [appError('network'), appError('timeout')]
    const finish = async () => {
      const error = answers.shift()
      return error ? ({ ok: false, error } as const) : ok({ inserted: 3, updated: 1, misfits: 0 })
    }
    const { upload, clock } = uploadOf({ ...fakeImports().api, finish })
    expect(await upload.finish()).toEqual({ ok: true, value: { inserted: 3, updated: 1, misfits: 0 } })
    expect(clock.slept).toEqual(retryDelaysMs.slice(0, 2))
  })

  it('sends nothing while paused and everything after resuming', async () => {
    const server = fakeImports()
    const { upload } = uploadOf(server.api)
    upload.pause()
    const running = upload.run(chunksOf(3))
    await turn()
    expect(server.calls).toEqual([])
    upload.resume()
    expect(await running).toMatchObject({ ok: true })
    expect(server.stored.size).toBe(3)
  })

  it('ends at once when cancelled, even while paused', async () => {
    const server = fakeImports()
    const { upload } = uploadOf(server.api)
    upload.pause()
    const running = upload.run(chunksOf(3))
    upload.cancel()
    expect(await running).toMatchObject({ ok: false, error: { details: { rule: 'cancelled' } } })
    expect(server.calls).toEqual([])
  })

  it('tells that the file went away in the middle', async () => {
    const { upload } = uploadOf(fakeImports().api)
    expect(await upload.run(broken())).toMatchObject({ ok: false, error: { code: 'file_unreadable' } })
  })
})
