import { limits } from '@plinth/domain'
import { isPicture } from '../../../lib/files/preview-kind.ts'

const quality = 0.82

/** Width and height that fit into a square of `edge`, never enlarged. */
export function fitInto(
  size: { width: number; height: number },
  edge: number,
): { width: number; height: number } {
  const scale = Math.min(1, edge / Math.max(size.width, size.height))
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
}

/** A small WebP of a picture (edge ≤ `limits.thumbnailEdge`); null for other files and for broken pictures. */
export async function makeThumbnail(file: Blob): Promise<Blob | null> {
  if (!isPicture(file.type)) return null
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const { width, height } = fitInto(picture, limits.thumbnailEdge)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, width, height)
  }
  picture.close()
  // Without a thumbnail the cell shows the file's kind instead.
  return context ? canvas.convertToBlob({ type: 'image/webp', quality }).catch(() => null) : null
}
