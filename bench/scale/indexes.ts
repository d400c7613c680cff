/** An index: that it is missing is said, its maker makes it and sees that it goes on, and the view is quicker after. */
import type { Tab } from '../measure/browser.ts'
import { percentile } from '../measure/report.ts'
import type { Place } from './groups.ts'
import { act, open, pause, pressOn } from './page.ts'
import { fieldNamed } from './table.ts'

export async function measureIndex(place: Place, tab: Tab): Promise<void> {
  const { bench, table, url, figures } = place
  const { admin } = bench.embedded
  const amount = fieldNamed(table, 'Amount')
  const sorted = `${url}?sort=${encodeURIComponent(`${amount.id}:asc`)}`
  figures['index.firstBeforeMs'] = await open(tab, sorted)
  const named = `withText('button', 'Not served by an index')`
  figures['index.proposedMs'] = (await act(tab, '0', named)).ms
  figures['index.jumpBeforeMs'] = await jumps(tab)

  const began = performance.now()
  await admin.unsafe(`create index by_hand on data.${table.relation} (${amount.column}, id)`)
  figures['index.rawMs'] = performance.now() - began
  await admin.unsafe('drop index data.by_hand')

  await act(tab, pressOn('button', 'Not served by an index'), `withText('button', 'Make index on Amount')`)
  const shown = await act(
    tab,
    pressOn('button', 'Make index on Amount'),
    `document.querySelector('[role=progressbar]')`,
  )
  const made = await act(tab, '0', `document.body.innerText.includes('The index is made')`)
  figures['index.progressShownMs'] = shown.ms
  figures['index.madeMs'] = shown.ms + made.ms
  await act(tab, '0', `withText('button', 'Served by an index')`)
  figures['index.jumpAfterMs'] = await jumps(tab)
  figures['index.firstAfterMs'] = await open(tab, sorted)
}

/** The middle of some jumps, without keys along the way. */
async function jumps(tab: Tab): Promise<number> {
  const times: number[] = []
  for (const share of [0.5, 0.81, 0.23, 0.67, 0.09]) {
    const to = `grid().scrollTop = ${share} * (grid().scrollHeight - grid().clientHeight)`
    times.push((await act(tab, to, 'lines()')).ms)
    await pause(300)
  }
  return percentile(times, 0.5)
}
