import { createContext, type ReactNode, use } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TopBar } from './TopBar.tsx'

/** Whether the sidebar is there, which the top bar opens. */
export const InFrame = createContext(false)

/** A page that has nothing but something to say: not found, no answer, no access. Inside of the frame it keeps the way out. */
export function NoticePage(props: {
  drawing: ReactNode
  title: string
  actions: ReactNode
  children: ReactNode
}) {
  const { title, ...rest } = props
  return (
    <div className="flex h-full min-h-0 flex-1 flex-col">
      {use(InFrame) && <TopBar crumbs={[{ id: 'notice', label: title }]} />}
      <main
        id="main"
        tabIndex={-1}
        className="grid min-h-0 flex-1 place-items-center overflow-y-auto outline-none"
      >
        <EmptyState level={1} title={title} {...rest} />
      </main>
    </div>
  )
}
