import { fieldTypes, limits, readJson, writeJson } from '@plinth/domain'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import type { RecordFieldProps } from '../record/RecordField.tsx'
import { TypedValue } from '../record/TypedValue.tsx'
import { saveText } from '../save-cell.ts'
import { useTable } from '../table-context.ts'
import { inOrderOf } from './edit-json.ts'
import { JsonTree } from './JsonTree.tsx'

/** A document: as a tree whose values are changed one by one, or as text. */
export default function JsonField(props: RecordFieldProps & { labelId: string }) {
  const { row, field } = props
  const { session, values } = useTable()
  const [isText, setText] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const value = row.values[field.id] ?? null
  const read = readJson(typeof value === 'string' ? value : '{}', limits.jsonDepth)
  // As it stood when it was opened, or last changed here.
  const [shown, setShown] = useState(read.ok ? read.value : null)
  if (isText || !read.ok) {
    return (
      <>
        <TypedValue {...props} />
        {read.ok && (
          <Button size="sm" variant="ghost" className="self-start" onPress={() => setText(false)}>
            Show {field.name} as a tree
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      {fieldTypes.json.isEmpty(value) && <p className="text-sm text-ink-faint">Empty</p>}
      <JsonTree
        root={shown ? inOrderOf(shown, read.value) : read.value}
        onChange={(root) => {
          setShown(root)
          const refusal = saveText(session, row, field, writeJson(root), { values })
          setProblem(refusal && `${refusal.message} ${refusal.hint ?? ''}`)
        }}
      />
      {problem && (
        <p role="alert" className="text-xs text-danger-text">
          {problem}
        </p>
      )}
      <Button size="sm" variant="ghost" className="self-start" onPress={() => setText(true)}>
        Show {field.name} as text
      </Button>
    </>
  )
}
