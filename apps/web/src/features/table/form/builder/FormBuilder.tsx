/** A form as it will look, put together in place. */
import {
  addSection,
  type Field,
  type FormSettings,
  formLines,
  formOf,
  isAnswerable,
  limits,
  moveQuestion,
  sectionsOfForm,
} from '@plinth/domain'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { FormSheet } from '../../../../lib/form/FormFill.tsx'
import { useReorder } from '../../../../lib/use-reorder.ts'
import { Button } from '../../../../ui/Button.tsx'
import { withOwnAnswers } from '../own-answers.ts'
import { useOwnLinks } from '../use-own-links.ts'
import { AskMenu } from './AskMenu.tsx'
import { type Building, BuildingContext, type ConditionOf } from './builder-context.ts'
import { ConditionDialog } from './ConditionDialog.tsx'
import { FormEnding } from './FormEnding.tsx'
import { PaperText } from './PaperText.tsx'
import { QuestionLine } from './QuestionLine.tsx'
import { SectionLine } from './SectionLine.tsx'
import { useFormSettings } from './use-form-settings.ts'

export interface FormBuilderProps {
  /** What it is called where it has no title of its own. */
  name: string
  settings: FormSettings
  fields: readonly Field[]
  onChange: (settings: FormSettings) => void
}

export function FormBuilder({ name, settings: given, fields: all, onChange }: FormBuilderProps) {
  const { shown: settings, change: update, tell } = useFormSettings(given, onChange)
  const [open, show] = useState<Field['id'] | null>(null)
  const [condition, askWhen] = useState<ConditionOf | null>(null)
  const [told, setTold] = useState('')
  const fields = all.filter(isAnswerable)
  const sections = sectionsOfForm(settings, fields)
  const { links } = useOwnLinks(settings, fields)
  const asked = withOwnAnswers(formOf({ ...settings, sections }, fields), links, undefined).flatMap(
    ({ questions }) => questions,
  )
  const change: Building['change'] = (changes, isTyped) => update((now) => withChanges(now, changes), isTyped)
  const building: Building = {
    settings,
    sections,
    fields,
    open,
    show,
    change,
    put: (next, isTyped) =>
      update((now) => ({ ...now, sections: next(sectionsOfForm(now, fields)) }), isTyped),
    askedOf: (field) => asked.find((one) => one.field.id === field) ?? null,
    askWhen,
  }
  const lines = formLines(sections)
  const move = (from: number, to: number) => {
    const moved = moveQuestion(sections, from, to)
    if (moved === sections) return
    building.put((now) => moveQuestion(now, from, to))
    const line = lines[from]
    const label = line?.kind === 'question' ? building.askedOf(line.question.field)?.label : ''
    const place = formLines(moved).findIndex(
      (one) =>
        one.kind === 'question' && line?.kind === 'question' && one.question.field === line.question.field,
    )
    setTold(`${label} is now at place ${place} of ${lines.length - 1}.`)
  }
  const reorder = useReorder('vertical', lines.length, move)
  const list = useRef<HTMLUListElement>(null)
  const addLast = () => {
    building.put((now) => addSection(now, sectionId()))
    // On to its title: the button that added it may be out of sight now.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  return (
    <BuildingContext value={building}>
      <FormSheet onBlur={tell}>
        <PaperText
          label="Title of the form"
          placeholder={name}
          value={settings.title ?? ''}
          maxLength={limits.formLabelLength}
          className="text-2xl font-semibold"
          onChange={(title) => change({ title: title || undefined }, true)}
        />
        <PaperText
          isLong
          label="Introduction"
          placeholder="What this form is for (Markdown)"
          value={settings.intro ?? ''}
          maxLength={limits.formTextLength}
          className="mt-1 text-base"
          onChange={(intro) => change({ intro: intro || undefined }, true)}
        />
        <ul ref={list} className="mt-5 flex flex-col gap-1" aria-label="Questions of the form">
          {lines.map((line, at) =>
            line.kind === 'section' ? (
              <SectionLine key={`section ${line.section.id}`} section={line.section} item={reorder(at)} />
            ) : (
              <QuestionLine
                key={line.question.field}
                question={line.question}
                item={reorder(at)}
                at={at}
                count={lines.length}
                onMove={move}
              />
            ),
          )}
        </ul>
        <output className="sr-only">{told}</output>
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <AskMenu section={sections.at(-1)?.id ?? ''} label="Ask for a field" />
          <Button
            icon={<Plus aria-hidden />}
            isDisabled={sections.length >= limits.sectionsPerForm}
            onPress={addLast}
          >
            Add a section
          </Button>
        </div>
        <FormEnding />
      </FormSheet>
      {condition && <ConditionDialog of={condition} onClose={() => askWhen(null)} />}
    </BuildingContext>
  )
}

const sectionId = () => crypto.randomUUID().slice(0, 8)

function withChanges(settings: FormSettings, changes: object): FormSettings {
  const entries = Object.entries({ ...settings, ...changes }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries)
}
