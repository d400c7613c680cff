import { FileDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

interface ImportDropZoneProps {
  onFile: (file: File) => void
  isDisabled?: boolean
  children?: ReactNode
}

/** Takes a file dropped anywhere on the window; while one is dragged over it, says so. */
export function ImportDropZone({ onFile, isDisabled = false, children }: ImportDropZoneProps) {
  const isOver = useWindowDrop(onFile, isDisabled)
  return (
    <>
      {children}
      {isOver && (
        <div className="pointer-events-none fixed inset-0 z-30 grid place-items-center bg-scrim p-6">
          <div className="flex items-center gap-3 rounded-card border border-accent-line bg-raised px-6 py-5 text-base font-medium shadow-dialog">
            <FileDown aria-hidden className="size-5 text-accent-text" />
            Drop the file to import it
          </div>
        </div>
      )}
    </>
  )
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** Drops on places that take files themselves (attachments) are theirs, and an open dialog comes first. */
const isTakenElsewhere = (event: DragEvent): boolean =>
  event.defaultPrevented || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

function useWindowDrop(onFile: (file: File) => void, isDisabled: boolean): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (isDisabled) return
    const over = (event: DragEvent) => {
      if (!holdsFiles(event) || isTakenElsewhere(event)) {
        setIsOver(false)
        return
      }
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setIsOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      setIsOver(false)
      if (!holdsFiles(event) || isTakenElsewhere(event)) return
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      if (file) onFile(file)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [onFile, isDisabled])
  return isOver && !isDisabled
}
