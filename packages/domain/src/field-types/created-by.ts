import { computedType } from './computed.ts'
import { fromNotedPerson } from './conversions.ts'
import { person } from './person.ts'

export const createdBy = computedType(person, {
  name: 'created_by',
  label: 'Created by',
  description: 'Who made each record. Fills itself in.',
  icon: 'user-plus',
  becomes: fromNotedPerson,
})
