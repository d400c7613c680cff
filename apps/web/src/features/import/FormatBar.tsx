import { type Encoding, encodings, separators } from '@plinth/domain'
import { countOf } from '../../lib/count-of.ts'
import { Select } from '../../ui/Select.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { sizeOf } from './choice-labels.ts'
import type { FormatChoices } from './file-format.ts'
import type { PreviewState } from './import-state.ts'

const separatorNames: Record<string, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Pipe' }
const separatorIds: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' }
const encodingNames: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Western (Windows-1252)',
}

interface FormatBarProps {
  state: PreviewState
  onChange: (change: Partial<FormatChoices>) => void
}

/** What was found out about the file; each part can be changed, and the file is read again. */
export function FormatBar({ state, onChange }: FormatBarProps) {
  const { profile, file, busy } = state
  const { format, table } = profile
  const isBusy = busy !== null
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <p className="tabular mr-auto flex max-sm:w-full min-h-8 items-center gap-2 text-sm text-ink-soft">
        {countOf(table.rows, 'row')} · {countOf(table.columns.length, 'column')} · {sizeOf(file.size)}
        {busy === 'reading' && <Spinner label="Reading the file again" />}
      </p>
      {format.kind === 'csv' && (
        <>
          <Switch
            isSelected={format.hasHeader}
            isDisabled={isBusy}
            onChange={(hasHeader) => onChange({ hasHeader })}
            className="min-h-8 max-sm:w-full"
          >
            First row holds names
          </Switch>
          <Select
            label="Separator"
            className="w-32 max-sm:flex-1"
            isDisabled={isBusy}
            options={separators.map((separator) => ({
              id: separatorIds[separator]!,
              label: separatorNames[separator]!,
            }))}
            value={separatorIds[format.dialect.separator] ?? null}
            onChange={(id) =>
              onChange({ separator: separators.find((separator) => separatorIds[separator] === id) ?? null })
            }
          />
        </>
      )}
      <Select
        label="Encoding"
        className="w-44 max-sm:flex-1"
        isDisabled={isBusy}
        options={encodings.map((id) => ({ id, label: encodingNames[id] }))}
        value={format.encoding}
        onChange={(encoding) => onChange({ encoding })}
      />
    </div>
  )
}
