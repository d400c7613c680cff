import { changeQuestion, changeSection, type FieldId, type RuleTree } from '@plinth/domain'
import { isUsable, type Problem, parseExpression, printExpression, readAst } from '@plinth/expression'
import { useState } from 'react'
import { ExpressionField } from '../../../../lib/expression/ExpressionField.tsx'
import { FormDialog } from '../../../../lib/FormDialog.tsx'
import { useDebounced } from '../../../../lib/use-debounced.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { firstFocus } from '../../../../ui/first-focus.ts'
import { type Building, type ConditionOf, useBuilding } from './builder-context.ts'

const expects = { kind: 'boolean' } as const

/** When a question, or a section, is asked: a condition over the answers before it. */
export function ConditionDialog({ of, onClose }: { of: ConditionOf; onClose: () => void }) {
  const building = useBuilding()
  const { fields, put } = building
  const now = whenOf(building, of)
  const [text, setText] = useState(() => {
    const tree = now ? readAst(now) : null
    return tree?.ok ? printExpression(tree.value, fields) : ''
  })
  const [isAsked, setAsked] = useState(false)
  const settled = useDebounced(text, 400)
  const parsed = parseExpression(text, { fields, expects })
  const isFresh = !isAsked && (settled !== text || text.trim() === '')
  const problems: readonly Problem[] = parsed.ok || isFresh ? [] : parsed.error
  const late = parsed.ok ? askedLater(building, of, parsed.value.fields) : []
  const asks = parsed.ok && parsed.value.dependsOn.person
  const save = (when: RuleTree | undefined) => {
    put((now) =>
      'field' in of ? changeQuestion(now, of.field, { when }) : changeSection(now, of.section, { when }),
    )
    onClose()
  }
  const submit = () => {
    setAsked(true)
    if (parsed.ok && !asks) save(parsed.value.ast as unknown as RuleTree)
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
        placeholder={exampleFor(building, of)}
        fields={fields}
        value={text}
        onChange={(next) => {
          setText(next)
          setAsked(false)
        }}
        problems={problems}
        onSubmit={submit}
        {...firstFocus}
      />
      {asks && (
        <Banner tone="warn">A form asks everybody alike: a condition cannot look at who fills it in.</Banner>
      )}
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

/** A condition over a field that is asked before. */
function exampleFor(building: Building, of: ConditionOf): string {
  const before = askedBefore(building, of)
  const fields = building.fields.filter((field) => before.includes(field.id) && isUsable(field))
  const choice = fields.find(({ options }) => options.options?.length)
  if (choice) return `{${choice.name}} = "${choice.options.options![0]!.label}"`
  return `is_filled({${fields[0]?.name ?? 'Field'}})`
}
