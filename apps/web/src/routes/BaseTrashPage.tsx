import { Suspense } from 'react'
import { TrashSettings } from '../features/trash/TrashSettings.tsx'
import { BaseAboutPage } from './BaseAboutPage.tsx'
import { PeopleSkeleton } from './PeopleSkeleton.tsx'

export default function BaseTrashPage() {
  return (
    <BaseAboutPage
      place="trash"
      title="Trash"
      description="Deleted tables and fields, and the old values of fields whose type was changed. Nobody reads them here, but they count against the quota."
    >
      {(schema) => (
        <Suspense fallback={<PeopleSkeleton />}>
          <TrashSettings schema={schema} />
        </Suspense>
      )}
    </BaseAboutPage>
  )
}
