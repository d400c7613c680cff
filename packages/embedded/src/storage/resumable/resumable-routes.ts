import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type ServerOptions, Server as TusServer, type Upload } from '@tus/server'
import { type Context, Hono } from 'hono'
import type { Identity } from '../../context.ts'
import { requireBucketName, requireKey } from '../object-key.ts'
import { failures, StorageFailure } from '../storage-failure.ts'
import type { StorageService } from '../storage-service.ts'
import { askForRight, rulesOf, storeUpload, type UploadTarget } from '../store-upload.ts'
import { cacheSeconds, parseMetadata, requireMimeType } from '../upload-body.ts'
import { ResumableStore } from './resumable-store.ts'
import { decodeAddress, encodeAddress, slotOf, type UploadAddress } from './upload-address.ts'
import { UploadLocks } from './upload-locks.ts'

const PATH = '/storage/v1/upload/resumable'
const CLEAN_UP_MS = 60 * 60 * 1000

const OPERATIONS: Record<string, string> = {
  POST: 'storage.tus.upload.create',
  PATCH: 'storage.tus.upload.part',
  HEAD: 'storage.tus.upload.get',
  DELETE: 'storage.tus.upload.delete',
}

/** One request: who calls, and for which upload; a new one has none before it is named. */
interface Call {
  identity: Identity
  upsert: boolean
  operation: string
  address: UploadAddress | null
}

/**
 * Uploads in parts by the TUS protocol, that go on where a broken line has left them. The library speaks the protocol;
 * the hooks here say who may do what. The policies are asked before the first byte, with each part, and in the
 * transaction that writes the row. An upload is reached by its uploader alone: for everybody else it is not there.
 */
export function createResumableRoutes(service: StorageService): Hono {
  const uploads = new ResumableUploads(service)
  const app = new Hono()
  app.all('/:id?', (c) => uploads.handle(c))
  return app
}

class ResumableUploads {
  private readonly store: ResumableStore
  private readonly server: TusServer
  private readonly calls = new WeakMap<object, Call>()
  private cleanedMs = 0

  constructor(private readonly service: StorageService) {
    this.store = new ResumableStore(join(service.ctx.filesDir, 'resumable'))
    this.server = new TusServer(this.options())
    void this.cleanUp()
  }

  async handle(c: Context): Promise<Response> {
    const operation = OPERATIONS[c.req.method]
    const id = c.req.param('id')
    // Answers OPTIONS, and refuses every other method.
    if (operation === undefined) return this.server.handleWeb(c.req.raw)
    if ((c.req.method === 'POST') !== (id === undefined)) throw failures.routeNotFound()
    const identity = await this.service.identify(c)
    const address = id === undefined ? null : decodeAddress(id)
    const upsert = c.req.header('x-upsert') === 'true'
    this.calls.set(c.req.raw, { identity, upsert, operation, address })
    return this.server.handleWeb(c.req.raw)
  }

  private options(): ServerOptions & { datastore: ResumableStore } {
    return {
      path: PATH,
      datastore: this.store,
      locker: new UploadLocks(),
      disableTerminationForFinishedUploads: true,
      namingFunction: (req, metadata) => this.name(this.callOf(req), metadata ?? {}),
      generateUrl: (req) => `${PATH}/${encodeAddress(addressOf(this.callOf(req)))}`,
      getFileIdFromRequest: (req) => idOf(this.callOf(req)),
      maxSize: async (req) => {
        const { address } = this.calls.get(req) ?? { address: null }
        if (address === null) return this.service.ctx.config.maxFileBytes
        return (await rulesOf(this.service, address.bucket)).limitBytes
      },
      onIncomingRequest: (req, id) => this.admit(this.callOf(req), req, id),
      onUploadCreate: async (req, upload) => {
        await this.admitNew(this.callOf(req), upload)
        return {}
      },
      onUploadFinish: async (req, upload) => {
        await this.finish(this.callOf(req), upload)
        return {}
      },
      onResponseError: (_req, error) => this.answerTo(error),
    }
  }

  private callOf(req: object): Call {
    const call = this.calls.get(req)
    if (!call) throw failures.routeNotFound()
    return call
  }

  private name(call: Call, metadata: Record<string, string | null>): string {
    const bucket = requireBucketName(metadata['bucketName'])
    call.address = { bucket, key: requireKey(metadata['objectName']), version: randomUUID() }
    return slotOf(call.identity, call.address).concat('/', call.address.version)
  }

  /** Each call for an upload that is there asks the policies again, but for the question how far it has come. */
  private async admit(call: Call, req: Request, id: string): Promise<void> {
    if (req.method === 'POST') return
    const upload = await this.store.getUpload(id)
    if (req.method !== 'HEAD') await this.ask(call, upload)
    // All bytes came, but the database failed then: the uploader asks, so it is tried again.
    else if (await this.store.awaitsStoring(id)) await this.finish(call, upload)
  }

  private async admitNew(call: Call, upload: Upload): Promise<void> {
    const rules = await rulesOf(this.service, addressOf(call).bucket)
    requireMimeType(typeOf(upload), rules)
    parseMetadata(upload.metadata?.['metadata'] ?? null)
    await this.ask(call, upload)
    await this.cleanUp()
  }

  private ask(call: Call, upload: Upload): Promise<void> {
    const announced = { mimetype: typeOf(upload), contentLength: upload.size ?? 0 }
    return askForRight(this.service, targetOf(call), announced)
  }

  private async finish(call: Call, upload: Upload): Promise<void> {
    const { metadata = {} } = upload
    const received = {
      file: await this.store.staged(upload.id),
      mimeType: typeOf(upload),
      cacheControl: cacheSeconds(metadata['cacheControl'] ?? undefined),
      userMetadata: parseMetadata(metadata['metadata'] ?? null),
    }
    try {
      await storeUpload(this.service, targetOf(call), received, addressOf(call).version)
    } catch (error) {
      // What is refused is refused again; after a fault the uploader may ask again.
      if (error instanceof StorageFailure && error.statusCode < 500) await this.store.remove(upload.id)
      throw error
    }
    await this.store.noteStored(upload.id)
  }

  private answerTo(error: unknown): { status_code: number; body: string } {
    if (error instanceof StorageFailure) return { status_code: error.statusCode, body: error.message }
    const known = error as { status_code?: number; body?: string }
    if (known.status_code !== undefined && known.body !== undefined) {
      return { status_code: known.status_code, body: known.body }
    }
    this.service.ctx.log(`storage: ${error instanceof Error ? error.message : String(error)}`)
    return { status_code: 500, body: 'Internal Server Error' }
  }

  /** Now and then, before more is begun. */
  private async cleanUp(): Promise<void> {
    if (Date.now() - this.cleanedMs < CLEAN_UP_MS) return
    this.cleanedMs = Date.now()
    const given = await this.store.deleteExpired().catch(() => 0)
    if (given > 0) this.service.ctx.log(`storage: ${given} uploads were given up, unfinished for a day`)
  }
}

function addressOf({ address }: Call): UploadAddress {
  if (address === null) throw failures.objectNotFound()
  return address
}

function idOf(call: Call): string {
  const address = addressOf(call)
  return `${slotOf(call.identity, address)}/${address.version}`
}

function targetOf(call: Call): UploadTarget {
  const { identity, operation, upsert } = call
  const { bucket, key } = addressOf(call)
  return { bucket, key, operation, identity, owner: identity.userId, upsert }
}

function typeOf({ metadata }: Upload): string {
  return metadata?.['contentType'] ?? 'application/octet-stream'
}
