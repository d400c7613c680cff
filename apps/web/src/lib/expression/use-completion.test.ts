import { describe, expect, it } from 'vitest'
import { insertOption } from './use-completion.ts'

describe('inserting what was chosen', () => {
  it('replaces what was typed and leaves the rest', () => {
    const inserted = insertOption('{Re = 1', { from: 0, to: 3 }, { insert: '{Region}' })
    expect(inserted).toEqual({ text: '{Region} = 1', cursor: 8 })
  })

  it('puts the cursor between the brackets of a call', () => {
    expect(insertOption('is', { from: 0, to: 2 }, { insert: 'is_empty()' })).toEqual({
      text: 'is_empty()',
      cursor: 9,
    })
  })
})
