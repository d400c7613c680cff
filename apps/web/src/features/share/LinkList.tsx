import type { BaseSchema, ShareLink } from '@plinth/domain'
import { Globe, Pencil, Plus, Trash2 } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Badge } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { linkFacts, stateWords } from './share-words.ts'

export interface LinkListProps {
  title: string
  schema: BaseSchema
  links: readonly ShareLink[]
  /** Null: links are made where what they show is. */
  onNew: (() => void) | null
  onChange: (link: ShareLink) => void
  onRevoke: (link: ShareLink) => void
  onClose: () => void
}

/** Links that there are, and what can be done with each. */
export function LinkList({ title, schema, links, onNew, onChange, onRevoke, onClose }: LinkListProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      description="For people without an account. They read what a link shows, and nothing else."
      size="md"
      isFlush
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            Done
          </Button>
          {onNew && (
            <Button variant="primary" icon={<Plus aria-hidden />} onPress={onNew}>
              New link
            </Button>
          )}
        </>
      }
    >
      {links.length === 0 ? (
        <EmptyState title="No links yet">
          {onNew
            ? 'Make one, and send it to whom you like.'
            : 'Open a view or a record, and choose “Share by link” there.'}
        </EmptyState>
      ) : (
        <ul className="flex flex-col">
          {links.map((link) => (
            <li key={link.id} className="flex items-center gap-3 border-t border-line px-5 py-2.5">
              <Globe aria-hidden className="size-4 shrink-0 text-ink-muted max-sm:hidden" />
              <div className="min-w-0 flex-1">
                <p className="flex items-center gap-2 text-sm font-medium">
                  <span className="min-w-0 truncate">{link.name}</span>
                  {link.state !== 'open' && <Badge tone="warn">{stateWords[link.state]}</Badge>}
                </p>
                <p className="text-sm text-ink-muted">
                  {onNew === null && `${placeOf(schema, link)} · `}
                  {linkFacts(link)}
                </p>
              </div>
              <IconButton
                label={`Change ${link.name}`}
                icon={<Pencil aria-hidden />}
                onPress={() => onChange(link)}
              />
              <IconButton
                label={`Take back ${link.name}`}
                icon={<Trash2 aria-hidden />}
                onPress={() => onRevoke(link)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** What a link shows, by the names that it has in the base. */
function placeOf({ tables }: BaseSchema, link: ShareLink): string {
  const table = tables.find(({ id }) => id === link.table)
  const view = table?.views.find(({ id }) => id === link.view)
  return `${table?.name ?? 'A table'} › ${link.kind === 'record' ? 'a record' : (view?.name ?? 'a view')}`
}
