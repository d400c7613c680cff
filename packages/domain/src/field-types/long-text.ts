import { limits } from '../limits.ts'
import { plainMentions } from '../mentions.ts'
import type { FieldType } from './field-type.ts'
import { mentionName } from './person.ts'
import { asText, textType } from './text-type.ts'

/** Read with the present names of those who are mentioned; edited and exported as it is stored. */
export const longText: FieldType = {
  ...textType('long_text', limits.longTextLength, {
    label: 'Long text',
    description: 'Notes and descriptions of many lines, up to 100,000 characters.',
    icon: 'text',
  }),
  // Groups of one long text each would say nothing.
  isGroupable: false,
  formatText: (value, _, context) => plainMentions(asText(value), (mention) => mentionName(mention, context)),
}
