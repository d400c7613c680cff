import type { CellValue } from '../rows.ts'
import type { FieldTypeName } from '../schema.ts'
import { attachment } from './attachment.ts'
import { autonumber } from './autonumber.ts'
import { changedBy } from './changed-by.ts'
import { changedTime } from './changed-time.ts'
import { checkbox } from './checkbox.ts'
import { createdBy } from './created-by.ts'
import { createdTime } from './created-time.ts'
import { currency } from './currency.ts'
import { date } from './date.ts'
import { datetime } from './datetime.ts'
import { duration } from './duration.ts'
import { email } from './email.ts'
import type { FieldShape, FieldType, ValueContext } from './field-type.ts'
import { integer } from './integer.ts'
import { json } from './json.ts'
import { link } from './link.ts'
import { formatListed } from './listed.ts'
import { longText } from './long-text.ts'
import { multiSelect } from './multi-select.ts'
import { number } from './number.ts'
import { percent } from './percent.ts'
import { person } from './person.ts'
import { phone } from './phone.ts'
import { rating } from './rating.ts'
import { singleSelect } from './single-select.ts'
import { status } from './status.ts'
import { text } from './text.ts'
import { url } from './url.ts'

export const fieldTypes: Readonly<Record<FieldTypeName, FieldType>> = {
  text,
  long_text: { ...longText, formatText: formatLongText },
  integer,
  number,
  checkbox,
  date,
  datetime,
  single_select: singleSelect,
  email,
  url,
  attachment,
  person,
  status,
  phone,
  percent,
  rating,
  duration,
  currency,
  link,
  created_time: createdTime,
  changed_time: changedTime,
  created_by: createdBy,
  changed_by: changedBy,
  multi_select: multiSelect,
  autonumber,
  json,
}

/** Values in a row are read as their own type is. */
function formatLongText(value: CellValue, field: FieldShape, context: ValueContext): string {
  const { listed } = field
  if (!listed || typeof value !== 'string') return longText.formatText(value, field, context)
  return formatListed(value, listed, fieldTypes[listed.type], context)
}
