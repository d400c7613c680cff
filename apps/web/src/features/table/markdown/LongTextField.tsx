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
      {!isShown && <TypedValue {...props} />}
      {isShown && (
        // As high as the place to write at least: the button below stays where it was pressed.
        <div className="min-h-20">
          {text === '' ? <NothingWritten /> : <ReadText text={text} label={field.name} />}
        </div>
      )}
      {/* Also where nothing is written yet: if it came with the first words, it would push down what one is about to press. */}
      <Button size="sm" variant="ghost" className="self-start" onPress={() => setShown(!isShown)}>
        {isShown ? `Write ${field.name}` : `Preview ${field.name}`}
      </Button>
    </>
  )
}

const NothingWritten = () => <p className="py-1.5 text-sm text-ink-faint">Nothing is written yet</p>
