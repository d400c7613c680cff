/** A page's websocket, which can be cut and mended; the line is laid before the page opens its first place. */
import type { Page, WebSocketRoute } from 'playwright'

export interface Line {
  /** Ends the connection and lets no new one come about. */
  cut(): Promise<void>
  mend(): void
}

/** What a browser is told when a server goes away. */
const goingAway = { code: 1001, reason: 'cut' }

export async function lineOf(page: Page): Promise<Line> {
  const ends = new Set<{ page: WebSocketRoute; server: WebSocketRoute }>()
  let isCut = false
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, async (route) => {
    if (isCut) return route.close(goingAway)
    const both = { page: route, server: route.connectToServer() }
    ends.add(both)
    route.onClose(() => {
      ends.delete(both)
      void both.server.close()
    })
  })
  return {
    async cut() {
      isCut = true
      const open = [...ends]
      ends.clear()
      await Promise.all(open.flatMap((both) => [both.page.close(goingAway), both.server.close()]))
    },
    mend() {
      isCut = false
    },
  }
}
