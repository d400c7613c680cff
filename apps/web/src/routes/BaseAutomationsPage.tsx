import { AutomationList } from '../features/automation/AutomationList.tsx'
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
      {(schema) => <AutomationList schema={schema} me={profile.id} />}
    </BaseAboutPage>
  )
}
