/** Whether the find bar is open, and what is looked for: asked for by keys in the rows, from the menu and from the palette. */
import { create } from 'zustand'

interface FindOpen {
  readonly isOpen: boolean
  /** Stays when the bar closes: the next match can be asked for again. */
  readonly text: string
  /** Rises with each wish: 0 wants to type, 1 and −1 the next match or the one before. */
  readonly wish: { readonly no: number; readonly by: 0 | 1 | -1 }
}

export const useFindOpen = create<FindOpen>(() => ({ isOpen: false, text: '', wish: { no: 0, by: 0 } }))

const wish = (by: 0 | 1 | -1): void =>
  useFindOpen.setState((now) => ({ isOpen: true, wish: { no: now.wish.no + 1, by } }))

export const openFind = (): void => wish(0)

/** Without a text there is no next match: then it is asked for one. */
export const stepFind = (by: 1 | -1): void => wish(useFindOpen.getState().text.trim() === '' ? 0 : by)

export const closeFind = (): void => useFindOpen.setState({ isOpen: false })

export const setFindText = (text: string): void => useFindOpen.setState({ text })
