/** Whether there is a line, and the event that says that it is back. */
export interface Line {
  readonly isThere: () => boolean
  readonly back: () => Promise<void>
}

const ofBrowser: Line = {
  isThere: () => navigator.onLine,
  back: () => new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true })),
}

/**
 * Code that cannot be fetched while there is no line is fetched once it is back. The router would load the whole app anew instead, and so
 * give what is open away for the browser's own page.
 */
export function whenOnline<T>(load: () => Promise<T>, line: Line = ofBrowser): () => Promise<T> {
  const attempt = async (): Promise<T> => {
    try {
      return await load()
    } catch (error) {
      if (line.isThere()) throw error
      await line.back()
      return attempt()
    }
  }
  return attempt
}
