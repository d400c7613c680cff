import {
  type AskedQuestion,
  type CellValue,
  changeQuestion,
  type Field,
  type FormQuestion,
  limits,
  type WrittenValue,
} from '@plinth/domain'
import { useId, useState } from 'react'
import { countOf } from '../../../../lib/count-of.ts'
import { Answer } from '../../../../lib/form/answers/Answer.tsx'
import { RecordChooser } from '../../../../lib/records/RecordChooser.tsx'
import { Switch } from '../../../../ui/Switch.tsx'
import { TextArea } from '../../../../ui/TextArea.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import { useTable } from '../../table-context.ts'
import { recordsIn } from '../own-answers.ts'
import { useBuilding } from './builder-context.ts'

const firstLabel = 'Filled in already'

/** What can be said of a question beside where it stands. */
export function QuestionSettings({
  question,
  asked,
}: {
  question: FormQuestion
  asked: AskedQuestion<Field>
}) {
  const { put } = useBuilding()
  const { field } = asked
  const change = (changes: Parameters<typeof changeQuestion>[2], isTyped = false) =>
    put((now) => changeQuestion(now, field.id, changes), isTyped)
  const isRequiredByField = field.rules?.required === true
  return (
    <div className="mt-1 flex flex-col gap-4 border-t border-line pt-4">
      <TextField
        label="Question"
        placeholder={field.name}
        maxLength={limits.formLabelLength}
        autoComplete="off"
        value={question.label ?? ''}
        onChange={(label) => change({ label }, true)}
      />
      <TextArea
        label="Help"
        description="Below the question. Without one, the description of the field stands there."
        rows={2}
        maxLength={limits.descriptionLength}
        value={question.help ?? ''}
        onChange={(help) => change({ help }, true)}
      />
      <Switch
        isSelected={asked.isRequired}
        isDisabled={isRequiredByField}
        onChange={(isRequired) => change({ isRequired })}
        {...(isRequiredByField ? { description: 'The field needs a value in every record.' } : {})}
      >
        Has to be answered
      </Switch>
      <Switch
        isSelected={question.isHidden ?? false}
        onChange={(isHidden) => change({ isHidden })}
        description="It has the value below, or the one that the address of the form says."
      >
        Not shown
      </Switch>
      {field.type === 'link' && (
        <FirstRecords field={field} value={question.value} onChange={(value) => change({ value })} />
      )}
      {/* Files a form has none by itself. */}
      {field.type !== 'link' && field.type !== 'attachment' && (
        <FirstValue asked={asked} onChange={(value) => change({ value }, true)} />
      )}
    </div>
  )
}

/** Records that are linked before anybody answers. */
function FirstRecords({
  field,
  value,
  onChange,
}: {
  field: Field
  value: WrittenValue | undefined
  onChange: (value: WrittenValue | undefined) => void
}) {
  const { tableOf, values } = useTable()
  const { target, single = false, limit } = field.options
  const table = target && tableOf(target)
  if (!table) return null
  const chosen = recordsIn(value)
  return (
    <div className="flex flex-col gap-1">
      <RecordChooser
        label={firstLabel}
        isMany={!single}
        linkable={{ field: field.id }}
        onChange={(link) => onChange(link.length > 0 ? { link } : undefined)}
        errorMessage={
          limit !== undefined && chosen.length > limit
            ? `The field takes ${countOf(limit, 'record')}: the first are linked.`
            : undefined
        }
        {...{ table, chosen, values }}
      />
      <p className="text-xs text-ink-muted">
        People outside are not told of them. What is deleted by then is left out.
      </p>
    </div>
  )
}

/** What is there before anybody answers; chosen as it is answered. */
function FirstValue({
  asked,
  onChange,
}: {
  asked: AskedQuestion<Field>
  onChange: (value: CellValue | undefined) => void
}) {
  const id = useId()
  const [unread, setUnread] = useState<string>()
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-medium">
        {firstLabel}
      </span>
      <Answer
        question={{ ...asked, isRequired: false }}
        value={asked.value}
        unread={unread}
        files={[]}
        labelId={id}
        describedBy={undefined}
        isInvalid={unread !== undefined}
        onValue={(value) => {
          setUnread(undefined)
          onChange(value ?? undefined)
        }}
        onText={(text, value) => {
          setUnread(value === undefined ? text : undefined)
          onChange(value ?? undefined)
        }}
        onFiles={() => undefined}
      />
      {unread !== undefined && <p className="text-sm text-danger-text">This is no value of the field.</p>}
      {asked.field.type === 'person' && (
        <p className="text-xs text-ink-muted">
          People outside are not told who it is. Who has left by then is left out.
        </p>
      )}
    </div>
  )
}
