/** Colours and fonts of the grid, read from the variables of the page. */
import type { Hue } from '../model/cell-content.ts'

export interface HueColors {
  readonly tint: string
  readonly text: string
  readonly dot: string
}

export interface Theme {
  /** The system's colours hold: nothing may be told by a colour of ours. */
  readonly isForced: boolean
  readonly fonts: {
    readonly text: string
    readonly medium: string
    readonly small: string
    readonly tag: string
    readonly initials: string
    readonly file: string
  }
  /** Height of a line of text. */
  readonly lineHeight: number
  readonly page: string
  readonly surface: string
  readonly sunken: string
  readonly skeleton: string
  readonly hover: string
  readonly line: string
  readonly lineStrong: string
  readonly lineControl: string
  readonly ink: string
  readonly inkMuted: string
  readonly inkFaint: string
  readonly accent: string
  readonly onAccent: string
  readonly link: string
  readonly linkLine: string
  readonly focus: string
  readonly danger: string
  readonly dangerTint: string
  readonly warn: string
  readonly warnTint: string
  readonly hues: Readonly<Record<Hue, HueColors>>
}

const hueNames: readonly Hue[] = [
  'stone',
  'red',
  'orange',
  'amber',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'purple',
  'pink',
]

const fallbackFont = 'system-ui, sans-serif'

/** The theme that holds at an element. */
export function readTheme(element: HTMLElement): Theme {
  const view = element.ownerDocument.defaultView!
  const style = view.getComputedStyle(element)
  const fonts = fontsOf(style.getPropertyValue('--font-sans').trim() || fallbackFont, scaleOf(element))
  if (view.matchMedia('(forced-colors: active)').matches) return { ...fonts, ...systemColors(element) }
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim() || '#808080'
  return {
    ...fonts,
    isForced: false,
    page: read('page'),
    surface: read('surface'),
    sunken: read('sunken'),
    skeleton: read('hover'),
    hover: read('hover'),
    line: read('line'),
    lineStrong: read('line-strong'),
    lineControl: read('line-control'),
    ink: read('ink'),
    inkMuted: read('ink-muted'),
    inkFaint: read('ink-faint'),
    accent: read('accent'),
    onAccent: read('on-accent'),
    link: read('accent-text'),
    linkLine: read('accent-line'),
    focus: read('focus'),
    danger: read('danger-text'),
    dangerTint: read('danger-tint'),
    warn: read('warn-text'),
    warnTint: read('warn-tint'),
    hues: huesOf((hue) => ({
      tint: read(`hue-${hue}-tint`),
      text: read(`hue-${hue}-text`),
      dot: read(`hue-${hue}-dot`),
    })),
  }
}

/** People who set a larger text in their browser get it here too. */
function scaleOf(element: HTMLElement): number {
  const document = element.ownerDocument
  const root = Number.parseFloat(document.defaultView!.getComputedStyle(document.documentElement).fontSize)
  return Number.isFinite(root) ? root / 16 : 1
}

function fontsOf(family: string, scale: number): Pick<Theme, 'fonts' | 'lineHeight'> {
  const px = (size: number) => `${size * scale}px ${family}`
  return {
    fonts: {
      text: px(13),
      medium: `500 ${px(13)}`,
      small: px(12),
      tag: `500 ${px(12)}`,
      initials: `600 ${px(9)}`,
      file: `600 ${px(10)}`,
    },
    lineHeight: 20 * scale,
  }
}

/** A canvas does not follow the system's colours by name: an element is asked what they are. */
function systemColors(element: HTMLElement): Omit<Theme, 'fonts' | 'lineHeight'> {
  const document = element.ownerDocument
  const probe = document.createElement('span')
  element.append(probe)
  const color = (name: string) => {
    probe.style.color = name
    return document.defaultView!.getComputedStyle(probe).color
  }
  const [canvas, text, gray] = [color('Canvas'), color('CanvasText'), color('GrayText')]
  const [highlight, highlightText, link] = [color('Highlight'), color('HighlightText'), color('LinkText')]
  probe.remove()
  return {
    isForced: true,
    page: canvas,
    surface: canvas,
    sunken: canvas,
    skeleton: gray,
    hover: canvas,
    line: gray,
    lineStrong: text,
    lineControl: text,
    ink: text,
    inkMuted: text,
    inkFaint: text,
    accent: highlight,
    onAccent: highlightText,
    link,
    linkLine: link,
    focus: highlight,
    danger: text,
    dangerTint: canvas,
    warn: highlight,
    warnTint: canvas,
    hues: huesOf(() => ({ tint: canvas, text, dot: text })),
  }
}

/** Something for each hue. */
export function huesOf<Value>(of: (hue: Hue) => Value): Record<Hue, Value> {
  return Object.fromEntries(hueNames.map((hue) => [hue, of(hue)])) as Record<Hue, Value>
}
