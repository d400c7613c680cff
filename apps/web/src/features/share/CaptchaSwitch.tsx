import { type BaseId, captchaProviders, isCaptchaName } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { queries } from '../../lib/queries.ts'
import { toAppError } from '../../lib/unwrap.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'

export interface CaptchaSwitchProps {
  base: BaseId
  isSelected: boolean
  onChange: (isSelected: boolean) => void
}

/** Whether a form asks for the project's captcha, where there is one; else why not. */
export function CaptchaSwitch({ base, isSelected, onChange }: CaptchaSwitchProps) {
  const features = useQuery(queries.shareFeatures(useBackend(), base))
  if (!features.data) {
    return features.error ? (
      <ErrorNote error={toAppError(features.error)} />
    ) : (
      <Skeleton className="h-10 w-full" />
    )
  }
  const { captcha } = features.data
  const lack = lackOf(captcha)
  // What a link asks for already can always be taken from it.
  if (lack !== '' && !isSelected) return <p className="text-sm text-ink-muted">{lack}</p>
  return (
    <Switch
      isSelected={isSelected}
      onChange={onChange}
      description={
        isCaptchaName(captcha)
          ? `Visitors show that they are people. ${captchaProviders[captcha].label} then sees who opens the form.`
          : `${lack} While this is on, nobody can send the form.`
      }
    >
      Ask for a captcha
    </Switch>
  )
}

function lackOf(captcha: string | null): string {
  if (isCaptchaName(captcha)) return ''
  return captcha === null
    ? 'No captcha can be asked for: this project has none. Whoever runs its database can set one up.'
    : `No captcha can be asked for: this app does not know “${captcha}”, which the project has.`
}
