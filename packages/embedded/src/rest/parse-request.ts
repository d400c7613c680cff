import { refuse } from '../gateway/api-error.ts'
import { CharReader } from './char-reader.ts'
import { parseFilter, splitPath } from './parse-filter.ts'
import { parseSelect, readColumnPath, readName } from './parse-select.ts'
import type { OrderTerm, PathOrder, ReadRequest } from './read-request.ts'

/** Parameters with a meaning of their own; every other one is a filter. */
const RESERVED = new Set(['select', 'columns', 'on_conflict', 'apikey'])

/** Parses the query string of a read (or of the read part of a write). */
export function parseReadRequest(query: URLSearchParams): ReadRequest {
  const request: ReadRequest = {
    select: parseSelect(query.get('select')?.trim() ?? ''),
    filters: [],
    order: [],
    ranges: new Map(),
  }
  for (const [name, value] of query) {
    if (RESERVED.has(name)) continue
    const special = /^((?:.+\.)?)(order|limit|offset)$/.exec(name)
    if (special) readSpecial(request, special[1]?.slice(0, -1) ?? '', special[2] ?? '', value)
    else request.filters.push(parseFilter(name, value))
  }
  return request
}

function readSpecial(request: ReadRequest, path: string, what: string, value: string): void {
  if (what === 'order') {
    request.order.push(parseOrder(path, value))
    return
  }
  const number = Number(value)
  if (!/^-?\d+$/.test(value)) refuse(400, 'PGRST100', `"failed to parse ${what} (${value})"`)
  if (number < 0) {
    refuse(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `${what === 'limit' ? 'Limit' : 'Offset'} should be greater than or equal to zero.`,
    })
  }
  request.ranges.set(path, { ...request.ranges.get(path), [what]: number })
}

/** Parses `order=a.desc.nullslast,b->>x,embed(c).asc`. */
export function parseOrder(path: string, text: string): PathOrder {
  const reader = new CharReader(text, 'order')
  const terms: OrderTerm[] = []
  do {
    terms.push(readTerm(reader))
  } while (reader.take(','))
  if (!reader.done) reader.fail('expecting "," or end of input')
  return { path: splitPath(path), terms }
}

function readTerm(reader: CharReader): OrderTerm {
  const start = reader.position
  let relation: string | undefined = readName(reader)
  if (!reader.take('(')) {
    relation = undefined
    reader.position = start
  }
  const column = readColumnPath(reader)
  if (relation !== undefined) reader.expect(')')
  let direction: OrderTerm['direction']
  let nulls: OrderTerm['nulls']
  if (reader.take('.asc')) direction = 'asc'
  else if (reader.take('.desc')) direction = 'desc'
  if (reader.take('.nullsfirst')) nulls = 'first'
  else if (reader.take('.nullslast')) nulls = 'last'
  return { relation, column, direction, nulls }
}
