import { type ReactNode, useEffect, useRef } from 'react'
import { phoneQuery, useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DialogTrigger, Popover } from '../../../ui/Popover.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { useView } from './table-view.ts'
import { closeTool, openTool, useToolOpen } from './tool-open.ts'

/** Where the toolbar has little room its tools are icons; fingers, to which no tip comes, keep the words. */
const wordsClass = {
  usual: 'not-coarse:@max-[60rem]/tools:sr-only',
  /** Beside what is to be done with a changed view. */
  beside: 'not-coarse:@max-[80rem]/tools:sr-only',
} as const

/** A button of the toolbar and what opens below it; a sheet on phones. */
export function ToolPopover({
  label,
  icon,
  count,
  unit = '',
  tool = label,
  className,
  children,
}: {
  label: string
  icon: ReactNode
  /** How many of them the view has. */
  count: number
  /** What is counted, where the label does not say it. */
  unit?: string
  /** By which it stays open, where the label may change meanwhile. */
  tool?: string
  className?: string
  children: ReactNode
}) {
  const isPhone = useMedia(phoneQuery)
  const { isChanged } = useView()
  const words = useRef<HTMLSpanElement>(null)
  const hides = wordsClass[isChanged ? 'beside' : 'usual']
  const isOpen = useToolOpen(({ open }) => open === tool)
  const setOpen = (next: boolean) => (next ? openTool(tool) : closeTool(tool))
  useEffect(() => () => closeTool(tool), [tool])
  const button = (
    <Tooltip label={label} isNeeded={() => words.current !== null && words.current.offsetWidth <= 1}>
      <Button
        size="sm"
        variant="ghost"
        icon={icon}
        className={cx(count > 0 && 'bg-accent-tint text-accent-text!')}
        {...(isPhone ? { onPress: () => setOpen(true) } : {})}
      >
        <span ref={words} className={hides}>
          {label}
        </span>
        {count > 0 && (
          <span className="tabular">
            <span className={hides}>{' · '}</span>
            {`${count}${unit}`}
          </span>
        )}
      </Button>
    </Tooltip>
  )
  if (isPhone) {
    return (
      <>
        {button}
        <Dialog isOpen={isOpen} onOpenChange={setOpen} title={label}>
          {children}
        </Dialog>
      </>
    )
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      {button}
      <Popover label={label} placement="bottom start" className={cx('max-w-[min(45rem,94vw)]', className)}>
        <div className="scroll-thin max-h-[min(35rem,72vh)] overflow-y-auto p-3">{children}</div>
      </Popover>
    </DialogTrigger>
  )
}
