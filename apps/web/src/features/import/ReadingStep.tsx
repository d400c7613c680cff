import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { sizeOf } from './choice-labels.ts'
import type { ImportState } from './import-state.ts'

export function ReadingStep({ state }: { state: ImportState & { step: 'reading' } }) {
  return (
    <div className="flex flex-col gap-2 pb-2">
      <ProgressBar label="Reading the whole file" value={state.share * 100} />
      <p className="text-sm text-ink-muted">{sizeOf(state.file.size)}. Types are found out from every row.</p>
    </div>
  )
}
