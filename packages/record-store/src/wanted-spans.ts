/**
 * Which blocks to fetch for what is looked at: what is seen, and once that is there, what comes next in the way of scrolling. Both
 * at once would share the server, and who jumped would wait for rows that nobody sees.
 */
import type { Span } from './block-loader.ts'

const blocksAhead = 2
const blocksBehind = 1

export interface SeenBlocks {
  /** First and last block in view. */
  readonly from: number
  readonly to: number
  /** The last block that exists as far as is known. */
  readonly lastBlock: number
  /** 1: scrolling downwards. */
  readonly direction: 1 | -1
}

export interface BlockTests {
  isMissing(no: number): boolean
  /** Missing, or to be fetched again. */
  isNeeded(no: number): boolean
  /** On its way already. */
  isCovered(no: number): boolean
}

/** Spans to fetch, most wanted first. `ahead`: how many blocks that come next. */
export function wantedSpans(seen: SeenBlocks, tests: BlockTests, ahead = blocksAhead): Span[] {
  const { from, to, lastBlock, direction } = seen
  const spans: Span[] = []
  const needed: number[] = []
  for (let no = from; no <= to; no++) if (tests.isNeeded(no) && !tests.isCovered(no)) needed.push(no)
  const first = needed[0]
  const last = needed.at(-1)
  if (first !== undefined && last !== undefined) spans.push({ firstBlock: first, lastBlock: last })
  for (let no = from; no <= to; no++) if (tests.isMissing(no)) return spans
  const want = (no: number) => {
    if (no < 0 || no > lastBlock || !tests.isMissing(no) || tests.isCovered(no)) return
    spans.push({ firstBlock: no, lastBlock: no })
  }
  for (let step = 1; step <= ahead; step++) {
    want(direction > 0 ? to + step : from - step)
    if (step <= blocksBehind) want(direction > 0 ? from - step : to + step)
  }
  return spans
}

/** Whether a request for `span` still serves what is looked at; `span` blocks fit into one request. */
export function isUseful(span: Span, seen: Pick<SeenBlocks, 'from' | 'to'>, largest: number): boolean {
  const reach = blocksAhead + largest
  return span.lastBlock >= seen.from - reach && span.firstBlock <= seen.to + reach
}
