import { appError, err, ok, type Result } from '@plinth/domain'

const edge = 256

/** The square in the middle of a picture, as large as possible. */
export function middleSquare(width: number, height: number): { x: number; y: number; side: number } {
  const side = Math.min(width, height)
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side }
}

/** Crops the middle square out of a picture and makes it 256 px: nothing larger than needed leaves the browser. */
export async function resizePicture(file: Blob): Promise<Result<Blob>> {
  let picture: ImageBitmap
  try {
    picture = await createImageBitmap(file)
  } catch {
    return err(appError('file_refused', { hint: 'It is not a picture that this browser can read.' }))
  }
  const { x, y, side } = middleSquare(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = edge
  canvas.height = edge
  const context = canvas.getContext('2d')
  if (!context) return err(appError('unexpected'))
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, x, y, side, side, 0, 0, edge, edge)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.86))
  return blob ? ok(blob) : err(appError('unexpected'))
}
