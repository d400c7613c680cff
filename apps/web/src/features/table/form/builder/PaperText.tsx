import { cx } from '../../../../ui/cx.ts'

export interface PaperTextProps {
  label: string
  placeholder: string
  value: string
  maxLength: number
  /** Some lines, instead of one. */
  isLong?: boolean
  className?: string
  onChange: (text: string) => void
}

/** A text of the form, written where it will stand. */
export function PaperText({
  label,
  placeholder,
  value,
  maxLength,
  isLong,
  className,
  onChange,
}: PaperTextProps) {
  const shared = {
    'aria-label': label,
    placeholder,
    maxLength,
    dir: 'auto' as const,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    className: cx(
      '-mx-2 block w-[calc(100%+1rem)] rounded-control border border-transparent bg-transparent px-2 py-1 coarse:min-h-11 coarse:py-2.5 outline-none placeholder:font-normal placeholder:text-ink-faint hover:border-line focus:border-focus focus:ring-focus focus:-outline-offset-1',
      className,
    ),
  }
  return isLong ? (
    <textarea {...shared} rows={1} className={cx(shared.className, 'field-sizing-content resize-none')} />
  ) : (
    <input {...shared} />
  )
}
