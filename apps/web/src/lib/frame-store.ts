import { create } from 'zustand'

const storageKey = 'plinth.frame'

interface FrameStore {
  isSidebarOpen: boolean
  /** The drawer of phones; closed by every navigation. */
  isDrawerOpen: boolean
  /** Bases whose tables are folded away in the sidebar. */
  foldedBases: readonly string[]
  toggleSidebar: () => void
  setDrawer: (isOpen: boolean) => void
  toggleBase: (base: string) => void
  /** Sections of views that are folded away, by who folded them. */
  foldedSections: readonly string[]
  toggleSection: (key: string) => void
}

type Stored = Pick<FrameStore, 'isSidebarOpen' | 'foldedBases' | 'foldedSections'>

const afresh: Stored = { isSidebarOpen: true, foldedBases: [], foldedSections: [] }

function stored(): Stored {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    if (typeof value !== 'object' || value === null) return afresh
    const list = (key: string) => textsOf((value as Record<string, unknown>)[key])
    return {
      isSidebarOpen: !('isSidebarOpen' in value) || value.isSidebarOpen !== false,
      foldedBases: list('foldedBases'),
      foldedSections: list('foldedSections'),
    }
  } catch {
    return afresh
  }
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []

const toggled = (list: readonly string[], id: string): readonly string[] =>
  list.includes(id) ? list.filter((one) => one !== id) : [...list, id]

/** How this browser wants the frame: kept from visit to visit. */
export const useFrame = create<FrameStore>((set) => ({
  ...stored(),
  isDrawerOpen: false,
  toggleSidebar: () => set((state) => ({ isSidebarOpen: !state.isSidebarOpen })),
  setDrawer: (isDrawerOpen) => set({ isDrawerOpen }),
  toggleBase: (base) => set((state) => ({ foldedBases: toggled(state.foldedBases, base) })),
  toggleSection: (key) => set((state) => ({ foldedSections: toggled(state.foldedSections, key) })),
}))

useFrame.subscribe(({ isSidebarOpen, foldedBases, foldedSections }) => {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ isSidebarOpen, foldedBases, foldedSections }))
  } catch {
    // Storage is refused: the frame starts afresh the next time.
  }
})
