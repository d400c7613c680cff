import type { Role, Table } from '@plinth/domain'
import { Switch } from '../../ui/Switch.tsx'
import { grantOf } from './grant-of.ts'

/** Where a role reaches some records only: may its holders change one so that it leaves their reach? */
export function HandOverSwitch(props: {
  role: Role
  table: Table
  onChange: (mayHandOver: boolean) => void
}) {
  const { role, table, onChange } = props
  const update = grantOf(role, table, 'update')
  const isBounded = update.scope === 'rules' || grantOf(role, table, 'read').scope === 'rules'
  if (update.scope === 'none' || (!isBounded && !update.handOver)) return null
  return (
    <Switch
      aria-label={`May hand over records of ${table.name}`}
      isSelected={update.handOver}
      onChange={onChange}
      className="py-1 text-xs"
      description="A change may take a record out of what this role reaches: to another region, to another person. Without this, such a change is refused."
    >
      May hand records over
    </Switch>
  )
}
