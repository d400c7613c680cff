import { type ReactElement, useState } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import { Kbd } from './Kbd.tsx'

export interface TooltipProps {
  label: string
  /** Such as `Mod+K`; shown as keys of this platform. */
  shortcut?: string
  placement?: 'top' | 'bottom' | 'left' | 'right'
  /** Asked when it would come up; absent: always. */
  isNeeded?: () => boolean
  /** One React Aria element that takes the focus. */
  children: ReactElement
}

export function Tooltip({ label, shortcut, placement = 'bottom', isNeeded, children }: TooltipProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <TooltipTrigger
      delay={500}
      closeDelay={80}
      isOpen={isOpen}
      onOpenChange={(next) => setOpen(next && (isNeeded?.() ?? true))}
    >
      {children}
      <AriaTooltip
        placement={placement}
        offset={6}
        // A finger presses what is below it.
        className="flex max-w-72 items-center gap-2 rounded-control bg-ink px-2 py-1 text-xs text-page transition-opacity entering:opacity-0 exiting:opacity-0 coarse:pointer-events-none forced-colors:border"
      >
        {label}
        {shortcut && <Kbd keys={shortcut} tone="inverse" />}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
