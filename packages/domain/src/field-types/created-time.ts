import { computedType } from './computed.ts'
import { fromNotedTime } from './conversions.ts'
import { datetime } from './datetime.ts'

export const createdTime = computedType(datetime, {
  name: 'created_time',
  label: 'Created time',
  description: 'When each record was made. Fills itself in.',
  icon: 'calendar-plus',
  becomes: fromNotedTime,
})
