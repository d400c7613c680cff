import { Suspense } from 'react'
import { RolesSettings } from '../features/roles/RolesSettings.tsx'
import { paths } from '../lib/paths.ts'
import { BaseAboutPage } from './BaseAboutPage.tsx'
import { PeopleSkeleton } from './PeopleSkeleton.tsx'

export default function BaseRolesPage() {
  return (
    <BaseAboutPage
      place="roles"
      title="Roles of this base"
      description="What each role may read, add, change and delete. The database enforces it, whatever the way in."
    >
      {(schema) => (
        <Suspense fallback={<PeopleSkeleton />}>
          <RolesSettings
            schema={schema}
            proofHref={paths.baseProof(schema.base.id)}
            hrefOf={(role) => paths.baseRole(schema.base.id, role)}
          />
        </Suspense>
      )}
    </BaseAboutPage>
  )
}
