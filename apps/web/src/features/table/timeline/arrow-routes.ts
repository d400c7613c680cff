/** The way of an arrow from the end of one bar to the beginning of another, along lines that go across and down. Pure. */

export interface Point {
  readonly x: number
  readonly y: number
}

/** How far an arrow goes on before it turns. */
const outPx = 12
/** Of a corner. */
const cornerPx = 5

/**
 * `from`: the end of the record that comes first; `to`: the beginning of the one that comes after it; both in the middle of their rows.
 * Where the second begins too early for a straight way, the arrow goes back between the rows.
 */
export function routeOf(from: Point, to: Point, rowPx: number): readonly Point[] {
  if (to.x - from.x >= 2 * outPx) {
    const turn = from.y === to.y ? [] : [from.x + outPx]
    return [
      from,
      ...turn.flatMap((x) => [
        { x, y: from.y },
        { x, y: to.y },
      ]),
      to,
    ]
  }
  const between = to.y + (from.y <= to.y ? -rowPx / 2 : rowPx / 2)
  const [out, back] = [from.x + outPx, to.x - outPx]
  return [
    from,
    { x: out, y: from.y },
    { x: out, y: between },
    { x: back, y: between },
    { x: back, y: to.y },
    to,
  ]
}

/** As a path of SVG, with rounded corners. */
export function pathOf(points: readonly Point[]): string {
  const parts = points.map((point, place) => {
    const [before, after] = [points[place - 1], points[place + 1]]
    if (!before) return `M${at(point)}`
    if (!after) return `L${at(point)}`
    const radius = Math.min(cornerPx, far(before, point) / 2, far(point, after) / 2)
    return `L${at(towards(point, before, radius))}Q${at(point)} ${at(towards(point, after, radius))}`
  })
  return parts.join('')
}

const at = ({ x, y }: Point): string => `${round(x)} ${round(y)}`
const round = (px: number): number => Math.round(px * 10) / 10
const far = (a: Point, b: Point): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y)

function towards(from: Point, to: Point, px: number): Point {
  return { x: from.x + Math.sign(to.x - from.x) * px, y: from.y + Math.sign(to.y - from.y) * px }
}
