import type { OptionId, SelectOption } from '@plinth/domain'
import { useId } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { cx } from '../../ui/cx.ts'
import { arrowsOf, picture, type StepDraft, topOf, widthOf } from './workflow-draft.ts'

export interface WorkflowPictureProps {
  states: readonly SelectOption[]
  initial: OptionId | null
  steps: readonly StepDraft[]
  /** Its arrow stands out. */
  open: string | null
  /** Adds a step from this state. */
  onAdd: (from: OptionId) => void
}

/** The states in a row, the steps as arrows. What it shows stands in words in the list below it and in each state's name. */
export function WorkflowPicture({ states, initial, steps, open, onAdd }: WorkflowPictureProps) {
  const markerId = useId()
  const top = topOf(states)
  const [width, height] = [widthOf(states), top * 2 + picture.height]
  return (
    <section
      aria-label="States and steps"
      className="scroll-thin overflow-x-auto rounded-card border border-line bg-sunken px-4"
    >
      <div className="relative mx-auto" style={{ width, height }}>
        <svg aria-hidden width={width} height={height} className="absolute inset-0 overflow-visible">
          <defs>
            <marker
              id={markerId}
              viewBox="0 0 8 8"
              refX="6"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto"
            >
              <path d="M 0 0 L 8 4 L 0 8 z" fill="var(--ink-muted)" />
            </marker>
          </defs>
          {arrowsOf(steps, states).map(({ id, path, isFromAny }) => (
            <path
              key={id}
              d={path}
              fill="none"
              stroke={id === open ? 'var(--accent)' : 'var(--ink-muted)'}
              strokeWidth={id === open ? 2 : 1.25}
              {...(isFromAny ? { strokeDasharray: '3 3' } : {})}
              markerEnd={`url(#${markerId})`}
            />
          ))}
        </svg>
        {states.map((state, at) => (
          <AriaButton
            key={state.id}
            data-hue={state.hue}
            onPress={() => onAdd(state.id)}
            aria-label={describe(state, states, steps, state.id === initial)}
            style={{
              left: at * (picture.width + picture.gap),
              top,
              width: picture.width,
              height: picture.height,
            }}
            className={cx(
              'absolute flex cursor-default items-center justify-center gap-1.5 rounded-control bg-chip-tint px-2 text-sm font-medium text-chip-text outline-none hovered:shadow-float focus-visible:ring-focus forced-colors:border',
              state.id === initial && 'shadow-[inset_0_0_0_1.5px_var(--chip-dot)]',
            )}
          >
            <span className="truncate">{state.label}</span>
            {state.id === initial && <span className="text-xs font-normal">start</span>}
          </AriaButton>
        ))}
      </div>
    </section>
  )
}

/** A state with its steps, for those who do not see the arrows. */
function describe(
  state: SelectOption,
  states: readonly SelectOption[],
  steps: readonly StepDraft[],
  isInitial: boolean,
): string {
  const targets = steps
    .filter(({ from, to }) => from === state.id || (from === null && to !== state.id))
    .map(({ to }) => states.find(({ id }) => id === to)?.label ?? '')
  const leads = targets.length === 0 ? 'leads nowhere' : `leads to ${[...new Set(targets)].join(', ')}`
  return `${state.label}${isInitial ? ', where records begin' : ''}, ${leads}. Add a step from here`
}
