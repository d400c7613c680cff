import type { BaseId } from '@plinth/domain'
import { useNavigate, useParams } from '@tanstack/react-router'
import { BaseSettings } from '../features/base/BaseSettings.tsx'
import { Page } from '../features/frame/Page.tsx'
import { paths } from '../lib/paths.ts'
import { useBaseSchema } from '../lib/queries.ts'
import { useTitle } from '../lib/use-title.ts'
import { HueTile } from '../ui/Chip.tsx'
import { BaseTabs } from './BaseTabs.tsx'
import { BaseTopBarEnd } from './BaseTopBar.tsx'

export default function BaseSettingsPage() {
  const { base: id } = useParams({ strict: false })
  const schema = useBaseSchema(id as BaseId)
  const navigate = useNavigate()
  const { base } = schema
  useTitle('Settings', base.name)
  return (
    <Page
      width="narrow"
      crumbs={[
        {
          id: 'base',
          label: base.name,
          icon: <HueTile hue={base.hue} name={base.name} />,
          href: paths.base(base.id),
        },
        { id: 'settings', label: 'Settings' },
      ]}
      end={<BaseTopBarEnd schema={schema} />}
      title="Base settings"
    >
      <BaseTabs base={base} value="settings">
        <BaseSettings
          key={base.id}
          schema={schema}
          onDeleted={() => void navigate({ href: paths.workspace(base.workspaceId), replace: true })}
        />
      </BaseTabs>
    </Page>
  )
}
