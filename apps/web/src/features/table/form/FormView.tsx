/** A view that asks: filled in by whoever opens it, and put together by whoever may change the view. */
import {
  type AskedSection,
  type CellValue,
  type Field,
  type FieldId,
  type FormSettings,
  formOf,
  newRecordValues,
  type View,
  withSetting,
} from '@plinth/domain'
import { ClipboardPen, Globe } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { showDialog } from '../../../lib/dialogs.ts'
import { conditionsOver } from '../../../lib/form/conditions.ts'
import { FormFill, FormSheet } from '../../../lib/form/FormFill.tsx'
import { FormHostContext } from '../../../lib/form/form-host.ts'
import { draftKey } from '../../../lib/form/kept-drafts.ts'
import { prefillQuery } from '../../../lib/form/prefill-query.ts'
import { useSession } from '../../../lib/queries.ts'
import { mayAddRecords } from '../../../lib/table-access.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useTable } from '../table-context.ts'
import { maySave, useView } from '../view/table-view.ts'
import { FormBuilder } from './builder/FormBuilder.tsx'
import { FilesToLookAt } from './FilesToLookAt.tsx'
import { memberHost } from './member-host.ts'
import { withOwnAnswers } from './own-answers.ts'
import { useOwnLinks } from './use-own-links.ts'

const modes = { edit: 'Edit', fill: 'Fill in' } as const
type Mode = keyof typeof modes
const noSettings: FormSettings = {}

export default function FormView() {
  const scope = useTable()
  const { base, backend, table, mayShape } = scope
  const view = useView()
  const { saved, config, isChanged, change } = view
  const mayEdit = maySave(view) && view.isKept
  const [mode, setMode] = useState<Mode>(mayEdit ? 'edit' : 'fill')
  const shown = mayEdit ? mode : 'fill'
  const form = config.settings.form ?? noSettings
  const { fileBytes } = useSession().installation
  const host = useMemo(
    () => (saved ? memberHost(scope, saved.id, form, fileBytes) : null),
    [scope, saved, form, fileBytes],
  )
  return (
    <FormHostContext value={host}>
      <div className="flex min-h-0 flex-1 flex-col bg-page">
        {mayEdit && (
          <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
            <RadioGroup
              aria-label="What to do with the form"
              orientation="horizontal"
              value={mode}
              onChange={(next) => setMode(next as Mode)}
              className="flex rounded-control bg-sunken p-0.5 ring-1 ring-line"
            >
              {(Object.keys(modes) as Mode[]).map((one) => (
                <Radio
                  key={one}
                  value={one}
                  className="flex h-6 cursor-default items-center justify-center rounded-[5px] px-2.5 text-sm font-medium text-ink-muted outline-none select-none hovered:text-ink focus-visible:ring-focus selected:bg-surface selected:text-ink selected:shadow-[0_1px_2px_rgb(28_25_23/0.12)] coarse:h-11 coarse:px-4 dark:selected:bg-pressed"
                >
                  {modes[one]}
                </Radio>
              ))}
            </RadioGroup>
            <span className="flex-1" />
            <FilesToLookAt />
            {mayShape && saved?.isShared && (
              <Button
                size="sm"
                icon={<Globe aria-hidden />}
                onPress={() =>
                  showDialog({ kind: 'share', base, shared: { table: table.id, view: saved.id } })
                }
              >
                Share by link
              </Button>
            )}
          </header>
        )}
        {/* The keys of a scroller: what is in it may be longer than the window. */}
        <div className="scroll-thin relative min-h-0 flex-1 overflow-y-auto sm:px-6">
          {shown === 'edit' ? (
            <FormBuilder
              name={saved?.name ?? table.name}
              settings={form}
              fields={table.fields}
              onChange={(next: FormSettings) =>
                change({ settings: withSetting(config.settings, { form: next }) })
              }
            />
          ) : (
            <Filled
              key={mode}
              form={form}
              isPreview={mayEdit && isChanged}
              isClosed={!mayAddRecords(table) || backend.viewedAs !== null}
            />
          )}
        </div>
      </div>
    </FormHostContext>
  )
}

function Filled({
  form,
  isPreview,
  isClosed,
}: {
  form: FormSettings
  isPreview: boolean
  isClosed: boolean
}) {
  const { table } = useTable()
  const { saved } = useView()
  const sections = useMemo(() => formOf(form, table.fields), [form, table.fields])
  const own = useOwnLinks(form, table.fields)
  if (!saved) return null
  if (isClosed) {
    return (
      <EmptyState drawing={<ClipboardPen className="size-10" />} title="You cannot fill in this form">
        Your roles here do not let you add records to {table.name}. Ask a creator of the base.
      </EmptyState>
    )
  }
  if (sections.every(({ questions }) => questions.length === 0)) {
    return (
      <EmptyState drawing={<ClipboardPen className="size-10" />} title="This form asks nothing yet">
        Whoever may change this view can ask for fields of {table.name}.
      </EmptyState>
    )
  }
  return (
    <>
      {isPreview && (
        <Banner tone="info" className="mx-auto mt-4 max-w-170">
          You have changed this form and not saved it. What you send now is asked by the saved one.
        </Banner>
      )}
      {own.isThere ? (
        <FilledBy key={saved.id} {...{ form, sections, saved }} links={own.links} />
      ) : (
        <FormSheet>
          <Skeleton className="h-7 w-1/2" />
        </FormSheet>
      )}
    </>
  )
}

/** The form itself, once it is known what it begins with. */
function FilledBy(props: {
  form: FormSettings
  sections: readonly AskedSection<Field>[]
  saved: View
  links: ReadonlyMap<FieldId, CellValue>
}) {
  const { form, saved, sections } = props
  const { table, values, me } = useTable()
  const { role } = useView()
  const [query] = useState(() => prefillQuery())
  // As they are when the form is opened, as are the field's own values.
  const [links] = useState(props.links)
  const [defaults] = useState(() =>
    newRecordValues(table.fields, { timeZone: values.timeZone, me }, Date.now()),
  )
  const asked = useMemo(
    () => withOwnAnswers(sections, links, values.people),
    [sections, links, values.people],
  )
  const holds = useMemo(
    () => conditionsOver(table.fields, { timeZone: values.timeZone, me, role, roles: [] }),
    [table.fields, values.timeZone, me, role],
  )
  return (
    <FormFill
      title={form.title || saved.name}
      intro={form.intro ?? ''}
      submitLabel={form.submitLabel ?? ''}
      level={2}
      sections={asked}
      pace={form.pace ?? 'page'}
      holds={holds}
      defaults={defaults}
      draftKey={draftKey({ user: me, view: saved.id }, query)}
      query={query}
    />
  )
}
