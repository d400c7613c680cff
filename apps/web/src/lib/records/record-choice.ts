/** Records as they are chosen: by what they are called, with what tells those of one name apart. Pure. */
import {
  type Field,
  fieldTypes,
  isLinks,
  type LinkItem,
  linkLabel,
  type RecordId,
  type Row,
  type Table,
  type ValueContext,
  type ViewQuery,
} from '@plinth/domain'

/** A record that may be chosen: what it is called, and what tells it from others of its name. */
export interface RecordChoice {
  readonly item: LinkItem
  readonly label: string
  /** Empty: nothing. */
  readonly note: string
  /** Why it cannot be chosen, which the list tells. */
  readonly taken?: string
}

/** How many fields of a record are told: its name, and what tells records of one name apart. */
const fieldsShown = 3
/** Characters of each that are told. */
const mostOfNote = 60

const fieldsOfChoice = (target: Table): readonly Field[] => target.fields.slice(0, fieldsShown)

/** A field of the target that holds one record: where it holds another one than this, the choice is taken. */
export interface Place {
  readonly field: Field
  readonly record: RecordId
}

/** Asks for the records of a table with what is told of them. */
export const choicesQuery = (
  target: Table,
  asked: Partial<ViewQuery> = {},
  place: Place | null = null,
): ViewQuery => ({
  table: target.id,
  sorts: [],
  fields: [...new Set([...fieldsOfChoice(target), ...(place ? [place.field] : [])])].map(({ id }) => id),
  ...asked,
})

export function choiceOf(
  row: Row,
  target: Table,
  values: ValueContext,
  place: Place | null = null,
): RecordChoice {
  const [first, ...others] = fieldsOfChoice(target)
  const textOf = (field: Field) =>
    fieldTypes[field.type].formatText(row.values[field.id] ?? null, field, values)
  const told = (ofType: (field: Field) => boolean) =>
    others
      .filter(ofType)
      .map(textOf)
      .filter((text) => text !== '')
      .map(cut)
      .join(' · ')
  return {
    item: [row.id, first ? (row.values[first.id] ?? null) : null],
    label: (first && textOf(first)) || 'Unnamed record',
    // The beginning of a long text tells records apart where nothing shorter does.
    note:
      told(({ type }) => type !== 'checkbox' && type !== 'long_text') ||
      told(({ type }) => type === 'long_text'),
    ...takenBy(row, place, values),
  }
}

/** A list of many names is no short note, least of all where it is read out. */
function cut(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()]
  return characters.length > mostOfNote ? `${characters.slice(0, mostOfNote).join('')}…` : characters.join('')
}

function takenBy(row: Row, place: Place | null, values: ValueContext): Pick<RecordChoice, 'taken'> {
  const value = place && row.values[place.field.id]
  if (!place || !isLinks(value) || value.items.some(([id]) => id === place.record)) return {}
  const [other] = value.items
  return { taken: other ? `Linked in “${linkLabel(other, place.field, values)}”` : 'Linked elsewhere' }
}
