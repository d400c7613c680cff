/**
 * `npm run screenshots`: the pictures and the recording of the README, taken of the built app over the demo's studio. Names after
 * a `--` take those alone.
 */
import { mkdirSync } from 'node:fs'
import { startChromium } from '../browser.ts'
import { startWorld } from '../harness.ts'
import { takePictures } from './pictures.ts'
import { record } from './recording.ts'
import { folder } from './save.ts'
import { furnishStudio } from './studio.ts'

const names = process.argv.slice(2)
const isWanted = (name: string) => names.length === 0 || names.includes(name)

const world = await startWorld()
const browser = await startChromium()
try {
  mkdirSync(folder, { recursive: true })
  const studio = await furnishStudio(world)
  await takePictures(browser, studio, isWanted)
  // Last: it changes what the pictures show.
  if (isWanted('recording')) await record(browser, studio)
} finally {
  await browser.close()
  await world.stop()
}
