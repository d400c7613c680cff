import { limits } from '@plinth/domain'
import { expect, test } from 'vitest'
import { filesThatFit } from './files-that-fit.ts'

const file = (name: string, size = 1) => new File([new Uint8Array(size)], name)
const place = { present: 0, fileBytes: 1024, most: 'A cell holds at most 50 files.' }
const many = (count: number) => Array.from({ length: count }, (_one, at) => file(`${at + 1}`))
const fit = (files: readonly File[], present = 0) => {
  const { fitting, refusal } = filesThatFit(files, { ...place, present })
  return { names: fitting.map(({ name }) => name), refusal }
}

test('all go in where none is too large and there is room', () => {
  expect(fit([file('a', 1024), file('b'), file('none', 0)])).toEqual({
    names: ['a', 'b', 'none'],
    refusal: null,
  })
})

test('one that is too large is named and leaves the others alone', () => {
  expect(fit([file('a'), file('huge.bin', 2048), file('b')])).toEqual({
    names: ['a', 'b'],
    refusal: '“huge.bin” has 2 KB. A file can have at most 1 KB.',
  })
})

test('each that is too large is named', () => {
  expect(fit([file('x', 2048), file('y', 1025), file('z', 3072)])).toEqual({
    names: [],
    refusal: 'Too large are “x” with 2 KB, “y” with 1 KB and “z” with 3 KB. A file can have at most 1 KB.',
  })
})

test('those for which there is no room are named, and too large ones take none', () => {
  const files = [file('huge', 2048), file('a'), file('b'), file('c')]
  expect(fit(files, limits.attachmentsPerCell - 1)).toEqual({
    names: ['a'],
    refusal:
      '“huge” has 2 KB. A file can have at most 1 KB. No room for “b” and “c”. A cell holds at most 50 files.',
  })
  expect(fit([file('a')], limits.attachmentsPerCell + 1).names).toEqual([])
})

test('of very many, the rest is counted', () => {
  const { names, refusal } = fit(many(limits.attachmentsPerCell + 13))
  expect(names).toHaveLength(limits.attachmentsPerCell)
  expect(refusal).toContain('No room for “51”, “52”')
  expect(refusal).toContain('“60” and 3 more. A cell')
})
