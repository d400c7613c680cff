/** Files of a link: their keys are told for a moment, to whoever has the link, and asked for when a file is looked at. */
import {
  appError,
  type Backend,
  err,
  limits,
  ok,
  type Result,
  type SharedFile,
  type SharedFileKeys,
} from '@plinth/domain'
import { createContext, useContext } from 'react'
import type { FileSource, ShownFile } from '../../lib/files/file-source.ts'

/** Files that come into sight together are asked for together. */
const gatherMs = 20
const thumbEnd = '.t'

/** As pictures and previews take it: in place of keys, which are not known yet, marks. */
export const shownFile = ({ mark, name, mime, bytes, hasThumb }: SharedFile): ShownFile => ({
  id: mark,
  name,
  mime,
  bytes,
  key: mark,
  thumbKey: hasThumb ? mark + thumbEnd : null,
})

/** Reads files by their marks. */
export function sharedFileSource(backend: Backend, token: string, pass: string | null): FileSource {
  const keysOf = gathering((marks) => backend.shares.files(token, pass, marks))
  return {
    async download(key, signal) {
      const isThumb = key.endsWith(thumbEnd)
      const answer = await keysOf(isThumb ? key.slice(0, -thumbEnd.length) : key)
      if (!answer.ok) return answer
      const path = isThumb ? answer.value?.thumb : answer.value?.path
      return path ? backend.files.download(path, signal) : err(appError('not_found'))
    },
  }
}

type Told = Result<SharedFileKeys | null>

/** Asks for the keys of several files at once; null: the link does not show such a file any more. */
function gathering(ask: (marks: readonly string[]) => Promise<Result<readonly SharedFileKeys[]>>) {
  let waiting = new Map<string, ((told: Told) => void)[]>()
  const send = async (batch: typeof waiting) => {
    const answer = await ask([...batch.keys()])
    for (const [mark, tellers] of batch) {
      const told: Told = answer.ok ? ok(answer.value.find((one) => one.mark === mark) ?? null) : answer
      for (const tell of tellers) tell(told)
    }
  }
  const flush = () => {
    const batch = waiting
    waiting = new Map()
    if (batch.size > 0) void send(batch)
  }
  return (mark: string): Promise<Told> =>
    new Promise((tell) => {
      if (waiting.size === 0) setTimeout(flush, gatherMs)
      waiting.set(mark, [...(waiting.get(mark) ?? []), tell])
      if (waiting.size >= limits.sharedFilesPerRequest) flush()
    })
}

const FilesOfLink = createContext<FileSource | null>(null)

export const SharedFilesProvider = FilesOfLink.Provider

export function useSharedFiles(): FileSource {
  const source = useContext(FilesOfLink)
  if (!source) throw new Error('files of a link are shown outside of its page')
  return source
}
