/** Where the pictures go, and how small they are made: the repository keeps each of them for good. */
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'

export const folder = new URL('../../docs/images/', import.meta.url).pathname

const mostBytes = 200_000

export async function savePicture(name: string, png: Buffer): Promise<void> {
  const webp = await sharp(png).webp({ quality: 88, smartSubsample: true, effort: 6 }).toBuffer()
  write(`${name}.webp`, webp, mostBytes)
}

/** Writes a file, unless it is too large. */
export function write(name: string, bytes: Buffer, most: number): void {
  if (bytes.length > most) throw new Error(`${name} has ${bytes.length} bytes, ${most} at most`)
  writeFileSync(`${folder}${name}`, bytes)
  console.log(`${name}, ${Math.round(bytes.length / 1_000)} kB`)
}
