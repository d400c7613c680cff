import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { initials, stableHue } from './stable-hue.ts'

export interface AvatarProps {
  /** Gives the stable hue. */
  id: string
  name: string
  /** An object URL of the downloaded picture; without it the initials are shown. */
  pictureUrl?: string | null
  size?: 16 | 20 | 24 | 28 | 32 | 40 | 72
  className?: string
  /** True when the name stands beside it. */
  isDecorative?: boolean
}

const sizes: Record<NonNullable<AvatarProps['size']>, string> = {
  16: 'size-4 text-[0.5rem]',
  20: 'size-5 text-[0.5625rem]',
  24: 'size-6 text-[0.625rem]',
  28: 'size-7 text-[0.6875rem]',
  32: 'size-8 text-xs',
  40: 'size-10 text-sm',
  72: 'size-18 text-xl',
}

export function Avatar({ id, name, pictureUrl, size = 24, className, isDecorative = true }: AvatarProps) {
  return (
    <span
      data-hue={stableHue(id)}
      className={cx(
        'inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-chip-tint font-semibold text-chip-text select-none forced-colors:border',
        sizes[size],
        className,
      )}
      {...(isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      {pictureUrl ? <img src={pictureUrl} alt="" className="size-full object-cover" /> : initials(name)}
    </span>
  )
}

/** Avatars that overlap; more than `max` become a number. */
export function AvatarStack({
  people,
  max = 4,
}: {
  people: readonly { id: string; avatar: ReactNode }[]
  max?: number
}) {
  const shown = people.length > max ? people.slice(0, max - 1) : people
  const more = people.length - shown.length
  return (
    <span className="flex -space-x-0.5">
      {shown.map((person) => (
        <span key={person.id} className="inline-grid rounded-full ring-2 ring-page">
          {person.avatar}
        </span>
      ))}
      {more > 0 && (
        <span className="inline-grid size-6 place-items-center rounded-full bg-pressed text-[0.625rem] font-semibold text-ink-soft ring-2 ring-page">
          +{more}
        </span>
      )}
    </span>
  )
}
