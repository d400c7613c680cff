import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import type { RecordFieldProps } from '../record/RecordField.tsx'
import { TypedValue } from '../record/TypedValue.tsx'
import { ReadText } from './ReadText.tsx'

/** A long text: as it is written, or as its Markdown reads. */
export function LongTextField(props: RecordFieldProps & { labelId: string }) {
  const { row, field } = props
  const [isShown, setShown] = useState(false)
  const value = row.values[field.id] ?? null
  const text = typeof value === 'string' ? value : ''
  return (
    <>
      {isShown && text !== '' ? <ReadText text={text} label={field.name} /> : <TypedValue {...props} />}
      {text !== '' && (
        <Button size="sm" variant="ghost" className="self-start" onPress={() => setShown(!isShown)}>
          {isShown ? `Write ${field.name}` : `Preview ${field.name}`}
        </Button>
      )}
    </>
  )
}
