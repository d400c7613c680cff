/** The catalogue of the demo with the keyboard alone: from a film to who made it, and what is rolled up there follows its films. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { goToCell } from '../keyboard/cells.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { cell, field, fixture, flawsOf, grid, seen } from '../steps.ts'

interface Film {
  Title: string
  Director: string | null
  'IMDB Rating': number | null
}

const director = 'Francis Ford Coppola'

let journey: DemoJourney
let adas: Keys
let bens: Visitor
/** What the file says that he made. */
let works: Film[]
const problems: string[][] = []

beforeAll(async () => {
  journey = await startDemoJourney('catalogue', { bases: ['programme', 'catalogue'] })
  const films = JSON.parse(await readFile(fixture('movies.json'), 'utf8')) as Film[]
  works = films.filter((film) => film.Director === director)
  const entered = await journey.enterByKeys(ada, '/')
  adas = entered.keys
  bens = await journey.enter(ben)
  problems.push(entered.problems, bens.problems)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const pageOf = (see: Page, name: string) => see.getByRole('article', { name, exact: true })
/** The value below the name of a field that nobody writes. */
const shownIn = (see: Page, name: string) =>
  see
    .getByRole('article')
    .getByText(new RegExp(`^${name}`))
    .locator('xpath=following-sibling::div[1]')
    .innerText()
const shows = (see: Page, name: string, text: string) =>
  expect.poll(() => shownIn(see, name), soon).toBe(text)

/** His average, with another rating for one of the films. */
function average(changed?: Film, rating?: number): string {
  const ratings = works.flatMap((film) => (film === changed ? rating : film['IMDB Rating']) ?? [])
  return (ratings.reduce((sum, one) => sum + one, 0) / ratings.length).toFixed(1)
}

async function openFilm(place: number, name: string): Promise<void> {
  await goToCell(adas, 'Films', place, 'Title')
  await adas.press('Space')
  await seen(adas.see.getByRole('complementary', { name, exact: true }))
  await adas.press('Alt+Enter')
  await seen(pageOf(adas.see, name))
}

describe('the catalogue', () => {
  it('stands beside the programme, and opens with all films', async () => {
    const { see } = adas
    await adas.pressOn(see.getByRole('main').getByRole('link', { name: /Catalogue/ }))
    await seen(grid(see, 'Films').getByText('The Land Girls'))
    await expect.poll(() => see.getByTestId('row-count').innerText(), soon).toMatch(/3,201/)
    await adas.lookEverywhere('catalogue')
    expect(adas.flaws()).toEqual([])
  })

  it('has views for everybody', async () => {
    const { see } = adas
    await adas.tabTo(see.getByRole('link', { name: 'Best rated' }), 'Shift+Tab')
    await adas.press('Enter')
    await seen(grid(see, 'Films').getByText('The Godfather', { exact: true }))
    const title = (place: number) => cell(see, 'Films', place, 'Title').then((one) => one.innerText())
    await expect.poll(() => title(1), soon).toBe('The Shawshank Redemption')
    expect(await title(2)).toBe('The Godfather')
    expect(adas.flaws()).toEqual([])
  })

  it('has an overview of its films, whose charts are of the demo', async () => {
    const { see } = adas
    await adas.tabTo(see.getByRole('link', { name: 'Overview' }))
    await adas.press('Enter')
    const genres = see.getByRole('region', { name: 'IMDb by genre: Average of IMDb by Genre', exact: true })
    await seen(genres.getByText('Documentary', { exact: true }))
    await adas.tabTo(see.getByRole('slider', { name: /^Records/ }))
    await adas.press('End')
    await adas.lookEverywhere('catalogue-overview')
    await adas.tabTo(see.getByRole('link', { name: 'Best rated' }), 'Shift+Tab')
    await adas.press('Enter')
    await seen(grid(see, 'Films').getByText('The Godfather', { exact: true }))
    expect(adas.flaws()).toEqual([])
  })

  it('shows a film as its table lays it out, with who made it', async () => {
    const { see } = adas
    await openFilm(2, 'The Godfather')
    for (const name of ['Made by', 'Ratings', 'Box office']) {
      await seen(pageOf(see, 'The Godfather').getByRole('heading', { name, exact: true }))
    }
    await shows(see, 'Earned per dollar', '38.4')
    await adas.lookEverywhere('catalogue-film')
    expect(adas.flaws()).toEqual([])
  })

  it('leads from the film to its director, with the figures of all of their films', async () => {
    const { see } = adas
    await adas.pressOn(pageOf(see, 'The Godfather').getByRole('link', { name: director }))
    await seen(pageOf(see, director))
    await shows(see, 'Number of films', String(works.length))
    await shows(see, 'Average IMDb', average())
    await adas.lookEverywhere('catalogue-director')
    expect(adas.flaws()).toEqual([])
  })

  it('rolls up anew what somebody changes, on the pages of others too', async () => {
    const { see } = adas
    const changed = works.find((film) => film['IMDB Rating'] !== null)!
    await bens.page.goto(see.url())
    await shows(bens.page, 'Average IMDb', average())
    await adas.pressOn(pageOf(see, director).getByRole('link', { name: changed.Title, exact: true }))
    await seen(pageOf(see, changed.Title))
    await adas.typeInto(field(see, 'IMDb'), '1')
    await adas.press('Enter')
    expect(average(changed, 1)).not.toBe(average())
    await shows(bens.page, 'Average IMDb', average(changed, 1))
    await adas.pressOn(pageOf(see, changed.Title).getByRole('link', { name: director }))
    await shows(see, 'Average IMDb', average(changed, 1))
    expect(await flawsOf(bens.page)).toEqual([])
    expect([...adas.flaws(), ...problems.flat()]).toEqual([])
  })
})
