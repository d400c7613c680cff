import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { recordsOf } from './airports.ts'
import { releaseOf } from './catalogue.ts'
import { labelsOf } from './fill-table.ts'
import { dateOf, readFilms, textOf } from './films.ts'
import { readFixture } from './fixture.ts'
import { drawPicture } from './picture.ts'

describe('the sources of the demo', () => {
  it('reads every airport, names with commas and quotes too', async () => {
    const [header, ...rows] = recordsOf(await readFixture('airports.csv'))
    expect(header).toEqual(['iata', 'name', 'city', 'state', 'country', 'latitude', 'longitude'])
    expect(rows).toHaveLength(3_376)
    expect(rows.filter((row) => row.length !== 7)).toEqual([])
    expect(rows.every((row) => Number.isFinite(Number(row[5])))).toBe(true)
    expect(recordsOf('a,"b, ""c""",\n')).toEqual([['a', 'b, "c"', '']])
  })

  it('reads every release date of the films', async () => {
    const films = JSON.parse(await readFixture('movies.json')) as Record<string, string>[]
    const dates = films.map((film) => dateOf(film['Release Date'] ?? null))
    expect(films).toHaveLength(3_201)
    expect(dates[0]).toBe('1998-06-12')
    expect(dates.filter((date) => date === null).length).toBeLessThan(10)
    expect(dateOf('TBD')).toBeNull()
  })

  it('puts films that came out long ago into their own century', async () => {
    const films = await readFilms()
    const years = films.map((film) => Number(releaseOf(film)?.slice(0, 4)))
    expect([Math.min(...years), Math.max(...years)]).toEqual([1915, 2011])
    expect(films.filter((film) => releaseOf(film) !== dateOf(textOf(film, 'Release Date')))).toHaveLength(22)
    expect(releaseOf({ Title: 'Modern Times', 'Release Date': 'Feb 05 2036' })).toBe('1936-02-05')
  })

  it('orders labels by how often they occur', () => {
    expect(labelsOf(['b', 'a', null, 'a', 'b', 'a', 'c'])).toEqual(['a', 'b', 'c'])
  })

  it('draws a picture that is a PNG of the size asked for', () => {
    const png = Buffer.from(drawPicture(40, 30, { from: [0, 0, 0], to: [255, 255, 255] }))
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([40, 30])
    const length = png.readUInt32BE(33)
    expect(inflateSync(png.subarray(41, 41 + length))).toHaveLength((40 * 3 + 1) * 30)
  })
})
