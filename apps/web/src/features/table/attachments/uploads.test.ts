import {
  type Attachment,
  type AttachmentId,
  appError,
  type Backend,
  err,
  type FieldId,
  type FilesApi,
  ok,
  type RecordId,
  type TableId,
} from '@plinth/domain'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from '../../../ui/Toast.tsx'
import { addFiles, askBeforeLeaving, cancelUpload, retryUpload, useUploads } from './uploads.ts'

type Sent = Parameters<FilesApi['upload']>[0]

/** Files under way, by name: each arrives when the test lets it. */
let under: Map<string, { arrive: () => void; fail: () => void }>
let cell: string[]

/** Keeps the contract of uploads: what is sent enters the cell when its turn is settled. */
async function upload(input: Sent): ReturnType<FilesApi['upload']> {
  const { name, signal, turn } = input
  const isSent = await new Promise<boolean>((resolve) => {
    under.set(name, { arrive: () => resolve(true), fail: () => resolve(false) })
    signal?.addEventListener('abort', () => resolve(false))
  })
  if (!isSent) return err(appError('upload_failed'))
  await turn
  cell.push(name)
  return ok({ attachment: { id: input.id as AttachmentId, name } as Attachment, ver: 1 })
}

const backend = { files: { upload } as unknown as FilesApi } as Backend
const address = { table: 't' as TableId, record: 'r' as RecordId, field: 'f' as FieldId }

const file = (name: string, bytes = 1) => new File([new Uint8Array(bytes)], name, { type: 'text/plain' })

function add(...names: string[]): void {
  const files = names.map((name) => file(name))
  addFiles({ backend, cell: address, files, present: 0, fileBytes: 1000, onChanged: () => undefined })
}

const idOf = (name: string) => useUploads.getState().uploads.find(({ file }) => file.name === name)!.id
const sending = (name: string) => vi.waitFor(() => under.get(name) ?? Promise.reject(new Error(name)))
const arrive = async (name: string) => (await sending(name)).arrive()

beforeEach(() => {
  under = new Map()
  cell = []
})
afterEach(() => {
  for (const { id } of useUploads.getState().uploads) cancelUpload(id)
})

test('files chosen together enter the cell in the order chosen, however they arrive', async () => {
  add('a', 'b', 'c', 'd', 'e')
  for (const name of ['c', 'b', 'a', 'e', 'd']) await arrive(name)
  await vi.waitFor(() => expect(cell).toEqual(['a', 'b', 'c', 'd', 'e']))
  expect(useUploads.getState().uploads).toEqual([])
})

test('those behind one that fails come without it, and not before those in front of it', async () => {
  add('a', 'b', 'c')
  await arrive('c')
  ;(await sending('b')).fail()
  await vi.waitFor(() => expect(useUploads.getState().uploads[1]?.state).toBe('failed'))
  expect(cell).toEqual([])
  await arrive('a')
  await vi.waitFor(() => expect(cell).toEqual(['a', 'c']))
  under.delete('b')
  retryUpload(idOf('b'))
  await arrive('b')
  await vi.waitFor(() => expect(cell).toEqual(['a', 'c', 'b']))
})

test('those behind one that is given up come without it', async () => {
  add('a', 'b', 'c')
  for (const name of ['b', 'c']) await arrive(name)
  await sending('a')
  cancelUpload(idOf('a'))
  await vi.waitFor(() => expect(cell).toEqual(['b', 'c']))
})

test('those chosen with one that is too large come without it, and it is told of', async () => {
  const told = vi.spyOn(toast, 'error')
  const files = [file('a'), file('huge', 1001), file('b')]
  addFiles({ backend, cell: address, files, present: 0, fileBytes: 1000, onChanged: () => undefined })
  expect(told.mock.calls).toEqual([[expect.stringContaining('“huge”')]])
  for (const name of ['a', 'b']) await arrive(name)
  await vi.waitFor(() => expect(cell).toEqual(['a', 'b']))
})

test('whoever closes the page is asked while files are on their way, and not of those that failed', async () => {
  const page = new EventTarget()
  const isAsked = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  askBeforeLeaving(page)
  expect(isAsked()).toBe(false)
  add('a', 'b')
  await sending('b')
  expect(isAsked()).toBe(true)
  await arrive('a')
  ;(await sending('b')).fail()
  await vi.waitFor(() => expect(useUploads.getState().uploads.map(({ state }) => state)).toEqual(['failed']))
  expect(isAsked()).toBe(false)
})
