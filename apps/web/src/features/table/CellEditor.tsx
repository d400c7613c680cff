import { useState } from 'react'
import { DateEditor } from './DateEditor.tsx'
import { type FloatingEditorProps, hasManyLines } from './editor.ts'
import { FilesEditor } from './FilesEditor.tsx'
import { LongTextEditor } from './LongTextEditor.tsx'
import { LinkEditor } from './links/LinkEditor.tsx'
import { MultiSelectEditor } from './MultiSelectEditor.tsx'
import { PersonEditor } from './PersonEditor.tsx'
import { SelectEditor } from './SelectEditor.tsx'
import { StatusEditor } from './StatusEditor.tsx'
import { TextEditor } from './TextEditor.tsx'

/** The editor of a cell's type. Checkboxes have none: they toggle in place. */
export function CellEditor(props: FloatingEditorProps) {
  const { row, field } = props
  // As it is at the beginning: what others change must not take the editor away.
  const [isLong] = useState(() => hasManyLines(field, row.values[field.id] ?? null))
  if (isLong) return <LongTextEditor {...props} />
  switch (field.type) {
    case 'multi_select':
      return <MultiSelectEditor {...props} />
    case 'single_select':
      return <SelectEditor {...props} />
    case 'status':
      return <StatusEditor {...props} />
    case 'person':
      return <PersonEditor {...props} />
    case 'date':
    case 'datetime':
      return <DateEditor {...props} />
    case 'link':
      return <LinkEditor {...props} />
    case 'attachment':
      return <FilesEditor {...props} />
    default:
      return <TextEditor {...props} />
  }
}
