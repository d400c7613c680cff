import type { BaseId } from '@plinth/domain'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Page } from '../features/frame/Page.tsx'
import { BaseMembers } from '../features/members/BaseMembers.tsx'
import { paths } from '../lib/paths.ts'
import { useBaseSchema, useSession } from '../lib/queries.ts'
import { useTitle } from '../lib/use-title.ts'
import { HueTile } from '../ui/Chip.tsx'
import { BaseTabs } from './BaseTabs.tsx'
import { BaseTopBarEnd } from './BaseTopBar.tsx'
import { PeopleSkeleton } from './PeopleSkeleton.tsx'

export default function BaseMembersPage() {
  const { base: id } = useParams({ strict: false })
  const schema = useBaseSchema(id as BaseId)
  const { profile } = useSession()
  const { base } = schema
  useTitle('Members', base.name)
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
        { id: 'members', label: 'Members' },
      ]}
      end={<BaseTopBarEnd schema={schema} />}
      title="Members of this base"
      description="Creators shape it, editors change records, viewers read. The database enforces it, whatever the way in."
    >
      <BaseTabs base={base} value="members">
        <Suspense fallback={<PeopleSkeleton />}>
          <BaseMembers schema={schema} me={profile.id} />
        </Suspense>
      </BaseTabs>
    </Page>
  )
}
