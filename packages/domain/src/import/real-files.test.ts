/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { localeDayOrder } from '../formats/date-text.ts'
import { choiceKey } from './column-choice.ts'
import { CsvReader } from './csv-reader.ts'
import { detectDialect } from './dialect.ts'
import { EncodingDetector } from './encoding.ts'
import { readJsonTable } from './json-reader.ts'
import { compileRows, planImport, shapeContext } from './plan.ts'
import { type ProfileOptions, TableProfiler } from './table-profile.ts'

const base = { locale: 'en-US', timeZone: 'UTC' }
const options: ProfileOptions = {
  hasHeader: null,
  names: null,
  habits: { mark: '.', order: localeDayOrder(base.locale) },
  context: shapeContext(base.locale, base.timeZone),
}
const fixture = (name: string) => readFileSync(new URL(`../../../../e2e/fixtures/${name}`, import.meta.url))

type OnRecord = (cells: string[], line: number) => void

function readCsv(name: string, onRecord: OnRecord): void {
  const text = new TextDecoder().decode(fixture(name))
  const reader = new CsvReader(detectDialect(text.slice(0, 65_536)), {
    onRecord,
    onProblem: (problem) => expect.fail(JSON.stringify(problem)),
  })
  for (let at = 0; at < text.length; at += 100_000) reader.push(text.slice(at, at + 100_000))
  reader.end()
}

function profileCsv(name: string) {
  const profiler = new TableProfiler(options)
  readCsv(name, (cells, line) => profiler.add(cells, line))
  return profiler.end()
}

function types(profile: ReturnType<typeof profileCsv>) {
  return Object.fromEntries(
    profile.columns.map(({ name, inference }) => [name, choiceKey(inference.choice)] as const),
  )
}

describe('cities.csv', () => {
  it('is read as 135,233 rows with the right types, and every cell is kept', () => {
    const profile = profileCsv('cities.csv')
    expect(profile.rows).toBe(135_233)
    expect(profile).toMatchObject({ hasHeader: true, longRows: 0, shortRows: 0 })
    expect(types(profile)).toEqual({
      geonameid: 'integer:.',
      name: 'text',
      alt_name: 'text',
      country: 'text',
      feature: 'single_select',
      admin: 'text',
      municipality: 'text',
      population: 'integer:.',
      longitude: 'number:.',
      latitude: 'number:.',
    })
    expect(profile.columns[0]!.inference.reason).toBe('All 135,233 values are whole numbers.')
    expect(profile.columns[5]!.inference.reason).toContain('“02”')

    const { columns, fields } = planImport(profile, {}, () => 'field')
    expect(fields.map(({ name }) => name).slice(0, 3)).toEqual(['name', 'geonameid', 'alt_name'])
    const convert = compileRows({ columns, width: 10, allowsShortRows: false, ...base })
    const feature = columns.find(({ name }) => name === 'feature')!
    const labels = new Map(feature.options.map(({ id, label }) => [id as string, label]))
    let rows = 0
    let misfits = 0
    let changed = 0
    readCsv('cities.csv', (cells, line) => {
      if (line === 1) return
      rows++
      const row = convert(cells)
      misfits += row.misfits.length
      row.values.forEach((value, place) => {
        const column = columns[place]!
        const text = value === null ? '' : column === feature ? labels.get(String(value)) : String(value)
        const raw = cells[column.index]!
        const isSame = typeof value === 'number' ? value === Number(raw) : text === raw
        if (!isSame) changed++
      })
    })
    expect({ rows, misfits, changed }).toEqual({ rows: 135_233, misfits: 0, changed: 0 })
  }, 30_000)

  it('is valid UTF-8 throughout', () => {
    const detector = new EncodingDetector()
    detector.push(fixture('cities.csv'))
    expect(detector.end()).toEqual({ encoding: 'utf-8', hasMark: false })
  })
})

describe('airports.csv', () => {
  it('is read as 3,376 rows with codes as text and coordinates as numbers', () => {
    const profile = profileCsv('airports.csv')
    expect(profile.rows).toBe(3_376)
    expect(types(profile)).toEqual({
      iata: 'text',
      name: 'text',
      city: 'text',
      state: 'text',
      country: 'single_select',
      latitude: 'number:.',
      longitude: 'number:.',
    })
  })
})

describe('movies.json', () => {
  it('is read as 3,201 rows with titles that are numbers kept as text', () => {
    const text = fixture('movies.json').toString('utf8')
    const profiler = new TableProfiler({ ...options, hasHeader: false, names: [] })
    const titles = new Set<string>()
    const result = readJsonTable(text, {
      onRecord(cells, line) {
        profiler.add(cells, line)
        titles.add(cells[0]!)
      },
      onStray: () => expect.fail('no entry is stray'),
    })
    const profile = profiler.end(result.ok ? result.value.columns : [])
    expect(profile.rows).toBe(3_201)
    expect(titles.has('1776')).toBe(true)
    expect(types(profile)).toMatchObject({
      Title: 'text',
      'US Gross': 'integer:.',
      'Release Date': 'date:mdy',
      'MPAA Rating': 'single_select',
      'Running Time min': 'integer:.',
      Distributor: 'text',
      'Major Genre': 'single_select',
      Director: 'text',
      'IMDB Rating': 'number:.',
    })
  })
})
