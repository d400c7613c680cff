import { AutomationList } from '../features/automation/AutomationList.tsx'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/queries.ts'
import { BaseAboutPage } from './BaseAboutPage.tsx'

export default function BaseAutomationsPage() {
  const { profile } = useSession()
  return (
    <BaseAboutPage
      place="automations"
      title="Automations"
      description="What the base does by itself when something happens to a record."
    >
      {(schema) => (
        <AutomationList
          schema={schema}
          me={profile.id}
          hrefOf={(automation) => paths.baseAutomation(schema.base.id, automation)}
          hrefOfNew={(from) => paths.baseNewAutomation(schema.base.id, from)}
        />
      )}
    </BaseAboutPage>
  )
}
