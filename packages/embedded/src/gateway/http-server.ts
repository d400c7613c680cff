import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { StartFailure } from '../start-failure.ts'
import { isAllowedHost, isLoopbackAddress } from './host-check.ts'

/** What serves requests once everything behind it runs. */
export interface Handlers {
  request: RequestListener
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
}

export interface HttpServer {
  port: number
  /** Origin for browsers, without a trailing slash. */
  origin: string
  /** Until then every request is answered with 503. */
  serve(handlers: Handlers): void
  stop(): Promise<void>
}

/** Time that running requests get to finish at a stop. */
const GRACE_MS = 2_000

/**
 * Takes the port at once, before the database starts, so that a taken port is told immediately. Port 0
 * takes any free one. `siteUrl` is the origin of a proxy in front.
 */
export async function openHttpServer(host: string, port: number, siteUrl?: string): Promise<HttpServer> {
  let handlers: Handlers | undefined
  const upgraded = new Set<Duplex>()
  const server = createServer((req, res) => {
    if (!isAllowedHost(req.headers, host, siteUrl)) {
      res.writeHead(421, { 'content-type': 'text/plain' }).end('This address is not served under that name.')
    } else if (handlers) {
      handlers.request(req, res)
    } else {
      res.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' }).end('Starting …')
    }
  })
  server.on('upgrade', (req, socket, head) => {
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
    // The server has let go of the socket: one that breaks without a listener would end the process.
    socket.on('error', () => socket.destroy())
    const isRealtime = req.url?.split('?')[0] === '/realtime/v1/websocket'
    if (handlers && isRealtime && isAllowedHost(req.headers, host, siteUrl))
      handlers.upgrade(req, socket, head)
    else refuseUpgrade(socket, '404 Not Found')
  })
  await listen(server, host, port)
  const actual = (server.address() as AddressInfo).port
  return {
    port: actual,
    origin: `http://${publicName(host)}:${actual}`,
    serve: (given) => {
      handlers = given
    },
    stop: () => close(server, upgraded),
  }
}

/** Answers an upgrade request with a status, and does not wait for the other side to close. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      const hint = `Stop that program, or choose another port: npm start -- --port ${port + 1}`
      throw new StartFailure('port_taken', `Port ${port} is used by another program.`, hint, error)
    }
    if (code === 'EACCES') {
      throw new StartFailure(
        'no_permission',
        `No permission to listen on port ${port}.`,
        'Ports below 1024 need special rights: choose another with --port.',
        error,
      )
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartFailure('no_permission', `This machine has no address ${host}.`, 'Check --host.', error)
    }
    throw error
  }
}

async function close(server: Server, upgraded: Set<Duplex>): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  // The server waits for websockets but does not count them among the connections that it can close.
  for (const socket of upgraded) socket.destroy()
  server.closeIdleConnections()
  await Promise.race([closed, delay(GRACE_MS)])
  server.closeAllConnections()
  await closed
}

/** The name browsers use: an address of this machine when it listens on all of them. */
function publicName(host: string): string {
  if (host === '0.0.0.0' || host === '::') {
    const all = Object.values(networkInterfaces()).flat()
    return all.find((each) => each && !each.internal && each.family === 'IPv4')?.address ?? '127.0.0.1'
  }
  if (isLoopbackAddress(host) && host !== '::1') return host
  return host.includes(':') ? `[${host}]` : host
}
