import type { ReactNode } from 'react'
import {
  Tab as AriaTab,
  TabList as AriaTabList,
  TabPanel as AriaTabPanel,
  Tabs as AriaTabs,
} from 'react-aria-components/Tabs'
import { cx } from './cx.ts'

export interface TabsProps<Id extends string> {
  /** Read out, such as "Settings of this base". */
  label: string
  tabs: readonly { id: Id; label: string; icon?: ReactNode; content: ReactNode; href?: string }[]
  value?: Id
  onChange?: (id: Id) => void
  className?: string
}

export function Tabs<Id extends string>({ label, tabs, value, onChange, className }: TabsProps<Id>) {
  return (
    <AriaTabs
      className={cx('flex min-h-0 flex-col', className)}
      {...(value ? { selectedKey: value } : {})}
      {...(onChange ? { onSelectionChange: (key) => onChange(key as Id) } : {})}
    >
      <AriaTabList aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <AriaTab
            key={tab.id}
            id={tab.id}
            {...(tab.href ? { href: tab.href } : {})}
            className="flex h-9 cursor-default items-center gap-1.5 border-b-2 border-transparent px-2.5 text-sm font-medium whitespace-nowrap text-ink-muted outline-none hovered:text-ink focus-visible:ring-focus-inset selected:border-accent selected:text-ink coarse:h-11 [&_svg]:size-4"
          >
            {tab.icon}
            {tab.label}
          </AriaTab>
        ))}
      </AriaTabList>
      {tabs.map((tab) => (
        <AriaTabPanel
          key={tab.id}
          id={tab.id}
          className="min-h-0 flex-1 pt-6 outline-none focus-visible:ring-focus"
        >
          {tab.content}
        </AriaTabPanel>
      ))}
    </AriaTabs>
  )
}
