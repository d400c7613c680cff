import { computedType } from './computed.ts'
import { fromNotedPerson } from './conversions.ts'
import { person } from './person.ts'

export const changedBy = computedType(person, {
  name: 'changed_by',
  label: 'Changed by',
  description: 'Who last changed each record. Fills itself in.',
  icon: 'user-pen',
  becomes: fromNotedPerson,
})
