/** Files as one archive: each is fetched when its turn comes and written on as it comes, so that no file is held whole. */
import { type AppError, type Attachment, appError, type Backend, err, ok, type Result } from '@plinth/domain'
import { createZipNames } from './zip-names.ts'

export interface ZipRequest {
  readonly backend: Pick<Backend, 'files'>
  readonly files: Iterable<Attachment> | AsyncIterable<Attachment>
  readonly sink: WritableStream<Uint8Array>
  readonly signal: AbortSignal
  /** Told when a file begins: how many are in before it. */
  onProgress(files: number): void
}

/** Carries a refusal out of the stream. */
export class ZipFailure extends Error {
  constructor(readonly error: AppError) {
    super(error.code)
  }
}

/** Answers how many files are in the archive. An ended `signal` leaves no file behind. */
export async function zipFiles(request: ZipRequest): Promise<Result<number>> {
  const { sink, signal } = request
  let count = 0
  const { makeZip } = await import('client-zip')
  const entries = async function* () {
    const nameOf = createZipNames()
    for await (const file of request.files) {
      request.onProgress(count)
      yield { name: nameOf(file.name), input: await open(request, file) }
      count += 1
    }
  }
  try {
    await makeZip(entries()).pipeTo(sink, { signal })
    return ok(count)
  } catch (error) {
    if (error instanceof ZipFailure) return err(error.error)
    return err(appError('network', signal.aborted ? { details: { rule: 'aborted' } } : {}))
  }
}

async function open({ backend, signal }: ZipRequest, { key }: Attachment): Promise<Response> {
  const address = await backend.files.signedUrl(key, { seconds: 60 })
  if (!address.ok) throw new ZipFailure(address.error)
  const answer = await fetch(address.value, { signal })
  if (!answer.ok) throw new ZipFailure(appError('file_missing'))
  return answer
}
