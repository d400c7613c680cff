/**
 * Patterns of text: a regular subset of our own (docs/validation.md), the same as the database's `compile_pattern`. A text
 * is walked once with all states at the same time, so no pattern takes long.
 */
import { limits } from '../limits.ts'

/** A range of code points, both ends included. */
type Span = readonly [from: number, to: number]
type Node =
  | { readonly kind: 'set'; readonly spans: readonly Span[]; readonly isNegated: boolean }
  | { readonly kind: 'sequence'; readonly nodes: readonly Node[] }
  | { readonly kind: 'choice'; readonly nodes: readonly Node[] }
  /** `most` null: without end. */
  | { readonly kind: 'repeat'; readonly node: Node; readonly least: number; readonly most: number | null }

/** Characters when all repetitions are spelled out, groups in groups, and the largest number of a repetition. */
const mostCharacters = 1_000
const mostDepth = 20
const mostTimes = 255

const classes: Readonly<Record<string, readonly Span[]>> = {
  d: [[0x30, 0x39]],
  w: [
    [0x41, 0x5a],
    [0x61, 0x7a],
    [0x30, 0x39],
    [0x5f, 0x5f],
  ],
  s: [
    [0x09, 0x0d],
    [0x20, 0x20],
  ],
}
const isPunctuation = (char: string | undefined): char is string =>
  char !== undefined && /^[!-/:-@[-`{-~]$/.test(char)
const codeOf = (char: string): number => char.codePointAt(0) ?? 0
const isWhole = (char: string): boolean => !/^[\p{Surrogate}\0]$/u.test(char)

class NotAPattern extends Error {}

class PatternReader {
  private readonly chars: readonly string[]
  private at = 0

  constructor(text: string) {
    this.chars = [...text]
  }

  read(): Node {
    const [node] = this.choice(1)
    if (this.at < this.chars.length) throw new NotAPattern()
    return node
  }

  /** A choice up to the end of its group, and how many characters it spells out. */
  private choice(depth: number): [Node, number] {
    if (depth > mostDepth) throw new NotAPattern()
    const branches: Node[] = []
    let size = 0
    do {
      const nodes: Node[] = []
      while (this.at < this.chars.length && this.chars[this.at] !== ')' && this.chars[this.at] !== '|') {
        const [node, atomSize] = this.piece(depth)
        nodes.push(node)
        size += atomSize
        if (size > mostCharacters) throw new NotAPattern()
      }
      if (nodes.length === 0) throw new NotAPattern()
      branches.push({ kind: 'sequence', nodes })
    } while (this.takes('|'))
    return [{ kind: 'choice', nodes: branches }, size]
  }

  /** One character, class, set or group with the repetition behind it. */
  private piece(depth: number): [Node, number] {
    let node: Node
    let size = 1
    if (this.takes('(')) {
      ;[node, size] = this.choice(depth + 1)
      if (!this.takes(')')) throw new NotAPattern()
    } else node = this.character()
    const repeat = this.repetition()
    if (!repeat) return [node, size]
    const [least, most, times] = repeat
    return [{ kind: 'repeat', node, least, most }, size * times]
  }

  private repetition(): [least: number, most: number | null, times: number] | null {
    if (this.takes('?')) return [0, 1, 1]
    if (this.takes('*')) return [0, null, 1]
    if (this.takes('+')) return [1, null, 2]
    if (this.chars[this.at] !== '{') return null
    const found = /^\{(\d{1,3})(?:(,)(\d{0,3}))?\}/.exec(this.chars.slice(this.at, this.at + 9).join(''))
    if (!found) throw new NotAPattern()
    this.at += found[0].length
    const least = Number(found[1])
    const most = found[3] ? Number(found[3]) : found[2] ? null : least
    if (least > mostTimes || (most !== null && (most > mostTimes || most < least))) throw new NotAPattern()
    return [least, most, Math.max(most ?? least + 1, 1)]
  }

  private character(): Node {
    const char = this.next()
    if (char === '[') return this.set()
    if (char === '.') return { kind: 'set', spans: [], isNegated: true }
    if (char === '\\') {
      const letter = this.next()
      const spans = classes[letter.toLowerCase()]
      if (spans) return { kind: 'set', spans, isNegated: letter !== letter.toLowerCase() }
      if (!isPunctuation(letter)) throw new NotAPattern()
      return single(letter)
    }
    if (']{}^$?*+'.includes(char)) throw new NotAPattern()
    return single(char)
  }

  /** What stands behind an opening bracket. */
  private set(): Node {
    const isNegated = this.takes('^')
    const spans: Span[] = []
    while (!this.takes(']')) {
      const letter = this.chars[this.at] === '\\' ? classes[this.chars[this.at + 1] ?? ''] : undefined
      if (letter) {
        this.at += 2
        spans.push(...letter)
        if (this.hasRange()) throw new NotAPattern()
        continue
      }
      const from = codeOf(this.setCharacter())
      if (!this.hasRange()) {
        spans.push([from, from])
        continue
      }
      this.at += 1
      const to = codeOf(this.setCharacter())
      if (to < from || this.hasRange()) throw new NotAPattern()
      spans.push([from, to])
    }
    if (spans.length === 0) throw new NotAPattern()
    return { kind: 'set', spans, isNegated }
  }

  /** Is there a hyphen that is not the last of its set? */
  private hasRange(): boolean {
    return this.chars[this.at] === '-' && this.chars[this.at + 1] !== ']'
  }

  private setCharacter(): string {
    const char = this.next()
    if (char === '[') throw new NotAPattern()
    if (char !== '\\') return char
    const escaped = this.next()
    if (!isPunctuation(escaped)) throw new NotAPattern()
    return escaped
  }

  private next(): string {
    const char = this.chars[this.at]
    if (char === undefined || !isWhole(char)) throw new NotAPattern()
    this.at += 1
    return char
  }

  private takes(char: string): boolean {
    if (this.chars[this.at] !== char) return false
    this.at += 1
    return true
  }
}

const single = (char: string): Node => ({
  kind: 'set',
  spans: [[codeOf(char), codeOf(char)]],
  isNegated: false,
})

/** A state: what it takes (null: nothing, it only leads on) and where it leads. */
interface State {
  readonly takes: Extract<Node, { kind: 'set' }> | null
  readonly to: number[]
}

/** The states of a pattern; the last one is the end. */
function statesOf(root: Node): readonly State[] {
  const states: State[] = [{ takes: null, to: [] }]
  const add = (takes: State['takes']): number => states.push({ takes, to: [] }) - 1
  const join = (from: number, to: number) => states[from]?.to.push(to)
  /** Builds a node behind the state `from`; answers the state where it ends. */
  const build = (node: Node, from: number): number => {
    if (node.kind === 'sequence') return node.nodes.reduce((at, part) => build(part, at), from)
    const end = add(null)
    if (node.kind === 'set') {
      const state = add(node)
      join(from, state)
      join(state, end)
    } else if (node.kind === 'choice') {
      for (const branch of node.nodes) join(build(branch, from), end)
    } else {
      let at = from
      for (let n = 0; n < node.least; n++) at = build(node.node, at)
      if (node.most === null) {
        const loop = add(null)
        join(at, loop)
        join(build(node.node, loop), loop)
        join(loop, end)
      } else {
        for (let n = node.least; n < node.most; n++) {
          join(at, end)
          at = build(node.node, at)
        }
        join(at, end)
      }
    }
    return end
  }
  const end = build(root, 0)
  const last = add(null)
  join(end, last)
  return states
}

const hasCode = ({ spans, isNegated }: Extract<Node, { kind: 'set' }>, code: number): boolean =>
  spans.some(([from, to]) => code >= from && code <= to) !== isNegated

export interface Pattern {
  /** Does the whole text match? */
  matches(text: string): boolean
}

/** Reads a pattern; null when it is none. */
export function parsePattern(text: string): Pattern | null {
  const length = [...text].length
  if (length === 0 || length > limits.patternLength) return null
  let states: readonly State[]
  try {
    states = statesOf(new PatternReader(text).read())
  } catch (error) {
    if (error instanceof NotAPattern) return null
    throw error
  }
  return { matches: (candidate) => matches(states, candidate) }
}

function matches(states: readonly State[], text: string): boolean {
  /** These states and all to which they lead without taking anything. */
  const closure = (from: Iterable<number>): Set<number> => {
    const found = new Set(from)
    for (const n of found) {
      const state = states[n]
      if (state && !state.takes) for (const to of state.to) found.add(to)
    }
    return found
  }
  let at = closure([0])
  for (const char of text) {
    const next = new Set<number>()
    for (const n of at) {
      const state = states[n]
      if (state?.takes && hasCode(state.takes, codeOf(char))) for (const to of state.to) next.add(to)
    }
    if (next.size === 0) return false
    at = closure(next)
  }
  return at.has(states.length - 1)
}
