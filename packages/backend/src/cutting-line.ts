/** Test support: a line to a server that breaks, again and again. */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface CuttingLine {
  /** Like the server's address, but over this line. */
  url: string
  /** How often it has broken so far. */
  cuts: number
  /** It breaks, `times` from now on, each time this many bytes more have gone up. */
  cutEvery(bytes: number, times: number): void
  /** Runs after each break. */
  onCut: () => void
  close(): void
}

export async function openCuttingLine(target: string): Promise<CuttingLine> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let [left, step, times] = [0, 0, 0]
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const breakOff = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', breakOff).on('close', () => {
        open.delete(socket)
        breakOff()
      })
    }
    far.pipe(near)
    near.on('data', (chunk: Buffer) => {
      if (times > 0 && (left -= chunk.length) < 0) {
        left = step
        times -= 1
        line.cuts += 1
        breakOff()
        line.onCut()
      } else if (!far.write(chunk)) {
        near.pause()
        far.once('drain', () => near.resume())
      }
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const line: CuttingLine = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: 0,
    cutEvery: (bytes, count) => {
      ;[left, step, times] = [bytes, bytes, count]
    },
    onCut: () => undefined,
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
  return line
}
