import { useEffect, useState } from 'react'
import type { FileSource } from './file-source.ts'

/** The longest that is granted. */
const seconds = 60

/** An address of a stored file for a player; null until it is there. */
export function useSignedUrl(source: FileSource, key: string) {
  const [state, setState] = useState<{ url: string | null; hasFailed: boolean }>({
    url: null,
    hasFailed: false,
  })
  useEffect(() => {
    let isHere = true
    const load = async () => {
      const answer = await source.signedUrl?.(key, { seconds })
      if (isHere) setState({ url: answer?.ok ? answer.value : null, hasFailed: !answer?.ok })
    }
    void load()
    return () => {
      isHere = false
    }
  }, [source, key])
  return { ...state, fail: () => setState({ url: null, hasFailed: true }) }
}
