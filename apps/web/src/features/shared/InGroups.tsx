import type { SharedPage } from '@plinth/domain'
import type { ReactNode } from 'react'
import { GroupHead } from './GroupHead.tsx'
import { groupsOf, headText, type SharedHead } from './shared-groups.ts'
import type { RowsProps, SharedRow } from './shared-kinds.ts'

interface InGroupsProps extends RowsProps {
  headClassName: string
  /** Draws some of the records, with what they are called together. */
  children: (rows: readonly SharedRow[], label: string) => ReactNode
}

/** Records in the groups of their view, each below its heading; without groups all of them, called as the view. */
export function InGroups({ page, rows, headClassName, children }: InGroupsProps) {
  return groupsOf(page, rows).map(({ from, heads, rows: some }) => (
    <section key={from}>
      {heads.map((head) => (
        <h2 key={head.at} className={headClassName}>
          <GroupHead page={page} head={head} className="h-full" />
        </h2>
      ))}
      {children(some, labelOf(heads, page))}
    </section>
  ))
}

const labelOf = (heads: readonly SharedHead[], page: SharedPage): string =>
  heads.map((head) => `${head.field.name}: ${headText(head, page)}`).join(', ') || page.name
