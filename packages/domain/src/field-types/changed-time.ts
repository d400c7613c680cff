import { computedType } from './computed.ts'
import { fromNotedTime } from './conversions.ts'
import { datetime } from './datetime.ts'

export const changedTime = computedType(datetime, {
  name: 'changed_time',
  label: 'Changed time',
  description: 'When each record was last changed. Fills itself in.',
  icon: 'calendar-sync',
  becomes: fromNotedTime,
})
