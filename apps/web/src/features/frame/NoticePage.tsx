import { createContext, type ReactNode, use } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** The bar above such a page. The frame gives it; outside of the frame, where pages load first, there is none. */
export const NoticeBar = createContext<(title: string) => ReactNode>(() => null)

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
      {use(NoticeBar)(title)}
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
