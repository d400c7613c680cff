import {
  File,
  FileArchive,
  FileAudio,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  type LucideIcon,
} from 'lucide-react'
import { createElement } from 'react'

const byPrefix: readonly (readonly [string, LucideIcon])[] = [
  ['image/', FileImage],
  ['video/', FileVideo],
  ['audio/', FileAudio],
  ['text/csv', FileSpreadsheet],
  ['application/vnd.ms-excel', FileSpreadsheet],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml', FileSpreadsheet],
  ['application/zip', FileArchive],
  ['application/gzip', FileArchive],
  ['application/pdf', FileText],
  ['text/', FileText],
]

function iconOf(mime: string): LucideIcon {
  return byPrefix.find(([prefix]) => mime.startsWith(prefix))?.[1] ?? File
}

/** The icon of a kind of file. */
export function FileIcon({ mime, className }: { mime: string; className?: string }) {
  return createElement(iconOf(mime), { 'aria-hidden': true, className, strokeWidth: 1.5 })
}
