/// <reference lib="webworker" />
/* oxlint-disable unicorn/require-post-message-target-origin -- workers have no origin to name */
import { appError } from '@plinth/domain'
import { profileFile, readingError } from './file-reader.ts'
import { type RowChunk, rowChunks } from './row-chunks.ts'
import type { WorkerAnswer, WorkerRequest } from './worker-messages.ts'

const scope = self as unknown as DedicatedWorkerGlobalScope
const answer = (message: WorkerAnswer): void => scope.postMessage(message)

let profiling = new AbortController()
let conversion: { no: number; chunks: AsyncGenerator<RowChunk> } | null = null

scope.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  void handle(data).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return
    answer({ kind: 'failed', no: data.no, error: appError('unexpected', { hint: String(error) }) })
  })
})

async function handle(request: WorkerRequest): Promise<void> {
  switch (request.kind) {
    case 'profile':
      return profile(request)
    case 'convert':
      conversion = { no: request.no, chunks: rowChunks(request.file, request.format, request.plan) }
      return
    case 'next':
      return next(request.no)
  }
}

/** Progress is told at most this often. */
const progressMs = 50

async function profile(request: Extract<WorkerRequest, { kind: 'profile' }>): Promise<void> {
  profiling.abort()
  profiling = new AbortController()
  const { no, file, name, choices, context } = request
  let toldAt = 0
  const onProgress = (share: number) => {
    const now = performance.now()
    if (now - toldAt < progressMs) return
    toldAt = now
    answer({ kind: 'progress', no, share })
  }
  const result = await profileFile({ file, name, choices, context, onProgress, signal: profiling.signal })
  answer({ kind: 'profile', no, result })
}

async function next(no: number): Promise<void> {
  if (conversion?.no !== no) return
  try {
    const { done, value } = await conversion.chunks.next()
    answer({ kind: 'chunk', no, chunk: done ? null : value })
  } catch (error) {
    answer({ kind: 'failed', no, error: readingError(error) })
  }
}
