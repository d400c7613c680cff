import { type FieldTypeName, fieldTypes } from '@plinth/domain'
import {
  AtSign,
  Calendar,
  CalendarClock,
  CircleChevronDown,
  CircleUserRound,
  DecimalsArrowRight,
  Hash,
  Link,
  Paperclip,
  SquareCheck,
  Text,
  Type,
  Workflow,
} from 'lucide-react'
import { createElement } from 'react'

const icons: Record<FieldTypeName, typeof Type> = {
  text: Type,
  long_text: Text,
  integer: Hash,
  number: DecimalsArrowRight,
  checkbox: SquareCheck,
  date: Calendar,
  datetime: CalendarClock,
  single_select: CircleChevronDown,
  email: AtSign,
  url: Link,
  attachment: Paperclip,
  person: CircleUserRound,
  status: Workflow,
}

/** The sign of a field's type; its name for screen readers. */
export function FieldIcon({ type, className = 'size-3.5' }: { type: FieldTypeName; className?: string }) {
  return createElement(icons[type], {
    role: 'img',
    'aria-label': `${fieldTypes[type].label} field`,
    className: `${className} shrink-0 text-ink-faint`,
  })
}
