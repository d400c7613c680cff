/** Pictures for films and shots, drawn in code: a sky with a sun behind hills, as PNG. No two seeds draw the same. */
import { encodePng } from './picture.ts'

type Colour = readonly [number, number, number]

interface Mood {
  readonly sky: readonly [Colour, Colour]
  readonly sun: Colour
  /** The furthest hills, and the nearest. */
  readonly hills: readonly [Colour, Colour]
}

export const moods = {
  dawn: {
    sky: [
      [255, 214, 170],
      [120, 150, 190],
    ],
    sun: [255, 244, 214],
    hills: [
      [150, 130, 150],
      [40, 38, 60],
    ],
  },
  sea: {
    sky: [
      [196, 226, 228],
      [70, 130, 150],
    ],
    sun: [255, 250, 230],
    hills: [
      [90, 150, 160],
      [12, 52, 64],
    ],
  },
  dusk: {
    sky: [
      [244, 140, 110],
      [70, 40, 90],
    ],
    sun: [255, 210, 140],
    hills: [
      [120, 60, 90],
      [30, 16, 44],
    ],
  },
  night: {
    sky: [
      [60, 80, 120],
      [12, 16, 36],
    ],
    sun: [236, 238, 246],
    hills: [
      [40, 56, 88],
      [8, 10, 22],
    ],
  },
  forest: {
    sky: [
      [232, 226, 190],
      [120, 160, 130],
    ],
    sun: [255, 252, 226],
    hills: [
      [110, 140, 100],
      [22, 44, 32],
    ],
  },
} as const satisfies Record<string, Mood>
export type MoodName = keyof typeof moods

const layers = 4

const mix = (from: Colour, to: Colour, part: number): Colour => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
  from[2] + (to[2] - from[2]) * part,
]

/** A picture of this size; the seed moves sun and hills. */
export function drawScene(width: number, height: number, mood: MoodName, seed: number): Uint8Array {
  const { sky, sun, hills } = moods[mood]
  const place = (n: number) => Math.abs(Math.sin(seed * 12.9898 + n * 78.233) * 43758.5453) % 1
  const [sunX, sunY, sunSize] = [0.2 + place(1) * 0.6, 0.22 + place(2) * 0.22, 0.06 + place(3) * 0.05]
  const ratio = width / height
  /** Height of a row of hills there, from the top. */
  const ridge = (layer: number, u: number) =>
    0.5 +
    layer * 0.12 +
    Math.sin(u * (3 + layer * 1.7) + place(layer + 4) * 9) * 0.05 +
    Math.sin(u * (9 + layer * 4) + place(layer + 9) * 9) * 0.018
  const ridges = Array.from({ length: layers }, (_, layer) =>
    Array.from({ length: width }, (_, x) => ridge(layer, x / width)),
  )
  return encodePng(width, height, (x, y) => {
    const [u, v] = [x / width, y / height]
    for (let layer = layers - 1; layer >= 0; layer -= 1)
      if (v > ridges[layer]![x]!) return mix(hills[0], hills[1], layer / (layers - 1))
    const distance = Math.hypot((u - sunX) * ratio, v - sunY)
    const behind = mix(sky[1], sky[0], Math.min(1, v / 0.6))
    if (distance < sunSize) return sun
    return mix(sun, behind, Math.min(1, 0.55 + (distance - sunSize) * 1.6))
  })
}
