import { helpSheet } from '@plinth/grid'
import { Dialog } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'

interface Line {
  readonly name: string
  /** Each a way to do it: chords such as `Mod+K`. */
  readonly ways: readonly string[]
}

interface Group {
  readonly title: string
  readonly lines: readonly Line[]
}

const line = (name: string, ...ways: string[]): Line => ({ name, ways })

const everywhere: Group = {
  title: 'Everywhere',
  lines: [
    line('Search and commands', 'Mod+K'),
    line('Hide or show the sidebar', 'Mod+\\'),
    line('Keyboard shortcuts', 'Mod+/', '?'),
    line('Close a dialog, leave a field', 'Escape'),
    line('To the newest message', 'Alt+T'),
  ],
}

const editor: Group = {
  title: 'In a cell that is edited',
  lines: [
    line('Keep and go down', 'Enter'),
    line('Keep and go right', 'Tab'),
    line('Leave without keeping', 'Escape'),
  ],
}

const record: Group = {
  title: 'In an open record',
  lines: [
    line('To its page, and back beside the table', 'Alt+Enter'),
    line('To the next record of the view', 'Alt+Page down'),
    line('To the record before', 'Alt+Page up'),
    line('Send a comment', 'Mod+Enter'),
  ],
}

const timeline: Group = {
  title: 'In a timeline',
  lines: [
    line('Later or earlier in time', '→', '←'),
    line('To today', 'T'),
    line('To the bar of the record', 'S'),
    line('Nearer, or farther away', 'Plus', '-'),
    line('Set the first dates', 'Enter'),
    line('Move the record', 'Alt+Shift+→', 'Alt+Shift+←'),
    line('Let it end later or earlier', ']', '['),
    line('Let it begin later or earlier', '}', '{'),
  ],
}

const edges: Group = {
  title: 'Into and out of a table',
  lines: [
    line('To the names of the fields', '↑'),
    line('Out of the table, before it', 'Mod+Home', 'Shift+Tab'),
    line('Out of the table, behind it', 'Mod+End', 'Tab'),
  ],
}

/** What the keys of the grid do is told by the grid itself; the signs for keys are those of this platform. */
const inTables: readonly Group[] = helpSheet(false).map(({ title, lines }) => ({
  title: `In a table: ${title.toLowerCase()}`,
  lines: lines.map(({ name, ways }) => ({
    name,
    ways: ways.map((caps) => caps.map((cap) => (cap === 'Ctrl' ? 'Mod' : cap)).join('+')),
  })),
}))

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onOpenChange={onClose} title="Keyboard shortcuts" size="lg" isText>
      <div className="gap-x-10 sm:columns-2">
        {[everywhere, ...inTables, editor, record, timeline, edges].map((group) => (
          <section key={group.title} className="mb-6 break-inside-avoid-column">
            <h3 className="mb-1.5 text-xs font-medium text-ink-muted">{group.title}</h3>
            <dl>
              {group.lines.map(({ name, ways }) => (
                <div
                  key={name}
                  className="flex items-center justify-between gap-3 border-b border-line py-1.5 last:border-0"
                >
                  <dt>{name}</dt>
                  <dd className="flex flex-wrap justify-end gap-x-2 gap-y-1">
                    {ways.map((keys) => (
                      <Kbd key={keys} keys={keys} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
