import type { Automation, AutomationFeatures, BaseId, BaseSchema } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AutomationEditor } from '../features/automation/AutomationEditor.tsx'
import { AutomationHead } from '../features/automation/AutomationHead.tsx'
import { AutomationsPending } from '../features/automation/AutomationsPending.tsx'
import { begunDraft } from '../features/automation/examples.ts'
import { automationsQuery } from '../features/automation/use-automations.ts'
import { Page } from '../features/frame/Page.tsx'
import { useBackend } from '../lib/backend-context.ts'
import { paths } from '../lib/paths.ts'
import { useBaseSchema, useSession } from '../lib/queries.ts'
import { useTitle } from '../lib/use-title.ts'
import { HueTile } from '../ui/Chip.tsx'
import { BaseTopBarEnd } from './BaseTopBar.tsx'

/** One automation, with an address of its own; without one, a new one is made. */
export default function BaseAutomationPage() {
  const params = useParams({ strict: false })
  const schema = useBaseSchema(params.base as BaseId)
  const listHref = paths.baseAutomations(schema.base.id)
  const answer = useQuery({
    ...automationsQuery(useBackend(), schema.base.id),
    enabled: schema.role === 'creator',
  })
  // Others than creators get no list of automations.
  if (schema.role !== 'creator' || schema.tables.length === 0) return <Navigate to={listHref} replace />
  if (answer.data) {
    const { automations, features } = answer.data
    const stored = automations.find(({ id }) => id === params.automation) ?? null
    if (!stored && params.automation) return <Navigate to={listHref} replace />
    return <AutomationPage {...{ schema, stored, features, automations }} />
  }
  return (
    <Frame schema={schema} title="Automation">
      <AutomationsPending answer={answer} />
    </Frame>
  )
}

function AutomationPage(props: {
  schema: BaseSchema
  stored: Automation | null
  features: AutomationFeatures
  automations: readonly Automation[]
}) {
  const { schema, stored, features, automations } = props
  const { base } = schema
  const { profile } = useSession()
  const search: { from?: unknown } = useSearch({ strict: false })
  const from = typeof search.from === 'string' ? search.from : undefined
  const navigate = useNavigate()
  const go = (href: string) => void navigate({ href, replace: true })
  return (
    <Frame
      schema={schema}
      title={stored?.name ?? 'New automation'}
      actions={
        stored && (
          <AutomationHead
            schema={schema}
            automation={stored}
            onDeleted={() => go(paths.baseAutomations(base.id))}
          />
        )
      }
    >
      <AutomationEditor
        key={stored?.id ?? `new ${from ?? ''}`}
        {...{ schema, stored, features }}
        me={profile.id}
        begin={(place) => begunDraft(from, { place, automations, me: profile.id })}
        onCreated={(id) => go(paths.baseAutomation(base.id, id))}
      />
    </Frame>
  )
}

function Frame(props: { schema: BaseSchema; title: string; actions?: ReactNode; children: ReactNode }) {
  const { schema, title, actions, children } = props
  const { base } = schema
  useTitle(title, base.name)
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
        { id: 'automations', label: 'Automations', href: paths.baseAutomations(base.id) },
        { id: 'automation', label: title },
      ]}
      end={<BaseTopBarEnd schema={schema} />}
      title={title}
      actions={actions}
    >
      {children}
    </Page>
  )
}
