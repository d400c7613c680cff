import { type Context, Hono } from 'hono'
import { addressOf } from './download-routes.ts'
import { signUpload, verifySigned } from './signed-url.ts'
import type { StorageService } from './storage-service.ts'
import { SERVICE } from './storage-transaction.ts'
import { askForRight, rulesOf, storeUpload, type UploadTarget } from './store-upload.ts'
import { receiveUpload } from './upload-body.ts'

/** How long a signed upload address lives, as on hosted. */
const SIGNED_UPLOAD_SECONDS = 7_200

/** Routes that write files. */
export function createUploadRoutes(service: StorageService): Hono {
  const app = new Hono()
  app.post('/upload/sign/:bucket/:key{.+}', (c) => signUploadUrl(c, service))
  app.put('/upload/sign/:bucket/:key{.+}', async (c) => {
    const address = addressOf(c)
    const url = `${address.bucket}/${address.key}`
    const grant = await verifySigned(service.ctx.keys.jwtSecret, 'upload', {
      url,
      token: c.req.query('token'),
    })
    const operation = 'storage.object.upload_signed'
    return upload(c, service, { ...address, operation, identity: SERVICE, ...grant })
  })
  app.post('/:bucket/:key{.+}', async (c) =>
    upload(c, service, await targetOf(c, service, 'storage.object.upload', wantsUpsert(c))),
  )
  app.put('/:bucket/:key{.+}', async (c) =>
    upload(c, service, await targetOf(c, service, 'storage.object.upload_update', true)),
  )
  return app
}

async function targetOf(
  c: Context,
  service: StorageService,
  operation: string,
  upsert: boolean,
): Promise<UploadTarget> {
  const identity = await service.identify(c)
  return { ...addressOf(c), operation, identity, owner: identity.userId, upsert }
}

function wantsUpsert(c: Context): boolean {
  return c.req.header('x-upsert') === 'true'
}

async function signUploadUrl(c: Context, service: StorageService): Promise<Response> {
  const target = await targetOf(c, service, 'storage.object.sign_upload_url', wantsUpsert(c))
  await rulesOf(service, target.bucket)
  await askForRight(service, target)
  const url = `${target.bucket}/${target.key}`
  const grant = { owner: target.owner, upsert: target.upsert }
  const token = await signUpload(service.ctx.keys.jwtSecret, { url, grant }, SIGNED_UPLOAD_SECONDS)
  return c.json({ url: `/object/upload/sign/${url}?token=${token}`, token })
}

/**
 * Asks the policies first, so that nobody fills the disk without the right to; then receives the file,
 * and writes row and file together in a transaction that asks the policies again.
 */
async function upload(c: Context, service: StorageService, target: UploadTarget): Promise<Response> {
  const rules = await rulesOf(service, target.bucket)
  await askForRight(service, target, announcedBy(c))
  const received = await receiveUpload(c.req.raw, service.files, rules)
  try {
    const id = await storeUpload(service, target, received)
    return c.json({ Id: id, Key: `${target.bucket}/${target.key}` })
  } catch (error) {
    await service.files.discard(received.file)
    throw error
  }
}

/** What the head of a request tells of the file, where the body is nothing but the file. */
function announcedBy(c: Context): { contentLength: number } | null {
  const length = c.req.header('content-length')
  const isForm = /^multipart\//i.test(c.req.header('content-type') ?? '')
  return length === undefined || isForm ? null : { contentLength: Number(length) }
}
