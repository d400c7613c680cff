/** Words that a record has to hold. */
import { limits } from '@plinth/domain'
import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { firstFocus } from '../../../ui/first-focus.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { closeSearch, openSearch, useSearchOpen } from './search-open.ts'
import { useView } from './table-view.ts'
import { useTyped } from './use-typed.ts'

const pauseMs = 250

export function SearchTool() {
  const { search } = useView()
  const isOpen = useSearchOpen((state) => state.isOpen)
  const button = useRef<HTMLSpanElement>(null)
  const close = () => {
    closeSearch()
    requestAnimationFrame(() => button.current?.querySelector('button')?.focus())
  }
  useEffect(() => closeSearch, [])
  if (isOpen || search !== '') return <SearchField isNew={isOpen} onClose={close} />
  return (
    <span ref={button}>
      <IconButton
        label="Search records"
        shortcut="Mod+Shift+F"
        icon={<Search aria-hidden />}
        onPress={openSearch}
      />
    </span>
  )
}

function SearchField({ isNew, onClose }: { isNew: boolean; onClose: () => void }) {
  const { search, find } = useView()
  const { shown: words, show: setWords, send } = useTyped(search, (text) => text)
  const tell = useEffectEvent((text: string) => {
    if (text === search) return
    send(text)
    find(text)
  })
  useEffect(() => {
    const timer = setTimeout(() => tell(words.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [words])
  const field = useRef<HTMLElement>(null)
  const asked = useSearchOpen((state) => state.asked)
  const known = useRef(asked)
  useEffect(() => {
    if (known.current !== asked) field.current?.querySelector('input')?.focus()
    known.current = asked
  }, [asked])
  const clear = () => {
    setWords('')
    find('')
    onClose()
  }
  const onKeyDown = (event: { key: string; preventDefault(): void; continuePropagation(): void }) => {
    // Keys of the app hold here too.
    if (event.key !== 'Escape') return event.continuePropagation()
    event.preventDefault()
    clear()
  }
  return (
    <search ref={field} className="flex shrink-0 items-center gap-0.5">
      <TextField
        {...(isNew ? firstFocus : {})}
        label="Search records"
        isLabelHidden
        placeholder="Search records"
        icon={<Search aria-hidden />}
        value={words}
        onChange={setWords}
        onKeyDown={onKeyDown}
        maxLength={limits.searchLength}
        className="w-44 [&_input]:h-7 coarse:[&_input]:h-11"
      />
      <IconButton label="Clear the search" icon={<X aria-hidden />} onPress={clear} />
    </search>
  )
}
