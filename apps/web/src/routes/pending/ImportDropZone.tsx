import type { ReactNode } from 'react'

export interface ImportDropZoneProps {
  onFile: (file: File) => void
  isDisabled?: boolean
  children: ReactNode
}

export function ImportDropZone({ children }: ImportDropZoneProps) {
  return children
}
