import { useState } from 'react'
import { LinkField, type LinkFieldProps } from '../links/LinkField.tsx'
import { LinkTable } from './LinkTable.tsx'

/** Linked records in the record panel; where there are more than came with the record, the list of all in their place. */
export function PanelLinks(props: LinkFieldProps) {
  const [isWhole, setWhole] = useState(false)
  if (!isWhole) return <LinkField {...props} onMore={() => setWhole(true)} />
  return (
    // The button that asked for them is gone: the focus goes to what came in its place.
    <div ref={takeFocus} tabIndex={-1} className="outline-none">
      <LinkTable {...props} />
    </div>
  )
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
