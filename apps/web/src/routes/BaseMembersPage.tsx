import { Suspense } from 'react'
import { BaseMembers } from '../features/members/BaseMembers.tsx'
import { useSession } from '../lib/queries.ts'
import { BaseAboutPage } from './BaseAboutPage.tsx'
import { PeopleSkeleton } from './PeopleSkeleton.tsx'

export default function BaseMembersPage() {
  const { profile } = useSession()
  return (
    <BaseAboutPage
      place="members"
      title="Members of this base"
      description="Creators shape it, editors change records, viewers read. The database enforces it, whatever the way in."
    >
      {(schema) => (
        <Suspense fallback={<PeopleSkeleton />}>
          <BaseMembers schema={schema} me={profile.id} />
        </Suspense>
      )}
    </BaseAboutPage>
  )
}
