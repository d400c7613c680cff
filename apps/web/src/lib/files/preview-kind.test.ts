import { expect, it } from 'vitest'
import { previewKind } from './preview-kind.ts'

it.each([
  ['image/png', 'picture'],
  ['application/pdf', 'pdf'],
  ['audio/mpeg', 'audio'],
  ['video/mp4; codecs="avc1"', 'video'],
  // Those can hold scripts, or are shown by no browser.
  ['image/svg+xml', null],
  ['text/html', null],
  ['application/xhtml+xml', null],
  ['application/zip', null],
])('a file of type %s is previewed as %s', (mime, kind) => {
  expect(previewKind(mime)).toBe(kind)
})
