import type { Profile } from '@plinth/domain'
import type { ReactNode } from 'react'
import { PersonAvatar } from '../../lib/PersonAvatar.tsx'

/** One person in a list: who, what they are, what can be done. */
export function PersonLine({
  person,
  isMe,
  note,
  role,
  menu,
}: {
  person: Profile
  isMe: boolean
  note?: string
  role: ReactNode
  /** Absent in a list without menus; `false` where others have one. */
  menu?: ReactNode
}) {
  return (
    <li className="flex min-h-14 items-center gap-2 border-b border-line px-3 py-2 last:border-0 sm:gap-3 sm:px-4">
      <PersonAvatar person={person} size={32} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-1.5">
          <span className="truncate font-medium">{person.name}</span>
          {isMe && <span className="shrink-0 text-xs text-ink-muted">you</span>}
        </p>
        <p className="flex flex-col text-xs text-ink-muted sm:flex-row">
          <span className="truncate">{person.email}</span>
          {note && (
            <span className="sm:shrink-0 sm:whitespace-pre">
              <span className="max-sm:hidden"> · </span>
              {note}
            </span>
          )}
        </p>
      </div>
      <div className="w-27 shrink-0 sm:w-30">{role}</div>
      {menu !== undefined && <div className="w-7 shrink-0 coarse:w-11">{menu}</div>}
    </li>
  )
}

export function PeopleList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="rounded-card border border-line bg-surface">
      {children}
    </ul>
  )
}
