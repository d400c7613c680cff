import type { BaseId, BaseSchema } from '@plinth/domain'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { Page } from '../features/frame/Page.tsx'
import { RoleDetail } from '../features/roles/RoleDetail.tsx'
import { roleDescription, roleName } from '../features/roles/role-words.ts'
import { useBackend } from '../lib/backend-context.ts'
import { paths } from '../lib/paths.ts'
import { queries, useBaseSchema } from '../lib/queries.ts'
import { useTitle } from '../lib/use-title.ts'
import { formatViewedAs } from '../lib/viewed-as.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { HueTile } from '../ui/Chip.tsx'
import { BaseTopBarEnd } from './BaseTopBar.tsx'

/** One role, with an address of its own. */
export default function BaseRolePage() {
  const params = useParams({ strict: false })
  const schema = useBaseSchema(params.base as BaseId)
  // Others than creators get no list of roles.
  if (schema.role !== 'creator') return <Navigate to={paths.baseRoles(schema.base.id)} replace />
  return <RolePage schema={schema} id={params.role ?? ''} />
}

function RolePage({ schema, id }: { schema: BaseSchema; id: string }) {
  const { base } = schema
  const navigate = useNavigate()
  const { data: roles } = useSuspenseQuery(queries.roles(useBackend(), base.id))
  const role = roles.find((one) => one.id === id)
  const listHref = paths.baseRoles(base.id)
  useTitle(role ? roleName(role) : 'Roles', base.name)
  if (!role) return <Navigate to={listHref} replace />
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
        { id: 'roles', label: 'Roles', href: listHref },
        { id: 'role', label: roleName(role) },
      ]}
      end={<BaseTopBarEnd schema={schema} />}
      title={roleName(role)}
      actions={
        <ButtonLink
          href={paths.viewAs(base.id, formatViewedAs({ role: role.id }))}
          icon={<Eye aria-hidden />}
        >
          View as this role
        </ButtonLink>
      }
      description={roleDescription(role)}
    >
      <RoleDetail
        key={role.id}
        schema={schema}
        role={role}
        membersHref={paths.baseMembers(base.id)}
        onDeleted={() => void navigate({ href: listHref, replace: true })}
      />
    </Page>
  )
}
