import { type FieldId, isNumeric, type Table } from '@plinth/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBackend } from '../../lib/backend-context.ts'
import { canonical } from '../../lib/canonical.ts'
import { ExpressionField } from '../../lib/expression/ExpressionField.tsx'
import { formulaText } from '../../lib/formula-text.ts'
import { unfitWords } from '../../lib/link-words.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { TextField } from '../../ui/TextField.tsx'
import { acceptedFields, type LinkDraft, type LinkProblem, readAccepts, readLimit } from './link-draft.ts'

export interface LinkLimitsProps {
  draft: LinkDraft
  onChange: (draft: LinkDraft) => void
  target: Table
  /** Of a field that is there. */
  made?: FieldId | undefined
  problem: LinkProblem | null
  onSubmit: () => void
}

/** How many records of the target may be linked, and which; for a field that is there, what of it does not fit. */
export function LinkLimits({ draft, onChange, target, made, problem, onSubmit }: LinkLimitsProps) {
  const { bases } = useBackend()
  const { data: tree, isPending } = useQuery({
    queryKey: ['link-accepts', made],
    queryFn: () => unwrap(bases.linkAccepts(made!)),
    enabled: made !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const text = draft.accepts ?? formulaText(tree ?? undefined, target)
  const settled = useDebounced(text, 400)
  const read = readAccepts(text, target)
  const isJudged = settled === text || problem?.place === 'accepts'
  return (
    <>
      {!draft.single && (
        <TextField
          label="At most (optional)"
          placeholder="Any number"
          inputMode="numeric"
          autoComplete="off"
          value={draft.limit}
          onChange={(limit) => onChange({ ...draft, limit })}
          {...(problem?.place === 'limit' ? { errorMessage: problem.text } : {})}
        />
      )}
      {/* What is typed before it is known would be taken for all of it. */}
      {(made === undefined || !isPending) && (
        <ExpressionField
          label={`Only records of “${target.name}” for which this is true (optional)`}
          placeholder={exampleCondition(target)}
          fields={acceptedFields(target)}
          value={text}
          onChange={(accepts) => onChange({ ...draft, accepts })}
          problems={isJudged && 'problems' in read ? read.problems : []}
          onSubmit={onSubmit}
        />
      )}
      {made && <Unfit made={made} draft={draft} target={target} text={settled} />}
    </>
  )
}

/** Links that are there and that would not be let be. */
function Unfit({
  made,
  draft,
  target,
  text,
}: {
  made: FieldId
  draft: LinkDraft
  target: Table
  text: string
}) {
  const { bases } = useBackend()
  const read = readAccepts(text, target)
  const wanted = { limit: readLimit(draft) ?? null, accepts: 'tree' in read ? read.tree : null }
  const isAsked = wanted.limit !== null || wanted.accepts !== null
  const { data } = useQuery({
    queryKey: ['unfit-links', made, canonical(wanted)],
    queryFn: () => unwrap(bases.countUnfitLinks(made, wanted)),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <p aria-live="polite" className="text-sm text-ink-muted empty:hidden">
      {isAsked && data ? unfitWords(data) : ''}
    </p>
  )
}

function exampleCondition(target: Table): string {
  const fields = acceptedFields(target)
  const done = fields.find(({ type }) => type === 'checkbox')
  if (done) return `{${done.name}}`
  const number = fields.find(({ type }) => isNumeric(type))
  return number ? `{${number.name}} > 0` : `is_filled({${fields[0]?.name ?? 'Field'}})`
}
