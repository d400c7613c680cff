/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { hues } from '@plinth/domain'
import { describe, expect, it } from 'vitest'

const css = readFileSync(fileURLToPath(new URL('./tokens.css', import.meta.url)), 'utf8')

type Theme = 'light' | 'dark'
type Tokens = ReadonlyMap<string, string>

function readTheme(theme: Theme): Tokens {
  const start = css.search(new RegExp(`\\[data-theme=["']${theme}["']\\] \\{`))
  const block = css.slice(start, css.indexOf('\n}', start))
  return new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((m) => [m[1]!, m[2]!]))
}

/** WCAG 2.2 relative luminance of `#rrggbb`. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(tokens: Tokens, a: string, b: string): number {
  const [one, two] = [tokens.get(a), tokens.get(b)]
  if (!one || !two) throw new Error(`token missing: ${one ? b : a}`)
  const [hi, lo] = [luminance(one), luminance(two)].sort((x, y) => y - x) as [number, number]
  return (hi + 0.05) / (lo + 0.05)
}

const channel = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)

/** So much of one colour on another. */
function mixed(over: string, under: string, share: number): string {
  return `#${[1, 3, 5]
    .map((at) => Math.round(channel(over, at) * share + channel(under, at) * (1 - share)))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}

const grounds = ['page', 'surface', 'raised', 'sunken', 'hover']

/** The pairs that fall short, so that a failure names them. */
function tooFaint(tokens: Tokens, pairs: readonly (readonly [string, string])[], least: number): string[] {
  return pairs.filter(([a, b]) => contrast(tokens, a, b) < least).map((pair) => pair.join(' on '))
}

describe.each<Theme>(['light', 'dark'])('the %s theme', (theme) => {
  const tokens = readTheme(theme)

  it.each(hues)('gives the hue %s a pair that reaches 4.5 : 1', (hue) => {
    expect(contrast(tokens, `hue-${hue}-tint`, `hue-${hue}-text`)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(hues)('gives the hue %s a dot that stands out from the surface by 3 : 1', (hue) => {
    expect(contrast(tokens, `hue-${hue}-dot`, 'surface')).toBeGreaterThanOrEqual(3)
  })

  it.each(['ink', 'ink-soft', 'ink-muted', 'ink-faint', 'accent-text', 'danger-text'])(
    'keeps %s readable on every ground',
    (ink) => {
      const pairs = grounds.map((ground) => [ink, ground] as const)
      expect(tooFaint(tokens, pairs, 4.5)).toEqual([])
    },
  )

  it.each(hues)('keeps texts readable on cells and rows that a rule colours %s', (hue) => {
    const [tint, surface] = [tokens.get(`hue-${hue}-tint`)!, tokens.get('surface')!]
    // As the grid paints: half a tint on rows, four fifths on cells.
    for (const share of [0.5, 0.8]) {
      const colored = new Map([...tokens, ['ground', mixed(tint, surface, share)]])
      const inks = ['ink', 'ink-soft', 'ink-muted', 'ink-faint', 'accent-text', 'danger-text']
      expect(
        tooFaint(
          colored,
          inks.map((ink) => [ink, 'ground']),
          4.5,
        ),
      ).toEqual([])
    }
  })

  it.each(['accent', 'danger', 'warn', 'success'])('keeps %s text readable on its own tint', (tone) => {
    expect(contrast(tokens, `${tone}-text`, `${tone}-tint`)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['accent', 'danger'])('keeps the text of %s buttons readable in all their states', (tone) => {
    const pairs = ['', '-hover', '-pressed'].map((state) => [`on-${tone}`, `${tone}${state}`] as const)
    expect(tooFaint(tokens, pairs, 4.5)).toEqual([])
  })

  it('draws controls and the focus ring at 3 : 1 or more', () => {
    const pairs = ['page', 'surface', 'raised'].flatMap((ground) => [
      ['line-control', ground] as const,
      ['focus', ground] as const,
    ])
    expect(tooFaint(tokens, pairs, 3)).toEqual([])
  })
})
