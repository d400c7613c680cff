/** Above the footer: how far each step of many changes is, what was refused of it, how to stop it and to take it back. */
import type { LongStep } from '@plinth/record-store'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { RefusedCells } from './grid/RefusedCells.tsx'
import type { RowOf } from './in-the-way.ts'
import { longStepWords, refusedCount } from './long-step-words.ts'
import { refusedRows } from './refused-rows.ts'
import { useTable } from './table-context.ts'

/** A step that went well says so for this long. */
const doneShownMs = 15_000

/** `rowOf`: where a record stands among what is shown. */
export function LongSteps({ rowOf }: { rowOf: RowOf }) {
  const { session } = useTable()
  const steps = useSyncExternalStore(session.long.subscribe, session.long.list)
  const isUnsent = steps.some(({ state }) => state !== 'done')
  useEffect(() => {
    if (!isUnsent) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsent])
  const isThere = steps.length > 0
  useEffect(() => {
    if (!isThere) return
    // In the grid, Tab goes from cell to cell.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.defaultPrevented) return
      if (notes()?.contains(document.activeElement)) focusTable()
      else notes()?.focus()
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isThere])
  if (!isThere) return null
  return (
    <section
      tabIndex={-1}
      aria-label="Many changes"
      aria-keyshortcuts="F6"
      data-long-steps
      className="flex shrink-0 flex-col divide-y divide-line border-t border-line bg-raised text-sm outline-none focus-visible:ring-2 focus-visible:ring-focus focus-visible:ring-inset"
    >
      {steps.map((step) => (
        <StepNote key={step.id} step={step} rowOf={rowOf} />
      ))}
    </section>
  )
}

function StepNote({ step, rowOf }: { step: LongStep; rowOf: RowOf }) {
  const { session } = useTable()
  const [isListed, setListed] = useState(false)
  const { id, state, refused, stored, total } = step
  const { text, detail } = longStepWords(step)
  const isOver = state === 'done'
  const isFine = isOver && refusedCount(step) === 0

  useEffect(() => {
    if (!isFine) return
    const timer = setTimeout(() => session.dismissLong(id), doneShownMs)
    return () => clearTimeout(timer)
  }, [isFine, session, id])
  // The buttons change with the state: whoever pressed one stays here.
  const isPressed = useRef(false)
  const press = (run: () => void) => () => {
    isPressed.current = true
    run()
  }
  useEffect(() => {
    if (!isPressed.current || document.activeElement !== document.body) return
    notes()?.focus()
    isPressed.current = false
  })

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
      <div className="flex min-w-0 flex-1 basis-72 items-center gap-2">
        <StateIcon step={step} />
        <output className="min-w-0">
          <span className="font-medium">{text}</span>
          {detail && <span className="text-ink-soft"> {detail}</span>}
        </output>
      </div>
      {!isOver && (
        <ProgressBar
          className="w-40"
          label="Stored"
          isLabelHidden
          value={stored}
          max={total}
          valueText={`${stored.toLocaleString()} of ${total.toLocaleString()} records`}
          tone={state === 'asks' ? 'warn' : 'accent'}
        />
      )}
      {!isOver && (
        <span className="tabular text-xs text-ink-muted" aria-hidden>
          {stored.toLocaleString()} of {total.toLocaleString()}
        </span>
      )}
      <span className="flex flex-wrap items-center gap-2">
        <span className="coarse:hidden">
          <Kbd keys="F6" />
        </span>
        {refused.length > 0 && (
          <Button size="sm" onPress={() => setListed(true)}>
            Show which
          </Button>
        )}
        {state === 'running' && (
          <Button size="sm" onPress={press(() => session.stop(id))}>
            Stop
          </Button>
        )}
        {state === 'asks' && (
          <>
            <Button size="sm" onPress={press(() => session.stop(id))}>
              Leave out the rest
            </Button>
            <Button size="sm" variant="primary" onPress={press(() => session.long.goOn(id))}>
              {step.kind === 'delete' ? 'Delete the rest' : 'Store the rest'}
            </Button>
          </>
        )}
        {isOver && (step.kind === 'store' || step.kind === 'delete') && stored > 0 && (
          <Button size="sm" onPress={leave(() => session.takeBackLong(id))}>
            Undo
          </Button>
        )}
        {isOver && (
          <Button size="sm" variant="ghost" onPress={leave(() => session.dismissLong(id))}>
            Close
          </Button>
        )}
      </span>
      {isListed && <RefusedDialog step={step} rowOf={rowOf} onClose={() => setListed(false)} />}
    </div>
  )
}

const notes = () => document.querySelector<HTMLElement>('[data-long-steps]')

const leave = (run: () => void) => () => {
  run()
  focusTable()
}

const focusTable = () => document.querySelector<HTMLElement>('[role="grid"] [data-active]')?.focus()

function StateIcon({ step }: { step: LongStep }) {
  const { state } = step
  const className = 'size-4 shrink-0'
  if (refusedCount(step) > 0) return <TriangleAlert aria-hidden className={`${className} text-warn-text`} />
  if (state === 'done') return <CircleCheck aria-hidden className={`${className} text-accent-text`} />
  return <Info aria-hidden className={`${className} text-ink-muted`} />
}

function RefusedDialog({ step, rowOf, onClose }: { step: LongStep; rowOf: RowOf; onClose: () => void }) {
  const { table, values } = useTable()
  const count = refusedCount(step)
  const isDeletion = step.kind === 'delete'
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title={`${count === 1 ? 'One record' : `${count.toLocaleString()} records`} could not be ${isDeletion ? 'deleted' : 'stored'}`}
      description={
        step.byServer || isDeletion
          ? `They are as they were.${count > step.refused.length ? ' These are the first of them.' : ''}`
          : 'Their cells are marked in the table, with what was to stand there: open one to try again or to copy the value.'
      }
      footer={<Button onPress={onClose}>Close</Button>}
      isText
    >
      <RefusedCells refused={refusedRows(step.refused, table.fields, { values, rowOf })} />
    </Dialog>
  )
}
