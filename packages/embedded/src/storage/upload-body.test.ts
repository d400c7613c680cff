import { expect, it } from 'vitest'
import { isAllowedType } from './upload-body.ts'

it('types are allowed by name, by family or all', () => {
  expect(isAllowedType('image/png', null)).toBe(true)
  expect(isAllowedType('image/png', [])).toBe(true)
  expect(isAllowedType('Image/PNG; q=1', ['image/png'])).toBe(true)
  expect(isAllowedType('image/png', ['image/*'])).toBe(true)
  expect(isAllowedType('text/html', ['*/*'])).toBe(true)
  expect(isAllowedType('text/html; x=image/png', ['image/*'])).toBe(false)
  expect(isAllowedType('imagex/png', ['image/*'])).toBe(false)
})
