import { useNavigate } from '@tanstack/react-router'
import { BaseSettings } from '../features/base/BaseSettings.tsx'
import { paths } from '../lib/paths.ts'
import { BaseAboutPage } from './BaseAboutPage.tsx'

export default function BaseSettingsPage() {
  const navigate = useNavigate()
  return (
    <BaseAboutPage place="settings" title="Base settings">
      {(schema) => (
        <BaseSettings
          key={schema.base.id}
          schema={schema}
          onDeleted={() => void navigate({ href: paths.workspace(schema.base.workspaceId), replace: true })}
        />
      )}
    </BaseAboutPage>
  )
}
