import { type FunctionEntry, type FunctionGroup, functionGroups, signatureText } from '@plinth/expression'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { TextField } from '../../ui/TextField.tsx'

const titles: Readonly<Record<Exclude<FunctionGroup, 'operator'>, string>> = {
  logic: 'Logic',
  text: 'Text',
  number: 'Numbers',
  date: 'Dates and durations',
  list: 'Lists',
  person: 'People',
}

/** Every function with what it does and an example, from the catalogue itself. `without`: groups that cannot be used here. */
export function FunctionList({ without = [] }: { without?: readonly FunctionGroup[] }) {
  const [sought, setSought] = useState('')
  const groups = (Object.keys(titles) as (keyof typeof titles)[])
    .filter((group) => !without.includes(group))
    .map((group) => ({ group, entries: functionGroups[group].filter((entry) => isFound(entry, sought)) }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <details className="group/functions text-sm">
      <summary className="flex min-h-6 w-fit cursor-default list-none items-center gap-1 rounded-[4px] font-medium outline-none focus-visible:ring-focus coarse:min-h-11">
        <ChevronRight aria-hidden className="size-4 text-ink-muted group-open/functions:rotate-90" />
        All functions
      </summary>
      <div className="mt-2 flex flex-col gap-2">
        <TextField label="Find a function" value={sought} onChange={setSought} autoComplete="off" />
        <section
          aria-label="Functions"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too
          tabIndex={0}
          className="scroll-thin flex max-h-60 flex-col gap-3 overflow-y-auto rounded-control border border-line p-2 outline-none focus-visible:ring-focus-inset"
        >
          {groups.length === 0 && <p className="text-ink-muted">No function is called or does that.</p>}
          {groups.map(({ group, entries }) => (
            <div key={group} className="flex flex-col gap-1.5">
              <h3 className="text-xs font-medium text-ink-muted">{titles[group]}</h3>
              <dl className="flex flex-col gap-1.5">
                {entries.map((entry) => (
                  <FunctionLine key={entry.name} entry={entry} />
                ))}
              </dl>
            </div>
          ))}
        </section>
      </div>
    </details>
  )
}

function FunctionLine({ entry }: { entry: FunctionEntry }) {
  const [example] = entry.examples
  return (
    <div>
      <dt className="font-mono break-words">{signatureText(entry)}</dt>
      <dd className="text-xs text-ink-soft">
        {entry.description}
        {example && (
          <>
            {' '}
            <code className="font-mono break-words">{example.text}</code> gives{' '}
            <code className="font-mono break-words">{example.result}</code>.
          </>
        )}
      </dd>
    </div>
  )
}

const isFound = ({ name, description }: FunctionEntry, sought: string): boolean =>
  `${name} ${description}`.toLowerCase().includes(sought.trim().toLowerCase())
