import { DateEditor } from './DateEditor.tsx'
import type { FloatingEditorProps } from './editor.ts'
import { FilesEditor } from './FilesEditor.tsx'
import { LongTextEditor } from './LongTextEditor.tsx'
import { SelectEditor } from './SelectEditor.tsx'
import { TextEditor } from './TextEditor.tsx'

/** The editor of a cell's type. Checkboxes have none: they toggle in place. */
export function CellEditor(props: FloatingEditorProps) {
  switch (props.field.type) {
    case 'long_text':
      return <LongTextEditor {...props} />
    case 'single_select':
      return <SelectEditor {...props} />
    case 'date':
    case 'datetime':
      return <DateEditor {...props} />
    case 'attachment':
      return <FilesEditor {...props} />
    default:
      return <TextEditor {...props} />
  }
}
