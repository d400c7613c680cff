import type { Backend, Base, BaseRole, Table, TableId } from '@plinth/domain'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { countOf } from '../../lib/count-of.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ChooseStep } from './ChooseStep.tsx'
import { DoneFooter, DoneStep } from './DoneStep.tsx'
import { ImportController } from './import-controller.ts'
import type { ImportState } from './import-state.ts'
import { PreviewFooter, PreviewStep } from './PreviewStep.tsx'
import { ReadingStep } from './ReadingStep.tsx'
import { UploadFooter, UploadStep } from './UploadStep.tsx'
import { createWorkerEngine } from './worker-engine.ts'

export interface ImportDialogProps {
  backend: Backend
  base: Base
  tables: readonly Table[]
  /** Every table of the base that the person may read: those that fields link. */
  readable: readonly Table[]
  /** `creator` may make a new table; `editor` adds to an existing one. */
  role: BaseRole | null
  /** A dropped file; without one the dialog asks for it. */
  file?: File | null
  /** Preselected table. */
  into?: TableId
  /** "Open table" was pressed. */
  onDone: (table: TableId) => void
  /** Tables or rows changed on the server: load the schema again. */
  onChanged?: () => void
  onClose: () => void
}

/** From a file to a table: choose, look, send, report. To be mounted only while it is open. */
export function ImportDialog(props: ImportDialogProps) {
  const { backend, base, tables, readable, role, file, into, onChanged, onClose } = props
  const [controller] = useState(
    () => new ImportController({ backend, engine: createWorkerEngine(), base, tables, readable, role, into }),
  )
  const state = useSyncExternalStore(controller.subscribe, controller.getState)

  useEffect(() => {
    controller.setOnChanged(onChanged)
  }, [controller, onChanged])
  useEffect(() => {
    controller.setPlaces({ tables, role, readable })
  }, [controller, tables, role, readable])
  useEffect(() => {
    if (file) void controller.choose(file)
  }, [controller, file])
  useEffect(() => () => controller.dispose(), [controller])
  useLeaveWarning(state.step === 'uploading')

  const isBusy = state.step === 'uploading'
  return (
    <Dialog
      isOpen
      keepsTyped
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      isDismissable={!isBusy}
      size={state.step === 'preview' ? 'lg' : 'md'}
      isFlush={state.step === 'preview'}
      title={titleOf(state)}
      footer={
        state.step !== 'choose' &&
        state.step !== 'reading' && <StepFooter {...props} state={state} controller={controller} />
      }
    >
      <StepFrame step={state.step}>
        <Step {...props} state={state} controller={controller} />
      </StepFrame>
      <Announcer state={state} />
    </Dialog>
  )
}

interface StepProps extends ImportDialogProps {
  state: ImportState
  controller: ImportController
}

function Step({ state, controller, tables, readable, role, base }: StepProps) {
  switch (state.step) {
    case 'choose':
      return <ChooseStep state={state} onFile={(file) => void controller.choose(file)} />
    case 'reading':
      return <ReadingStep state={state} />
    case 'preview':
      return <PreviewStep {...{ state, controller, tables, readable, role, base }} />
    case 'uploading':
      return <UploadStep state={state} />
    case 'done':
      return <DoneStep state={state} />
    case 'discarded':
      return <p className="text-sm text-ink-soft">{discardedText(state)}</p>
  }
}

function StepFooter({ state, controller, tables, role, onDone, onClose }: StepProps) {
  switch (state.step) {
    case 'preview':
      return <PreviewFooter {...{ state, controller, tables, role, onClose }} />
    case 'uploading':
      return <UploadFooter {...{ state, controller }} />
    case 'done':
    case 'discarded':
      return <DoneFooter {...{ state, onDone, onClose }} onRestart={() => controller.restart()} />
    default:
      return null
  }
}

function titleOf(state: ImportState): string {
  switch (state.step) {
    case 'choose':
      return 'Import a file'
    case 'reading':
      return `Reading ${state.file.name}`
    case 'preview':
      return `Import ${state.file.name}`
    case 'uploading':
      return state.failure ? 'The import stopped' : `Importing into ${state.tableName}`
    case 'done':
      return state.isPartial ? 'Import ended early' : 'Import finished'
    case 'discarded':
      return 'Import discarded'
  }
}

function discardedText({ deleted, updated }: ImportState & { step: 'discarded' }): string {
  const rest =
    updated === 0
      ? 'Nothing of this import is left.'
      : `${countOf(updated, 'record that was there before keeps its new values', 'records that were there before keep their new values')}.`
  return `${countOf(deleted, 'imported row was', 'imported rows were')} taken back. ${rest}`
}

/** With each step the focus moves to its content, so that the keyboard and screen readers start there. */
function StepFrame({ step, children }: { step: ImportState['step']; children: React.ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    frame.current?.focus({ preventScroll: true })
  }, [step])
  return (
    <div ref={frame} tabIndex={-1} className="outline-none" data-step={step}>
      {children}
    </div>
  )
}

/** Says changes of step and every tenth of the progress to screen readers. */
function Announcer({ state }: { state: ImportState }) {
  return <output className="sr-only">{announcement(state)}</output>
}

function announcement(state: ImportState): string {
  switch (state.step) {
    case 'preview':
      return state.busy === 'reading'
        ? 'Reading the file again.'
        : `The file has ${countOf(state.profile.table.rows, 'row')} and ${countOf(state.profile.table.columns.length, 'column')}.`
    case 'uploading': {
      if (state.progress.status === 'paused') return 'The import is paused.'
      const tenth = Math.floor((state.progress.sentRows / state.totalRows) * 10)
      return tenth === 0 ? 'The import has started.' : `${tenth * 10} percent imported.`
    }
    case 'done':
      return `The import has finished: ${countOf(state.inserted, 'row')} added.`
    default:
      return ''
  }
}

/** Closing the tab would break the import off. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isOn])
}
