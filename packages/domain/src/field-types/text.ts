import { limits } from '../limits.ts'
import { textType } from './text-type.ts'

export const text = textType('text', limits.textLength, {
  label: 'Text',
  description: 'A name, a title, a code: up to 2,000 characters.',
  icon: 'type',
})
