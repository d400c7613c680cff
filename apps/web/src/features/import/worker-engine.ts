/* oxlint-disable unicorn/require-post-message-target-origin -- workers have no origin to name */
/** The engine of the app: the passes run in a worker, so that the page stays responsive. */
import { type AppError, appError, err, type Result } from '@plinth/domain'
import type { FileProfile } from './file-format.ts'
import type { ImportEngine } from './import-engine.ts'
import type { RowChunk } from './row-chunks.ts'
import { UnreadableFile } from './text-pieces.ts'
import type { WorkerAnswer, WorkerRequest } from './worker-messages.ts'

interface Waiting {
  onProgress?: ((share: number) => void) | undefined
  onAnswer(answer: WorkerAnswer): void
}

/** The worker starts with the first request, and again with the next one after `close`. */
export function createWorkerEngine(): ImportEngine {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastNo = 0

  const send = (request: WorkerRequest): void => {
    worker ??= startWorker(waiting)
    worker.postMessage(request)
  }

  return {
    profile({ file, name, choices, context, onProgress }) {
      const no = ++lastNo
      return new Promise<Result<FileProfile>>((resolve) => {
        waiting.set(no, {
          onProgress,
          onAnswer(answer) {
            waiting.delete(no)
            if (answer.kind === 'profile') resolve(answer.result)
            else if (answer.kind === 'failed') resolve(err(answer.error))
          },
        })
        send({ kind: 'profile', no, file, name, choices, context })
      })
    },

    async *chunks(file, format, plan) {
      const no = ++lastNo
      const queue = new AnswerQueue()
      waiting.set(no, queue)
      try {
        send({ kind: 'convert', no, file, format, plan })
        // One chunk is made ahead, while the one before is on its way to the server.
        send({ kind: 'next', no })
        for (;;) {
          const chunk = await queue.take()
          if (chunk === null) return
          send({ kind: 'next', no })
          yield chunk
        }
      } finally {
        waiting.delete(no)
      }
    },

    close() {
      worker?.terminate()
      worker = null
      waiting.clear()
    },
  }
}

function startWorker(waiting: ReadonlyMap<number, Waiting>): Worker {
  const worker = new Worker(new URL('./import.worker.ts', import.meta.url), {
    type: 'module',
    name: 'import',
  })
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    const entry = waiting.get(data.no)
    if (data.kind === 'progress') entry?.onProgress?.(data.share)
    else entry?.onAnswer(data)
  })
  // The worker's script could not be loaded, or it ran out of memory.
  worker.addEventListener('error', (event) => {
    const error = appError('unexpected', { hint: event.message || 'The import could not be started.' })
    for (const [no, entry] of waiting) entry.onAnswer({ kind: 'failed', no, error })
  })
  return worker
}

/** Answers to `next` in their order. */
class AnswerQueue implements Waiting {
  private readonly ready: (RowChunk | null | AppError)[] = []
  private wake: (() => void) | null = null

  onAnswer(answer: WorkerAnswer): void {
    if (answer.kind === 'chunk') this.ready.push(answer.chunk)
    else if (answer.kind === 'failed') this.ready.push(answer.error)
    this.wake?.()
  }

  async take(): Promise<RowChunk | null> {
    while (this.ready.length === 0) {
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
    const next = this.ready.shift()!
    if (next !== null && 'code' in next) throw new UnreadableFile(next)
    return next
  }
}
