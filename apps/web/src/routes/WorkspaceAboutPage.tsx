import type { WorkspaceSummary } from '@plinth/domain'
import type { ReactNode } from 'react'
import { Page, type PageProps } from '../features/frame/Page.tsx'
import { paths } from '../lib/paths.ts'
import { useTitle } from '../lib/use-title.ts'

export interface WorkspaceAboutPageProps extends Pick<PageProps, 'title' | 'description' | 'actions'> {
  workspace: WorkspaceSummary
  /** Its name in the trail and in the window's title. */
  place: string
  children: ReactNode
}

/** The frame of the pages about a workspace itself. */
export function WorkspaceAboutPage({ workspace, place, ...page }: WorkspaceAboutPageProps) {
  useTitle(place, workspace.name)
  return (
    <Page
      {...page}
      width="narrow"
      crumbs={[
        { id: 'workspace', label: workspace.name, href: paths.workspace(workspace.id) },
        { id: 'place', label: place },
      ]}
    />
  )
}
