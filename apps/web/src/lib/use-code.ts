import { useEffect, useState } from 'react'

/**
 * Code that makes something better when it is there; null until then, and where it does not come: what stands there without it stays. `load` is the same
 * function at each call, or null while nobody needs it.
 */
export function useCode<T>(load: (() => Promise<T>) | null): T | null {
  const [code, setCode] = useState<{ readonly is: T } | null>(null)
  useEffect(() => {
    if (!load) return undefined
    let isWanted = true
    load().then(
      (is) => isWanted && setCode({ is }),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [load])
  return load && code ? code.is : null
}
