import { Dialog } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'

const groups: readonly { title: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Search and commands', 'Mod+K'],
      ['Hide or show the sidebar', 'Mod+\\'],
      ['Keyboard shortcuts', '?'],
      ['Close a dialog, leave a field', 'Escape'],
      ['To the newest message', 'Alt+T'],
    ],
  },
  {
    title: 'In a table',
    keys: [
      ['Next and previous cell', '← ↑ ↓ →'],
      ['First and last cell of a record', 'Home End'],
      ['First and last record', 'Mod+Home Mod+End'],
      ['Edit the cell', 'Enter'],
      ['Edit, replacing the value', 'A…Z'],
      ['Empty the cell', 'Delete'],
      ['Keep and go down', 'Enter'],
      ['Keep and go right', 'Tab'],
      ['Leave without keeping', 'Escape'],
      ['Undo and redo', 'Mod+Z Mod+Y'],
      ['New record', 'Shift+Enter'],
      ['Select the record', 'Shift+Space'],
      ['Menu of the record', 'Shift+F10'],
      ['Out of the table, before it', 'Mod+Home Shift+Tab'],
      ['Out of the table, behind it', 'Mod+End Tab'],
    ],
  },
]

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onOpenChange={onClose} title="Keyboard shortcuts" size="md" isText>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {groups.map((group) => (
          <section key={group.title}>
            <h3 className="mb-1.5 text-xs font-medium text-ink-muted">{group.title}</h3>
            <dl>
              {group.keys.map(([name, keys]) => (
                <div
                  key={name}
                  className="flex items-center justify-between gap-3 border-b border-line py-1.5 last:border-0"
                >
                  <dt>{name}</dt>
                  <dd className="flex gap-1">
                    {keys.split(' ').map((key) => (
                      <Kbd key={key} keys={key} />
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
