/** Charts side by side, as on a dashboard. */
import type { TileWidth } from '@plinth/domain'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

const widths: Readonly<Record<TileWidth, string>> = {
  third: 'lg:col-span-2',
  half: 'lg:col-span-3',
  full: 'lg:col-span-6',
}

export function TileGrid({ children }: { children: ReactNode }) {
  return <ul className="grid grid-cols-1 gap-3 lg:grid-cols-6">{children}</ul>
}

export function TileBox({
  width,
  isNumber,
  children,
}: {
  width: TileWidth
  /** It needs less room. */
  isNumber: boolean
  children: ReactNode
}) {
  return (
    <li
      className={cx(
        'flex flex-col rounded-card border border-line bg-surface p-4',
        isNumber ? 'min-h-40' : 'h-88',
        widths[width],
      )}
    >
      {children}
    </li>
  )
}
