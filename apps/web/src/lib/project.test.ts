import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { configuredProject, normalizeProjectUrl } from './project.ts'

const answer =
  (body: string, status = 200) =>
  async () =>
    new Response(body, { status })

describe('normalizeProjectUrl', () => {
  it.each([
    ['abc.supabase.co', 'https://abc.supabase.co'],
    [' https://abc.supabase.co/ ', 'https://abc.supabase.co'],
    ['https://abc.supabase.co/rest/v1/', 'https://abc.supabase.co'],
    ['http://localhost:54321', 'http://localhost:54321'],
    ['http://127.0.0.1:54321', 'http://127.0.0.1:54321'],
  ])('reads %j as %s', (text, url) => {
    expect(normalizeProjectUrl(text)).toBe(url)
  })

  it.each(['', '   ', 'nonsense', 'https://'])('does not take %j for an address', (text) => {
    expect(normalizeProjectUrl(text)).toBeNull()
  })

  it('gives an origin or nothing, whatever is typed, and stays with it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => {
        const url = normalizeProjectUrl(text)
        if (url === null) return
        expect(new URL(url).origin).toBe(url)
        expect(normalizeProjectUrl(url)).toBe(url)
      }),
    )
  })
})

describe('configuredProject', () => {
  it('takes a host that answers every path with the app for one without configuration', async () => {
    expect(await configuredProject(answer('<!doctype html>'))).toBeNull()
    expect(await configuredProject(answer('{}', 404))).toBeNull()
    expect(await configuredProject(answer('{"url": 1}'))).toBeNull()
  })
})
