import type { FieldType } from './field-type.ts'
import { singleSelect } from './single-select.ts'

/** A state is written and read like an option; which one may follow which, the database decides. */
export const status: FieldType = {
  ...singleSelect,
  // Records begin in the first state of their workflow.
  defaults: [],
  becomes: ['text', 'long_text', 'single_select'],
  name: 'status',
  label: 'Status',
  description: 'A state, with rules for who may move it where.',
  icon: 'workflow',
}
