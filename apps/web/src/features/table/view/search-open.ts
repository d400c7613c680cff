/** Whether the field of the search is open; opened from its button, and from the rows by a key. */
import { create } from 'zustand'

interface SearchOpen {
  readonly isOpen: boolean
  /** Rises each time that somebody asks for it: then it takes the focus, open or not. */
  readonly asked: number
}

export const useSearchOpen = create<SearchOpen>(() => ({ isOpen: false, asked: 0 }))

export const openSearch = (): void =>
  useSearchOpen.setState(({ asked }) => ({ isOpen: true, asked: asked + 1 }))

export const closeSearch = (): void => useSearchOpen.setState({ isOpen: false })
