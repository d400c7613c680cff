import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import { cx } from './cx.ts'
import { FieldLabel, FieldNotes, type FieldTexts, inputClass, invalidBy, tellMended } from './Field.tsx'

export interface TextAreaProps
  extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'type'>,
    FieldTexts {
  rows?: number
  className?: string
}

/** Some lines of text. */
export function TextArea({ rows = 3, className, ...props }: TextAreaProps) {
  const { label, isLabelHidden, labelEnd, description, errorMessage, ...rest } = props
  return (
    <AriaTextField
      {...invalidBy({ errorMessage })}
      {...rest}
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
    >
      <FieldLabel {...{ label, isLabelHidden: isLabelHidden ?? false, labelEnd }} />
      <AriaTextArea
        rows={rows}
        onInput={tellMended}
        className={cx(inputClass, 'h-auto! resize-y py-1.5 leading-5')}
      />
      <FieldNotes {...{ description, errorMessage }} />
    </AriaTextField>
  )
}
