import { refuse } from '../gateway/api-error.ts'

/** How the answer is to be written. */
export interface Media {
  kind: 'array' | 'object' | 'csv' | 'text' | 'binary'
  stripNulls: boolean
  contentType: string
}

const OBJECT = 'application/vnd.pgrst.object'
const ARRAY = 'application/vnd.pgrst.array'

/** Chooses among what `Accept` names; JSON when it names nothing we write. */
export function chooseMedia(accept: string | null): Media {
  const wanted = (accept ?? '*/*').split(',').map((part) => part.trim().toLowerCase())
  for (const part of wanted) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim())
    const stripNulls = parameters.includes('nulls=stripped')
    const base = type.replace(/\+json$/, '')
    if (base === OBJECT) {
      return { kind: 'object', stripNulls, contentType: `${OBJECT}+json; charset=utf-8` }
    }
    if (base === ARRAY) {
      return { kind: 'array', stripNulls, contentType: `${ARRAY}+json; charset=utf-8` }
    }
    if (type === 'text/csv') return { kind: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' }
    if (type === 'application/json' || type === '*/*' || type === 'application/*') return JSON_MEDIA
  }
  if (wanted.some((part) => part.startsWith('application/geo+json') || part.includes('plan'))) {
    refuse(406, 'PGRST107', `None of these media types are available: ${accept}`)
  }
  return JSON_MEDIA
}

export const JSON_MEDIA: Media = {
  kind: 'array',
  stripNulls: false,
  contentType: 'application/json; charset=utf-8',
}

/** The answer's body as SQL over rows named `_row`. */
export function bodySql(media: Media, rows: string): string {
  if (media.kind === 'csv') {
    return `(select coalesce(string_agg(key, ','), '') from (
        select json_object_keys(row_to_json(first)) as key from (select * from ${rows} limit 1) as first) as names)
      || chr(10)
      || coalesce(string_agg(substring(_row::text, 2, length(_row::text) - 2), chr(10)), '')`
  }
  const list = media.stripNulls ? 'json_strip_nulls(json_agg(_row))' : 'json_agg(_row)'
  if (media.kind === 'object') return `coalesce((${list})->0, 'null')::text`
  return `coalesce(${list}, '[]')::text`
}
