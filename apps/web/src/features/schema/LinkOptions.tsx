import { type FieldId, limits, type Table } from '@plinth/domain'
import { deletedLinkOptions, linkSentence, ownLinkSentence, pairOf } from '../../lib/link-words.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { LinkAmount, LinkTarget } from './LinkFields.tsx'
import { LinkLimits } from './LinkLimits.tsx'
import { type LinkDraft, type LinkProblem, pairName } from './link-draft.ts'

export interface LinkOptionsProps {
  draft: LinkDraft
  onChange: (draft: LinkDraft) => void
  table: Table
  tables: readonly Table[]
  /** As it stands in the form. */
  fieldName: string
  /** Of a field that is there: how many records a cell of the other side holds, null where there is no other side. */
  pairSingle?: boolean | null | undefined
  /** Of a field that is there. */
  made?: FieldId | undefined
  problem: LinkProblem | null
  onSubmit: () => void
}

/** Which records a field links, how many, how the other table shows it, and what becomes of links when a record goes. */
export function LinkOptions(props: LinkOptionsProps) {
  const { draft, onChange, table, tables, pairSingle, problem } = props
  const isMade = pairSingle !== undefined
  const target = tables.find(({ id }) => id === draft.target)
  const sides = isMade ? pairSingle : draft.pair.isMade ? draft.pair.single : null
  const isOwn = target?.id === table.id
  const here = props.fieldName.trim() === '' ? 'this field' : `“${props.fieldName.trim()}”`
  const there = madePair(props) ?? pairName(draft, table, props.fieldName, tables)
  return (
    <>
      <LinkTarget
        {...{ table, tables }}
        value={draft.target}
        onChange={(id) => onChange({ ...draft, target: id })}
        isDisabled={isMade}
        error={problem?.place === 'target' ? problem.text : null}
      />
      {target && (
        <>
          <LinkAmount
            label={
              isOwn
                ? `Records in ${here} of each record`
                : `“${target.name}” in each record of “${table.name}”`
            }
            isSingle={draft.single}
            onChange={(single) => onChange({ ...draft, single })}
          />
          <LinkLimits {...props} target={target} />
          {!isMade && <OtherSide {...props} target={target} />}
          <p className="rounded-control bg-sunken px-3 py-2 text-sm text-ink-soft">
            {isOwn
              ? ownLinkSentence(
                  here,
                  draft.single,
                  sides === null ? null : { field: `“${there}”`, single: sides },
                )
              : linkSentence({
                  table: table.name,
                  target: target.name,
                  single: draft.single,
                  pairSingle: sides,
                })}
          </p>
          <RadioGroup
            label={`When a linked record of “${target.name}” is deleted`}
            options={deletedLinkOptions(target.name)}
            value={draft.onDelete}
            onChange={(onDelete) => onChange({ ...draft, onDelete })}
          />
          <Checkbox
            isSelected={draft.takesAlong}
            onChange={(takesAlong) => onChange({ ...draft, takesAlong })}
          >
            {`Deleting a record here deletes its records of “${target.name}” too`}
          </Checkbox>
        </>
      )}
    </>
  )
}

/** What the field of the other side is called, of a field that is there. */
const madePair = ({ made, table, tables }: LinkOptionsProps): string | undefined => {
  const field = table.fields.find(({ id }) => id === made)
  return field && pairOf(field, tables)?.field.name
}

function OtherSide({
  draft,
  onChange,
  table,
  tables,
  target,
  fieldName,
  problem,
}: LinkOptionsProps & { target: Table }) {
  const { pair } = draft
  const put = (changes: Partial<LinkDraft['pair']>) => onChange({ ...draft, pair: { ...pair, ...changes } })
  const where = target.id === table.id ? 'from the other side' : `in “${target.name}”`
  return (
    <>
      <Checkbox isSelected={pair.isMade} onChange={(made) => put({ isMade: made })}>
        {`Show it ${where} too`}
      </Checkbox>
      {pair.isMade && (
        <div className="flex flex-col gap-4 border-l-2 border-line pl-4">
          <TextField
            label="Name of the field there"
            value={pairName(draft, table, fieldName, tables)}
            onChange={(name) => put({ name })}
            maxLength={limits.nameLength}
            autoComplete="off"
            {...(problem?.place === 'pair' ? { errorMessage: problem.text } : {})}
          />
          <LinkAmount
            label={
              target.id === table.id
                ? `Records in “${pairName(draft, table, fieldName, tables)}” of each record`
                : `“${table.name}” in each record of “${target.name}”`
            }
            isSingle={pair.single}
            onChange={(single) => put({ single })}
          />
        </div>
      )}
    </>
  )
}
