/** Which of a row of things fit into some lines, and where: what does not fit is told by a count. */
export interface FlowPlace {
  readonly index: number
  readonly x: number
  readonly line: number
  readonly width: number
  /** It is wider than there is room. */
  readonly isCut: boolean
}

export interface Flow {
  readonly places: readonly FlowPlace[]
  readonly hidden: number
  /** Where the count of the hidden stands. */
  readonly countX: number
  readonly countLine: number
}

export interface FlowOptions {
  readonly room: number
  readonly lines: number
  readonly gap: number
  /** Hidden beside those that are placed. */
  readonly more?: number
  /** Width of the count of so many hidden things. */
  countWidth(hidden: number): number
}

/** Places things one after another; the first one is always shown, cut to the room if it must be. */
export function planFlow(
  count: number,
  widthOf: (index: number) => number,
  { room, lines, gap, countWidth, more = 0 }: FlowOptions,
): Flow {
  const places: FlowPlace[] = []
  let x = 0
  let line = 0
  for (let index = 0; index < count; index += 1) {
    const whole = widthOf(index)
    const width = Math.min(whole, room)
    if (x > 0 && x + width > room && line < lines - 1) {
      line += 1
      x = 0
    }
    if (x + width > room) break
    places.push({ index, x, line, width, isCut: width < whole })
    x += width + gap
  }
  return makeRoomForCount(places, count + more, { room, lines, gap, countWidth })
}

/** Takes things away from the end until the count of those taken fits behind the others. */
function makeRoomForCount(
  places: FlowPlace[],
  count: number,
  { room, lines, gap, countWidth }: FlowOptions,
): Flow {
  for (;;) {
    const hidden = count - places.length
    const last = places.at(-1)
    const end = last === undefined ? 0 : last.x + last.width + gap
    const line = last?.line ?? 0
    if (hidden === 0 || last === undefined) return { places, hidden, countX: end, countLine: line }
    const width = countWidth(hidden)
    if (end + width <= room) return { places, hidden, countX: end, countLine: line }
    if (line < lines - 1) return { places, hidden, countX: 0, countLine: line + 1 }
    if (places.length > 1) {
      places.pop()
      continue
    }
    const cut = { ...last, width: Math.max(0, room - last.x - gap - width), isCut: true }
    return { places: [cut], hidden, countX: cut.x + cut.width + gap, countLine: line }
  }
}
