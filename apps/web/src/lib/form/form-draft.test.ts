import {
  type AskedSection,
  type CellValue,
  type FieldId,
  type FormField,
  formOf,
  type OptionId,
} from '@plinth/domain'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { dropDraft, keepDraft, newDraft, readDraft } from './form-draft.ts'
import { draftKey, forgetDrafts, shortMark } from './kept-drafts.ts'

const refusing = () => {
  throw new Error('no storage')
}

class Memory {
  readonly kept = new Map<string, string>()
  get length() {
    return this.kept.size
  }
  key = (at: number) => [...this.kept.keys()][at] ?? null
  getItem = (key: string) => this.kept.get(key) ?? null
  setItem = (key: string, value: string) => void this.kept.set(key, value)
  removeItem = (key: string) => void this.kept.delete(key)
}

const id = (name: string) => name as FieldId
const field = (name: string, type: FormField['type'], options = {}): FormField => ({
  id: id(name),
  name,
  type,
  options,
})
const sections: readonly AskedSection[] = formOf({}, [
  field('text', 'text'),
  field('count', 'integer'),
  field('choice', 'single_select', { options: [{ id: 'a' as OptionId, label: 'A', hue: 'red' }] }),
  field('files', 'attachment'),
  field('links', 'link'),
])
const key = draftKey({ user: 'me', view: 'form' }, '')
let store = new Memory()
beforeEach(() => {
  store = new Memory()
})

describe('a draft', () => {
  it('comes back as it was, with the id under which it will be sent', () => {
    const draft = {
      ...newDraft({ [id('text')]: 'T', [id('links')]: { count: 1, items: [] } as CellValue }),
      unread: { [id('count')]: 'many' },
    }
    expect(keepDraft(store, key, draft)).toBe(true)
    expect(readDraft(store, key, sections)).toEqual(draft)
    dropDraft(store, key)
    expect(readDraft(store, key, sections)).toBeNull()
  })

  it('is without what suits no question any more, and without files', () => {
    const answers = { gone: 1, text: 7, count: 3, choice: 'b', files: [{ id: 'x' }], links: 'x' }
    store.setItem(key, JSON.stringify({ id: 'i', answers, unread: { gone: 'x', count: 4 } }))
    expect(readDraft(store, key, sections)).toMatchObject({ answers: { count: 3 }, unread: {} })
  })

  it('is none where anything else is kept, and never breaks the form', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.anything().map((value) => JSON.stringify({ id: 'i', answers: value, unread: value }) ?? ''),
    )
    fc.assert(
      fc.property(texts, (text) => {
        store.setItem(key, text)
        const draft = readDraft(store, key, sections)
        const again = readDraft({ ...store, getItem: () => JSON.stringify(draft) }, key, sections)
        expect(again).toEqual(draft)
      }),
    )
    expect(readDraft({ ...store, getItem: refusing }, key, sections)).toBeNull()
    expect(keepDraft({ ...store, setItem: refusing }, key, newDraft({}))).toBe(false)
  })

  it('goes with whoever signs out, and what was begun by a link stays', () => {
    for (const user of ['me', 'you']) keepDraft(store, draftKey({ user, view: 'a' }, ''), newDraft({}))
    const link = draftKey({ link: shortMark('token') }, '')
    keepDraft(store, link, newDraft({}))
    store.setItem('other', 'x')
    forgetDrafts(store)
    expect([...store.kept.keys()]).toEqual([link, 'other'])
    expect(link).not.toContain('token')
  })

  it('is another one for each link and each address', () => {
    const texts = fc.uniqueArray(fc.base64String({ minLength: 20 }), { minLength: 2, maxLength: 50 })
    fc.assert(fc.property(texts, (all) => new Set(all.map(shortMark)).size === all.length))
    expect(draftKey({ link: 'a' }, 'x=1')).not.toBe(draftKey({ link: 'a' }, ''))
  })
})
