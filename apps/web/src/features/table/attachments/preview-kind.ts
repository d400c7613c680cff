/** What a browser shows of a file by itself; everything else is downloaded. */
import { isPicture } from './thumbnail.ts'

export type PreviewKind = 'picture' | 'pdf' | 'audio' | 'video'

/** Null: there is no preview. */
export function previewKind(mime: string): PreviewKind | null {
  const [type = ''] = mime.split(';')
  if (isPicture(type)) return 'picture'
  if (type === 'application/pdf') return 'pdf'
  if (/^audio\/(mpeg|mp4|ogg|wav|x-wav|webm|flac|aac|x-m4a)$/.test(type)) return 'audio'
  return /^video\/(mp4|webm|ogg|quicktime)$/.test(type) ? 'video' : null
}
