import type { Hue } from '@plinth/domain'
import { Avatar } from '../../ui/Avatar.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'

const rows: readonly (readonly [name: string, stage: string, hue: Hue, owner: string, due: string])[] = [
  ['Granite façade, north wing', 'In review', 'amber', 'Ines Duarte', '12 Mar'],
  ['Bronze letters', 'Ordered', 'blue', 'Tomás Reyes', '18 Mar'],
  ['Stair treads, level 2', 'On site', 'teal', 'Ines Duarte', '21 Mar'],
  ['Courtyard drainage', 'Blocked', 'red', 'Mei Tanaka', '24 Mar'],
  ['Skylight frames', 'Done', 'green', 'Tomás Reyes', '02 Apr'],
  ['Reading room shelves', 'Planned', 'stone', 'Mei Tanaka', '15 Apr'],
]

/** A table that stands on a plinth: drawn, not live. */
export function Showpiece() {
  return (
    <div className="flex h-full flex-col items-center justify-center px-12">
      <div className="w-full max-w-140">
        <div className="relative overflow-hidden rounded-card bg-surface shadow-float">
          <div className="flex h-11 items-center justify-between border-b border-line px-3">
            <span className="text-sm font-semibold">Site works</span>
            <span className="flex -space-x-1">
              {['Ines Duarte', 'Tomás Reyes', 'Mei Tanaka'].map((name) => (
                <Avatar key={name} id={name} name={name} size={24} className="ring-2 ring-surface" />
              ))}
            </span>
          </div>
          <div className="grid grid-cols-[1fr_96px_40px_72px] text-sm">
            {rows.map(([name, stage, hue, owner, due], at) => (
              <div
                key={name}
                className="contents [&>*]:flex [&>*]:h-10 [&>*]:items-center [&>*]:border-b [&>*]:border-line [&>*]:px-3"
              >
                <span className={cx('min-w-0 font-medium', at === 2 && 'ring-focus-inset')}>
                  <span className="truncate">{name}</span>
                </span>
                <span>
                  <Chip hue={hue}>{stage}</Chip>
                </span>
                <span className="!px-2">
                  <Avatar id={owner} name={owner} size={20} />
                </span>
                <span className="tabular justify-end text-ink-muted">{due}</span>
              </div>
            ))}
          </div>
        </div>
        <div className="mx-auto h-3 w-[86%] rounded-b-[4px] border border-t-0 border-line-strong bg-pressed" />
        <div className="mx-auto h-16 w-[78%] border-x border-line-strong bg-hover" />
        <div className="mx-auto h-4 w-[92%] rounded-t-[3px] border border-line-strong bg-pressed" />
        <p className="mt-10 text-center text-base text-ink-muted text-balance">
          Tables that look like a spreadsheet and behave like a database, over a backend that you own.
        </p>
      </div>
    </div>
  )
}
