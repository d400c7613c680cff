/** Pictures for attachments, drawn in code: a poster-like gradient with circles, as PNG. */
import { crc32, deflateSync } from 'node:zlib'

export interface Palette {
  from: readonly [number, number, number]
  to: readonly [number, number, number]
}

export function drawPicture(width: number, height: number, palette: Palette): Uint8Array {
  return encodePng(width, height, (x, y) => pixel(x / width, y / height, palette))
}

/** A PNG of what `pixelAt` says of each place: red, green and blue, 0–255. */
export function encodePng(
  width: number,
  height: number,
  pixelAt: (x: number, y: number) => readonly number[],
): Uint8Array {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y += 1) {
    const start = y * (width * 3 + 1)
    for (let x = 0; x < width; x += 1) {
      const colour = pixelAt(x, y)
      for (let channel = 0; channel < 3; channel += 1)
        rows[start + 1 + x * 3 + channel] = colour[channel] ?? 0
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits, RGB, no interlace.
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A diagonal gradient; two rings are lighter. `u` and `v` run from 0 to 1. */
function pixel(u: number, v: number, { from, to }: Palette): readonly number[] {
  const mix = (u + v) / 2
  const lit = isOnRing(u - 0.3, v - 0.4, 0.22) || isOnRing(u - 0.68, v - 0.62, 0.3) ? 42 : 0
  return from.map((start, channel) =>
    Math.min(255, Math.round(start + ((to[channel] ?? 0) - start) * mix + lit)),
  )
}

const isOnRing = (x: number, y: number, radius: number) => Math.abs(Math.hypot(x, y) - radius) < 0.035

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
