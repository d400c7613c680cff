import type { BaseId } from '@plinth/domain'
import { Navigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Page } from '../features/frame/Page.tsx'
import { ProofView } from '../features/roles/ProofView.tsx'
import { paths } from '../lib/paths.ts'
import { useBaseSchema } from '../lib/queries.ts'
import { useTitle } from '../lib/use-title.ts'
import { HueTile } from '../ui/Chip.tsx'
import { BaseTopBarEnd } from './BaseTopBar.tsx'
import { PeopleSkeleton } from './PeopleSkeleton.tsx'

/** All roles against all tables, read from the live catalogue. */
export default function BaseProofPage() {
  const params = useParams({ strict: false })
  const schema = useBaseSchema(params.base as BaseId)
  const { base } = schema
  useTitle('Proof', base.name)
  if (schema.role !== 'creator') return <Navigate to={paths.baseRoles(base.id)} replace />
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
        { id: 'roles', label: 'Roles', href: paths.baseRoles(base.id) },
        { id: 'proof', label: 'Proof' },
      ]}
      end={<BaseTopBarEnd schema={schema} />}
      title="Who may do what"
      description="What the database answers to who holds one role alone, and whether what guards each table is in force."
    >
      <Suspense fallback={<PeopleSkeleton />}>
        <ProofView schema={schema} />
      </Suspense>
    </Page>
  )
}
