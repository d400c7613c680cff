/** What the grid paints for a value of each type. */
import {
  type Attachment,
  type CellValue,
  type Field,
  fieldTypes,
  filesIn,
  inOptionOrder,
  isLinks,
  labelOfPerson,
  linkLabel,
  mostOfRating,
  nameOfFormer,
  restrictedLinks,
} from '@plinth/domain'
import type { CellContent, ChipContent, FileContent, PersonContent } from '@plinth/grid'
import { addressOf } from '../../../lib/field-address.ts'
import { initials, stableHue } from '../../../ui/stable-hue.ts'
import { restrictedText } from '../links/link-words.ts'
import type { TableScope } from '../table-context.ts'
import type { LongTextOf } from '../use-long-text.ts'

export interface ContentContext {
  readonly values: TableScope['values']
  /** The decoded picture of a file, when it is here; it is fetched when it is first asked for. */
  pictureOf(file: Attachment): CanvasImageSource | null
  readonly longTextOf: LongTextOf
}

const empty: CellContent = { kind: 'empty' }
const checks = {
  true: { kind: 'check', isChecked: true },
  false: { kind: 'check', isChecked: false },
} as const

export function cellContent(field: Field, value: CellValue, context: ContentContext): CellContent {
  if (field.type === 'checkbox') return checks[value === true ? 'true' : 'false']
  const type = fieldTypes[field.type]
  if (type.isEmpty(value)) return empty
  switch (field.type) {
    case 'attachment':
      return { kind: 'files', files: filesIn(value).map((file) => fileContent(file, context)) }
    case 'single_select':
    case 'status':
      return { kind: 'chips', chips: [chipOf(field, value)] }
    case 'multi_select':
      return { kind: 'chips', chips: inOptionOrder(value, field).map((id) => chipOf(field, id)) }
    case 'link':
      return linkContent(field, value, context)
    case 'person':
    case 'created_by':
    case 'changed_by':
      return personContent(value, context)
    case 'long_text':
      return { kind: 'text', text: context.longTextOf(field, value) }
    case 'rating':
      return { kind: 'rating', value: Number(value), max: mostOfRating(field) }
    case 'email':
    case 'url':
    case 'phone':
      return linkOr(addressOf(field, value), type.formatText(value, field, context.values))
    default: {
      const text = type.formatText(value, field, context.values)
      if (type.align !== 'end') return { kind: 'text', text }
      const rounded = roundedNumber(field, value, context)
      return { kind: 'text', text, isTabular: true, ...(rounded ? { rounded } : {}) }
    }
  }
}

/** A number with as many digits as it has is rounded where a column has no room for them, but never to nothing. */
function roundedNumber(
  field: Field,
  value: CellValue,
  { values }: ContentContext,
): ((decimals: number) => string | null) | null {
  const { type, options } = field
  if (typeof value !== 'number' || Number.isInteger(value) || options.decimals !== undefined) return null
  if (type !== 'number' && type !== 'percent') return null
  const size = Math.abs(type === 'percent' ? value * 100 : value)
  return (decimals) =>
    size < 0.5 * 10 ** -decimals
      ? null
      : fieldTypes[type].formatText(value, { options: { ...options, decimals } }, values)
}

function fileContent(file: Attachment, context: ContentContext): FileContent {
  const ending = /\.([a-z0-9]{1,4})$/i.exec(file.name)?.[1]
  return {
    name: file.name,
    label: (ending ?? 'file').toUpperCase(),
    // Asked for at each painting: contents are kept, and a picture comes after them, or gives way to others.
    get picture() {
      return context.pictureOf(file)
    },
  }
}

function chipOf(field: Field, value: CellValue): ChipContent {
  const option = field.options.options?.find(({ id }) => id === value)
  return { text: option?.label ?? String(value), hue: option?.hue ?? 'stone' }
}

/** Nothing until the people of the base are known. */
function personContent(value: CellValue, { values }: ContentContext): CellContent {
  const { people } = values
  if (!people) return empty
  const person = people.find(({ id }) => id === value)
  if (!person) return { kind: 'text', text: nameOfFormer(value, values) }
  const shown: PersonContent = {
    name: labelOfPerson(person, people),
    initials: initials(person.name),
    hue: stableHue(person.id),
  }
  return { kind: 'people', people: [shown] }
}

function linkContent(field: Field, value: CellValue, { values }: ContentContext): CellContent {
  if (!isLinks(value)) return empty
  const records = value.items.map((item): ChipContent => {
    return { text: linkLabel(item, field, values), hue: 'stone', look: 'record' }
  })
  const restricted = restrictedLinks(value)
  const notes: ChipContent[] =
    restricted > 0 ? [{ text: restrictedText(restricted), hue: 'stone', look: 'note' }] : []
  return {
    kind: 'chips',
    chips: [...records, ...notes],
    more: value.count - value.items.length - restricted,
  }
}

const linkOr = (href: string | null, text: string): CellContent =>
  href === null ? { kind: 'text', text } : { kind: 'link', text, href }
