import { type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import type { RecordFieldProps } from '../record/RecordField.tsx'
import { TypedValue } from '../record/TypedValue.tsx'
import { onceReleased } from './once-released.ts'
import { ReadText } from './ReadText.tsx'

/** A long text: as its Markdown reads, and as it is written while one is there to write. */
export function LongTextField(props: RecordFieldProps & { labelId: string }) {
  const { row, field } = props
  const box = useRef<HTMLDivElement>(null)
  const [isWritten, setWritten] = useState(false)
  const value = row.values[field.id] ?? null
  const text = typeof value === 'string' ? value : ''
  const isRead = text !== '' && !isWritten
  const write = () => {
    // At once: phones open their keys for what gets the focus by the touch itself.
    flushSync(() => setWritten(true))
    const area = box.current?.querySelector('textarea')
    area?.focus()
    area?.setSelectionRange(area.value.length, area.value.length)
  }
  const leave = (how: 'by key' | 'elsewhere') => {
    if (how === 'by key') {
      flushSync(() => setWritten(false))
      box.current?.querySelector('button')?.focus()
      return
    }
    onceReleased(() => {
      // It has the focus still where the window lost it.
      if (!box.current?.contains(document.activeElement)) setWritten(false)
    })
  }
  return (
    <div ref={box}>
      {isRead && <Shown text={text} name={field.name} onWrite={write} />}
      {/* Hidden, not gone: what was begun and refused stays in it. */}
      <div className={isRead ? 'hidden' : 'flex flex-col gap-1'}>
        <TypedValue {...props} onEnter={() => setWritten(true)} onDone={leave} />
      </div>
    </div>
  )
}

interface ShownProps {
  text: string
  name: string
  onWrite: () => void
}

/** A press anywhere on the text goes on to write, but for links in it, and for what is only marked to be copied. */
function Shown({ text, name, onWrite }: ShownProps) {
  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest('a')) return
    if (target.closest('button') || getSelection()?.isCollapsed !== false) onWrite()
  }
  return (
    // By keys it is pressed on the button below.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      onClick={onClick}
      className={cx(
        inputClass,
        'relative h-auto min-h-20 cursor-text bg-surface! py-1.5 hover:border-line-strong coarse:h-auto',
      )}
    >
      <button
        type="button"
        aria-label={`Edit ${name}`}
        className="absolute inset-0 cursor-text rounded-control outline-none focus-visible:ring-focus"
      />
      <div className="relative">
        <ReadText text={text} label={name} />
      </div>
    </div>
  )
}
