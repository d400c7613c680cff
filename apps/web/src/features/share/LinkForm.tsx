/** What a link is to show, to whom and for how long. */
import { type BaseId, type FieldId, limits, type ShareLink, type ShareSettings } from '@plinth/domain'
import { useState } from 'react'
import { FormDialog, type FormDialogAction } from '../../lib/FormDialog.tsx'
import { FieldIcon } from '../../lib/field-icons.tsx'
import type { OfferedField, ThingToShare } from '../../lib/shared-thing.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { PasswordField, TextField } from '../../ui/TextField.tsx'
import { CaptchaSwitch } from './CaptchaSwitch.tsx'
import { budgetProblem, type Ending, endOf, passwordProblem } from './share-words.ts'

export type LinkSettings = ShareSettings & { password?: string | null }

export interface LinkFormProps {
  base: BaseId
  action: FormDialogAction
  onClose: () => void
  /** Null: a new one. */
  link: ShareLink | null
  /** Null: it is gone. */
  thing: ThingToShare | null
  onSubmit: (settings: LinkSettings) => Promise<unknown>
}

export function LinkForm({ base, link, thing, action, onClose, onSubmit }: LinkFormProps) {
  const [name, setName] = useState(link?.name ?? thing?.name ?? '')
  const [fields, setFields] = useState<readonly FieldId[]>(link?.fields ?? thing?.shown ?? [])
  const [showsPeople, setShowsPeople] = useState(link?.showsPeople ?? false)
  const [showsLinked, setShowsLinked] = useState(
    // A chart by linked records is nothing without their names.
    link?.showsLinked ?? thing?.isByLinked ?? false,
  )
  const [ending, setEnding] = useState<Ending>(link?.expiresAt ? 'kept' : 'never')
  const [hasPassword, setHasPassword] = useState(link?.hasPassword ?? false)
  const [password, setPassword] = useState('')
  const [perHour, setPerHour] = useState(String(link?.perHour ?? ''))
  const [asksCaptcha, setAsksCaptcha] = useState(link?.asksCaptcha ?? false)
  const [isTried, setTried] = useState(false)
  // The password of a link is known to nobody; left empty it stays.
  const isPasswordKept = link?.hasPassword === true && password === ''
  const passwordError = hasPassword && !isPasswordKept ? passwordProblem(password) : null
  const { offered = [], isOfCharts = false, isForm = link?.kind === 'form', isByLinked = false } = thing ?? {}
  const budgetError = isForm ? budgetProblem(perHour) : null
  const types = offered.map(({ field }) => field.type)
  const isMissing = fields.length === 0 && !isOfCharts && !isForm
  const submit = async () => {
    setTried(true)
    if (isMissing || passwordError || budgetError) return
    await onSubmit({
      name,
      fields,
      ...(isForm ? { perHour: perHour.trim() === '' ? null : Number(perHour) } : {}),
      // What stays as it is may be what is not offered any more.
      ...(asksCaptcha === (link?.asksCaptcha ?? false) ? {} : { asksCaptcha }),
      showsPeople,
      showsLinked,
      expiresAt: ending === 'kept' ? (link?.expiresAt ?? null) : endOf(ending, new Date()),
      ...(hasPassword && isPasswordKept ? {} : { password: hasPassword ? password : null }),
    })
  }
  return (
    <FormDialog
      title={link ? 'Change link' : 'New link'}
      description={
        isForm
          ? 'Whoever has the link can fill in the form, without an account, and sees nothing that was sent.'
          : isOfCharts
            ? 'Whoever has the link sees the figures of these charts, without an account, and no records.'
            : 'Whoever has the link sees these fields, without an account, and can change nothing.'
      }
      actionLabel={link ? 'Save' : 'Create link'}
      action={action}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Title"
        description="Visitors read it above what they see."
        value={name}
        onChange={setName}
        maxLength={120}
        isRequired
      />
      {!isForm && (offered.length > 0 || !isOfCharts) && (
        <FieldChoice
          offered={offered.filter(({ namesPeople }) => showsPeople || !namesPeople)}
          fields={fields}
          onChange={setFields}
          note={
            isOfCharts
              ? 'Charts of other fields are not shown, also when a chart is changed later.'
              : fileNote(offered)
          }
          isMissing={isTried && isMissing}
        />
      )}
      {offered.some(({ namesPeople }) => namesPeople) && (
        <Switch
          isSelected={showsPeople}
          onChange={setShowsPeople}
          description={
            isForm
              ? 'Visitors see the names of everybody in the base.'
              : 'Then fields of people can be chosen too.'
          }
        >
          {isForm ? 'Let people be chosen' : 'Show the names of people'}
        </Switch>
      )}
      {(isOfCharts ? isByLinked : types.includes('link')) && (
        <Switch
          isSelected={showsLinked}
          onChange={setShowsLinked}
          description={
            isForm
              ? 'Visitors see what the records are called. Else they are not asked for any.'
              : isOfCharts
                ? 'Else charts by them are not shown.'
                : 'Else links only say how many there are.'
          }
        >
          {isForm ? 'Let linked records be chosen' : 'Show what linked records are called'}
        </Switch>
      )}
      <Select<Ending>
        label="Ends"
        options={[
          ...(link?.expiresAt ? [{ id: 'kept' as const, label: untilText(link.expiresAt) }] : []),
          { id: 'never', label: 'When it is taken back' },
          { id: 'day', label: 'In a day' },
          { id: 'week', label: 'In a week' },
          { id: 'month', label: 'In 30 days' },
          { id: 'year', label: 'In a year' },
        ]}
        value={ending}
        onChange={setEnding}
      />
      {isForm && (
        <TextField
          label="Answers in an hour, at most"
          description={`Left empty: ${limits.submissionsPerHour.toLocaleString()}. It keeps out who would fill the table.`}
          inputMode="numeric"
          value={perHour}
          onChange={setPerHour}
          autoComplete="off"
          {...(isTried && budgetError ? { errorMessage: budgetError } : {})}
        />
      )}
      {isForm && <CaptchaSwitch base={base} isSelected={asksCaptcha} onChange={setAsksCaptcha} />}
      <Switch isSelected={hasPassword} onChange={setHasPassword}>
        Ask for a password
      </Switch>
      {hasPassword && (
        <PasswordField
          label={link?.hasPassword ? 'New password' : 'Password'}
          description={
            link?.hasPassword ? 'Left empty, it stays as it is.' : 'Tell it by another way than the link.'
          }
          value={password}
          onChange={setPassword}
          autoComplete="off"
          {...(isTried && passwordError ? { errorMessage: passwordError } : {})}
        />
      )}
    </FormDialog>
  )
}

function fileNote(offered: readonly OfferedField[]): string {
  const plain = 'New fields are not added by themselves.'
  const hasFiles = offered.some(({ field }) => field.type === 'attachment')
  return hasFiles ? `${plain} Files of chosen fields can be opened and downloaded.` : plain
}

const untilText = (iso: string) =>
  `On ${new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(new Date(iso))}`

function FieldChoice({
  offered,
  fields,
  onChange,
  note,
  isMissing,
}: {
  offered: readonly OfferedField[]
  fields: readonly FieldId[]
  onChange: (fields: readonly FieldId[]) => void
  note: string
  isMissing: boolean
}) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Fields</legend>
      <div className="scroll-thin flex max-h-48 flex-col overflow-y-auto rounded-control border border-line-control px-2.5 py-1.5">
        {offered.map(({ field: { id, name, type }, table }) => (
          <Checkbox
            key={id}
            isSelected={fields.includes(id)}
            onChange={(isShown) => onChange(isShown ? [...fields, id] : fields.filter((one) => one !== id))}
          >
            <FieldIcon type={type} className="size-3.5 shrink-0 text-ink-faint" />
            <span className="min-w-0 truncate">{table ? `${table} › ${name}` : name}</span>
          </Checkbox>
        ))}
      </div>
      <p className="text-sm text-ink-muted">{note}</p>
      {isMissing && (
        <p role="alert" className="text-sm text-danger-text">
          Choose at least one field.
        </p>
      )}
    </fieldset>
  )
}
