import { type FieldTypeName, fieldTypes } from '@plinth/domain'
import { createElement } from 'react'
import { fieldIcons } from '../../lib/field-icons.tsx'

/** The sign of a field's type; its name for screen readers. */
export function FieldIcon({ type, className = 'size-3.5' }: { type: FieldTypeName; className?: string }) {
  return createElement(fieldIcons[type], {
    role: 'img',
    'aria-label': `${fieldTypes[type].label} field`,
    className: `${className} shrink-0 text-ink-faint`,
  })
}
