import { changeQuestion, changeSection, type FieldId, type RuleTree } from '@plinth/domain'
import type { CheckedExpression } from '@plinth/expression'
import { exampleFor } from '../../../../lib/expression/ConditionField.tsx'
import { ExpressionField } from '../../../../lib/expression/ExpressionField.tsx'
import { useCondition } from '../../../../lib/expression/use-condition.ts'
import { FormDialog } from '../../../../lib/FormDialog.tsx'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { firstFocus } from '../../../../ui/first-focus.ts'
import { type Building, type ConditionOf, useBuilding } from './builder-context.ts'

/** When a question, or a section, is asked: a condition over the answers before it. */
export function ConditionDialog({ of, onClose }: { of: ConditionOf; onClose: () => void }) {
  const building = useBuilding()
  const { fields, put } = building
  const now = whenOf(building, of)
  const condition = useCondition(fields, (now ?? null) as RuleTree | null)
  const { checked } = condition
  const late = checked ? askedLater(building, of, checked.fields) : []
  const refusal = checked && refusalOf(building, checked)
  const save = (when: RuleTree | undefined) => {
    put((now) =>
      'field' in of ? changeQuestion(now, of.field, { when }) : changeSection(now, of.section, { when }),
    )
    onClose()
  }
  const submit = () => {
    const when = condition.ask()
    if (when && !refusal) save(when)
  }
  return (
    <FormDialog
      title={`When is “${nameOf(building, of)}” asked?`}
      description="Only if this is true for the answers before it. Else it is neither shown nor required, and nothing of it is sent."
      actionLabel="Set condition"
      onSubmit={submit}
      onClose={onClose}
      footerStart={
        now !== undefined && (
          <Button variant="danger-ghost" className="mr-auto" onPress={() => save(undefined)}>
            Always ask
          </Button>
        )
      }
    >
      <ExpressionField
        label="Condition"
        placeholder={exampleFor(fields.filter(({ id }) => askedBefore(building, of).includes(id)))}
        fields={fields}
        value={condition.text}
        onChange={condition.type}
        problems={condition.problems}
        onSubmit={submit}
        {...firstFocus}
      />
      {refusal && <Banner tone="warn">{refusal}</Banner>}
      {late.length > 0 && (
        <Banner tone="warn">
          {`${late.join(', ')} ${late.length === 1 ? 'is' : 'are'} not asked before this, and ${late.length === 1 ? 'counts' : 'count'} as empty here.`}
        </Banner>
      )}
    </FormDialog>
  )
}

function whenOf({ sections }: Building, of: ConditionOf): unknown {
  if ('section' in of) return sections.find(({ id }) => id === of.section)?.when
  return sections.flatMap(({ questions }) => questions).find(({ field }) => field === of.field)?.when
}

function nameOf({ sections, askedOf }: Building, of: ConditionOf): string {
  if ('field' in of) return askedOf(of.field)?.label ?? 'This question'
  const at = sections.findIndex(({ id }) => id === of.section)
  return sections[at]?.title ?? `Section ${at + 1}`
}

/** Why the database would not take a condition; null: it would. */
function refusalOf({ fields }: Building, { dependsOn, fields: read }: CheckedExpression): string | null {
  if (dependsOn.person) return 'A form asks everybody alike: a condition cannot look at who fills it in.'
  const readsFiles = fields.some(({ id, type }) => type === 'attachment' && read.has(id))
  return readsFiles ? 'Files are sent after the answers: a condition cannot look at them.' : null
}

/** The fields that are asked before it. */
function askedBefore({ sections }: Building, of: ConditionOf): FieldId[] {
  const before: FieldId[] = []
  for (const { id, questions } of sections) {
    if ('section' in of && id === of.section) break
    for (const { field } of questions) {
      if ('field' in of && field === of.field) return before
      before.push(field)
    }
  }
  return before
}

/** Names of fields that a condition looks at, and that are asked for after it or not at all. */
function askedLater(building: Building, of: ConditionOf, read: ReadonlySet<FieldId>): string[] {
  const before = askedBefore(building, of)
  return building.fields
    .filter(({ id }) => read.has(id) && !before.includes(id))
    .map(({ name }) => `“${name}”`)
}
