// The list belongs to the text: ARIA's pattern for completion steers it from there.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { type ExpressionField as FieldInScope, type Problem, signatureHelp } from '@plinth/expression'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cx } from '../../ui/cx.ts'
import { inputClass } from '../../ui/Field.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { CompletionOptions } from './CompletionOptions.tsx'
import { ProblemNote } from './ProblemNote.tsx'
import { type Inserted, useCompletion } from './use-completion.ts'

export interface ExpressionFieldProps {
  label: string
  placeholder?: string
  fields: readonly FieldInScope[]
  value: string
  onChange: (text: string) => void
  /** The first stands below, with its place. */
  problems: readonly Problem[]
  /** Ctrl Enter, where it stands in no form: a form is sent as by its button. */
  onSubmit: () => void
  autoFocus?: boolean
}

/** An expression as text, completed while it is typed. Keys: Ctrl Space asks, arrows choose, Enter or Tab takes. */
export function ExpressionField(props: ExpressionFieldProps) {
  const { label, placeholder, fields, value, onChange, problems, onSubmit, autoFocus = false } = props
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [cursor, setCursor] = useState(0)
  const insert = ({ text, cursor: at }: Inserted) => {
    // At once: the next key that is typed comes behind what was taken.
    flushSync(() => {
      onChange(text)
      setCursor(at)
    })
    area.current?.setSelectionRange(at, at)
  }
  const list = useCompletion(fields, value, insert)
  const isOpen = list.options.length > 0
  const help = isOpen ? null : signatureHelp(value, cursor)
  const [problem] = problems
  return (
    <div className="flex flex-col gap-1.5" data-invalid={problem ? true : undefined}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <textarea
          ref={area}
          id={id}
          rows={3}
          {...(autoFocus ? firstFocus : {})}
          value={value}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-autocomplete="list"
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-note`}
          {...(isOpen
            ? { 'aria-controls': `${id}-list`, 'aria-activedescendant': `${id}-${list.active}` }
            : {})}
          onChange={({ target }) => {
            onChange(target.value)
            setCursor(target.selectionStart)
            list.follow(target.value, target.selectionStart)
          }}
          onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
          onBlur={list.close}
          onKeyDown={(event) => {
            if (list.onKey(event)) return
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            const { form } = event.currentTarget
            if (form) form.requestSubmit()
            else onSubmit()
          }}
          className={cx(inputClass, 'block h-auto! min-h-20 resize-y py-1.5 font-mono leading-5')}
        />
        {isOpen && <CompletionOptions id={id} list={list} />}
      </div>
      <div id={`${id}-note`} aria-live="polite" className="min-h-5 text-xs text-ink-muted coarse:min-h-0">
        {problem ? (
          <ProblemNote text={value} problem={problem} />
        ) : help ? (
          <>
            <code className="font-mono text-ink-soft">{help.signature}</code> {help.description}
            {help.examples[0] && (
              <>
                {' '}
                <code className="font-mono">{help.examples[0].text}</code> gives{' '}
                <code className="font-mono">{help.examples[0].result}</code>.
              </>
            )}
          </>
        ) : (
          <span className="coarse:hidden">
            <Kbd keys="Ctrl+Space" /> shows fields and functions
          </span>
        )}
      </div>
    </div>
  )
}
