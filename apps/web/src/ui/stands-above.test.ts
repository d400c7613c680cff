import { expect, test } from 'vitest'
import { standsAbove } from './stands-above.ts'

const room = { top: 100, bottom: 900 }

test.each([
  ['there is room below', 180, { top: 600, bottom: 720 }, false],
  ['there is just room below', 180, { top: 600, bottom: 720 }, false],
  ['it would reach below what is seen', 181, { top: 600, bottom: 720 }, true],
  ['there is room on neither side, but more below', 500, { top: 400, bottom: 480 }, false],
  ['there is room on neither side, but more above', 500, { top: 550, bottom: 630 }, true],
  ['the text itself reaches below what is seen', 180, { top: 800, bottom: 950 }, true],
])('where %s', (_where, height, text, isAbove) => {
  expect(standsAbove(height, text, room)).toBe(isAbove)
})
