import type { BaseId, BaseSchema } from '@plinth/domain'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../features/frame/Page.tsx'
import { paths } from '../lib/paths.ts'
import { useBaseSchema } from '../lib/queries.ts'
import { useTitle } from '../lib/use-title.ts'
import { HueTile } from '../ui/Chip.tsx'
import { BaseTabs } from './BaseTabs.tsx'
import { BaseTopBarEnd } from './BaseTopBar.tsx'

const places = {
  members: 'Members',
  roles: 'Roles',
  automations: 'Automations',
  settings: 'Settings',
  trash: 'Trash',
} as const

export interface BaseAboutPageProps {
  place: keyof typeof places
  title: string
  description?: string
  children: (schema: BaseSchema) => ReactNode
}

/** What the pages about a base itself share: where one is, and the way to the others. */
export function BaseAboutPage({ place, title, description, children }: BaseAboutPageProps) {
  const { base: id } = useParams({ strict: false })
  const schema = useBaseSchema(id as BaseId)
  const { base } = schema
  const icon = <HueTile hue={base.hue} name={base.name} />
  useTitle(places[place], base.name)
  return (
    <Page
      width="narrow"
      crumbs={[
        { id: 'base', label: base.name, icon, href: paths.base(base.id) },
        { id: place, label: places[place] },
      ]}
      end={<BaseTopBarEnd schema={schema} />}
      title={title}
      description={description}
    >
      <BaseTabs base={base} value={place}>
        {children(schema)}
      </BaseTabs>
    </Page>
  )
}
