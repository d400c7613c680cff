import { hues } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { newOption } from './new-option.ts'

describe('newOption', () => {
  it('gives each option an id of its own and spreads the hues', () => {
    let options: ReturnType<typeof newOption>[] = []
    for (let count = 0; count < hues.length - 1; count++) options = [...options, newOption(options, 'x')]
    expect(new Set(options.map((one) => one.id)).size).toBe(options.length)
    expect(new Set(options.map((one) => one.hue)).size).toBe(hues.length - 1)
    for (const one of options) expect(one.id).toMatch(/^[a-z0-9]{1,20}$/)
  })
})
