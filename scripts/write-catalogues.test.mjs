import { expect, test } from 'vitest'
import { isCurrent, pages } from './write-catalogues.mjs'

test.each(pages)('$path says what the code says (run `npm run docs`)', (page) => {
  expect(isCurrent(page)).toBe(true)
})
