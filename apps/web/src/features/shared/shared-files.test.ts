import { appError, type Backend, err, limits, ok, type SharedFileKeys } from '@plinth/domain'
import { expect, test, vi } from 'vitest'
import { sharedFileSource, shownFile } from './shared-files.ts'

type Ask = Backend['shares']['files']

function fake(files: (marks: readonly string[]) => ReturnType<Ask>) {
  const asked = vi.fn<Ask>((_token, _pass, marks) => files(marks))
  const downloaded = vi.fn<Backend['files']['download']>(async (key) => ok(new Blob([key])))
  const backend = { shares: { files: asked }, files: { download: downloaded } } as unknown as Backend
  return { asked, downloaded, source: sharedFileSource(backend, 'token', 'pass') }
}

const keys = (mark: string): SharedFileKeys => ({ mark, path: `a/${mark}`, thumb: `a/${mark}.t` })
const all = async (marks: readonly string[]) => ok(marks.map(keys))

test('files that are looked at together are asked for in one call, each once', async () => {
  const { asked, downloaded, source } = fake(all)
  const answers = await Promise.all(['one.t', 'two.t', 'one'].map((key) => source.download(key)))
  expect(asked.mock.calls).toEqual([['token', 'pass', ['one', 'two']]])
  expect(downloaded.mock.calls.map(([key]) => key).toSorted()).toEqual(['a/one', 'a/one.t', 'a/two.t'])
  expect(answers.every(({ ok }) => ok)).toBe(true)
})

test('no more are asked for at once than a call takes', async () => {
  const { asked, source } = fake(all)
  const many = Array.from({ length: limits.sharedFilesPerRequest + 1 }, (_, n) => String(n))
  await Promise.all(many.map((key) => source.download(key)))
  expect(asked.mock.calls.map(([, , marks]) => marks.length)).toEqual([limits.sharedFilesPerRequest, 1])
})

test('what the link does not show any more is not there, and a refusal stays one', async () => {
  const gone = await fake(async () => ok([])).source.download('one')
  expect(gone).toMatchObject({ ok: false, error: { code: 'not_found' } })
  const shut = await fake(async () => err(appError('share_invalid'))).source.download('one')
  expect(shut).toMatchObject({ ok: false, error: { code: 'share_invalid' } })
})

test('a small picture is there where the file has one', () => {
  const file = { mark: 'one', name: 'A.png', mime: 'image/png', bytes: 3, hasThumb: true }
  expect(shownFile(file)).toMatchObject({ id: 'one', key: 'one', thumbKey: 'one.t' })
  expect(shownFile({ ...file, hasThumb: false }).thumbKey).toBeNull()
})
