import type { WorkspaceUsage } from '@plinth/domain'
import { Banner } from '../../ui/Banner.tsx'
import { type Amount, strainedOf } from './usage-levels.ts'

const names: Record<Amount, string> = { tables: 'tables', rows: 'records', fileBytes: 'file storage' }
const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** What to do when the quota is reached or nearly so; nothing while there is room. */
export function UsageNotice({ usage }: { usage: WorkspaceUsage }) {
  const { full, near } = strainedOf(usage)
  const strained = full.length > 0 ? full : near
  if (strained.length === 0) return null
  const what = list.format(strained.map((amount) => names[amount]))
  return (
    <Banner
      tone={full.length > 0 ? 'danger' : 'warn'}
      title={full.length > 0 ? `The quota for ${what} is used up` : `Little is left of the quota for ${what}`}
      className="mb-6"
    >
      Delete what nobody needs any more, or ask whoever runs this installation for a higher quota. What is
      here stays, and can be read and changed.
    </Banner>
  )
}
