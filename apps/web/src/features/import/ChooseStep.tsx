import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import type { ImportState } from './import-state.ts'

export const importableFiles = [
  '.csv',
  '.tsv',
  '.tab',
  '.txt',
  '.json',
  '.ndjson',
  '.jsonl',
  'text/csv',
  'application/json',
]

interface ChooseStepProps {
  state: ImportState & { step: 'choose' }
  onFile: (file: File) => void
}

export function ChooseStep({ state, onFile }: ChooseStepProps) {
  return (
    <div className="flex flex-col gap-3">
      {state.fileName && <p className="text-sm font-medium">{state.fileName}</p>}
      <ErrorNote error={state.error} />
      <FileDrop
        label="Drop a CSV or JSON file here"
        hint="Separator, encoding and types are found out from the whole file. Nothing is stored before you have seen it."
        accept={importableFiles}
        onFiles={([file]) => file && onFile(file)}
      />
    </div>
  )
}
