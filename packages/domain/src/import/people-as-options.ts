import { type PersonName } from '../field-types/field-type.ts'
import { labelOfPerson } from '../field-types/person.ts'
import type { OptionId } from '../ids.ts'
import type { Field, SelectOption } from '../schema.ts'

/**
 * A person field as an import reads it: the texts that name somebody stand as its options. The name comes first where it
 * names one person alone, the e-mail address always.
 */
export function withPeopleAsOptions(field: Field, people: readonly PersonName[]): Field {
  if (field.type !== 'person') return field
  const options = people.flatMap((person): SelectOption[] => {
    const labels = new Set([labelOfPerson(person, people), person.email])
    return [...labels].map((label) => ({ id: person.id as string as OptionId, label, hue: 'stone' }))
  })
  return { ...field, options: { options } }
}
