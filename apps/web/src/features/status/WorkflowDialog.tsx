import type { BaseId, Field, OptionId, Role, Table, Transition } from '@plinth/domain'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowRight, ChevronRight, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { queries } from '../../lib/queries.ts'
import { roleName } from '../../lib/role-name.ts'
import { useSessionCache } from '../../lib/session-cache.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { StepEditor } from './StepEditor.tsx'
import { WorkflowPicture } from './WorkflowPicture.tsx'
import {
  draftOfStep,
  newStep,
  type StepDraft,
  stepOfDraft,
  stepProblem,
  stepSummary,
} from './workflow-draft.ts'

export interface WorkflowDialogProps {
  base: BaseId
  table: Table
  field: Field
  onClose: () => void
}

/** Which state may follow which: as a picture and as a list. Suspends until both are there. */
export default function WorkflowDialog(props: WorkflowDialogProps) {
  const backend = useBackend()
  const { data: stored } = useSuspenseQuery(queries.transitions(backend, props.base, props.field.id))
  const { data: roles } = useSuspenseQuery(queries.roles(backend, props.base))
  return <OpenWorkflow {...props} stored={stored} roles={roles} />
}

interface OpenWorkflowProps extends WorkflowDialogProps {
  stored: readonly Transition[]
  roles: readonly Role[]
}

function OpenWorkflow({ base, table, field, stored, roles, onClose }: OpenWorkflowProps) {
  const { workflows } = useBackend()
  const cache = useSessionCache()
  const states = field.options.options ?? []
  const [before] = useState(() => stored.map((step) => draftOfStep(step, table)))
  const [steps, setSteps] = useState(before)
  const [open, setOpen] = useState<string | null>(null)
  const [isChecked, setChecked] = useState(false)
  const save = useAction(workflows.save)
  const add = (from: OptionId) => {
    const step = newStep(states, from)
    setSteps([...steps, step])
    setOpen(step.id)
  }
  const submit = async () => {
    setChecked(true)
    const faulty = steps.find((step) => stepProblem(step, table) !== null)
    if (faulty) return setOpen(faulty.id)
    const result = await save.run(
      field.id,
      steps.map((step) => stepOfDraft(step, table)),
    )
    if (!result.ok) return
    await cache.refreshBase(base)
    onClose()
  }
  const first = states[0]
  return (
    <Dialog
      isOpen
      isChanged={steps !== before}
      onOpenChange={onClose}
      size="lg"
      title={`Workflow of “${field.name}”`}
      description={
        steps.length === 0
          ? 'Without steps, any state may follow any. With the first step, records move by steps alone.'
          : 'Records move by these steps alone, for creators too.'
      }
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" isPending={save.isPending} onPress={() => void submit()}>
            Save workflow
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <WorkflowPicture
          states={states}
          initial={field.options.initial ?? null}
          {...{ steps, open }}
          onAdd={add}
        />
        <ul aria-label="Steps" className="flex flex-col gap-2">
          {steps.map((step, at) => (
            <StepLine
              key={step.id}
              {...{ table, field, roles, step }}
              isOpen={open === step.id}
              problem={isChecked ? stepProblem(step, table) : null}
              onToggle={() => setOpen(open === step.id ? null : step.id)}
              onChange={(changed) => setSteps(steps.with(at, changed))}
              onRemove={() => setSteps(steps.toSpliced(at, 1))}
              onSubmit={() => void submit()}
            />
          ))}
        </ul>
        {first && (
          <div>
            <Button
              size="sm"
              variant="ghost"
              icon={<Plus aria-hidden />}
              onPress={() => add(steps.at(-1)?.to ?? first.id)}
              isDisabled={states.length < 2}
            >
              Add a step
            </Button>
          </div>
        )}
        <ErrorNote error={save.error} />
      </div>
    </Dialog>
  )
}

interface StepLineProps {
  table: Table
  field: Field
  roles: readonly Role[]
  step: StepDraft
  isOpen: boolean
  problem: string | null
  onToggle: () => void
  onChange: (step: StepDraft) => void
  onRemove: () => void
  onSubmit: () => void
}

function StepLine(props: StepLineProps) {
  const { table, field, roles, step, isOpen, problem, onToggle } = props
  const id = useId()
  const states = field.options.options ?? []
  const names = new Map<string, string>([
    ['creator', 'Creator'],
    ...roles.map((role) => [role.id as string, roleName(role)] as const),
  ])
  return (
    <li className={cx('rounded-card border', problem ? 'border-danger-line' : 'border-line')}>
      <AriaButton
        aria-expanded={isOpen}
        aria-controls={id}
        onPress={onToggle}
        className="flex min-h-11 w-full cursor-default flex-wrap items-center gap-x-2 gap-y-1 rounded-card px-3 py-1.5 text-left text-sm outline-none hovered:bg-hover focus-visible:ring-focus-inset"
      >
        <ChevronRight aria-hidden className={cx('size-4 shrink-0 text-ink-muted', isOpen && 'rotate-90')} />
        <StateChip states={states} id={step.from} />
        <ArrowRight aria-hidden className="size-3.5 shrink-0 text-ink-muted" />
        <span className="sr-only">to</span>
        <StateChip states={states} id={step.to} />
        <span className="font-medium">{step.name}</span>
        <span className="text-ink-muted">{stepSummary(step, names, table)}</span>
      </AriaButton>
      {problem && (
        <p role="alert" className="px-3 pb-2 text-xs text-danger-text">
          {problem}
        </p>
      )}
      <div id={id}>{isOpen && <StepEditor {...props} field={field.id} states={states} />}</div>
    </li>
  )
}

function StateChip({
  states,
  id,
}: {
  states: NonNullable<Field['options']['options']>
  id: OptionId | null
}) {
  const state = states.find((one) => one.id === id)
  return <Chip hue={state?.hue ?? 'stone'}>{state?.label ?? 'Any state'}</Chip>
}
