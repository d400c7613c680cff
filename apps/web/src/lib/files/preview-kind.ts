/** What a browser shows of a file by itself; everything else is downloaded. */

/** Pictures that browsers can draw and that are worth a small version. */
const drawable = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/bmp'])

export const isPicture = (mime: string): boolean => drawable.has(mime)

export type PreviewKind = 'picture' | 'pdf' | 'audio' | 'video'

/** Null: there is no preview. */
export function previewKind(mime: string): PreviewKind | null {
  const [type = ''] = mime.split(';')
  if (isPicture(type)) return 'picture'
  if (type === 'application/pdf') return 'pdf'
  if (/^audio\/(mpeg|mp4|ogg|wav|x-wav|webm|flac|aac|x-m4a)$/.test(type)) return 'audio'
  return /^video\/(mp4|webm|ogg|quicktime)$/.test(type) ? 'video' : null
}
