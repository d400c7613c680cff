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
}

function stored(): { isSidebarOpen: boolean; foldedBases: readonly string[] } {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    if (typeof value !== 'object' || value === null) return { isSidebarOpen: true, foldedBases: [] }
    const folded = 'foldedBases' in value && Array.isArray(value.foldedBases) ? value.foldedBases : []
    return {
      isSidebarOpen: !('isSidebarOpen' in value) || value.isSidebarOpen !== false,
      foldedBases: folded.filter((id): id is string => typeof id === 'string'),
    }
  } catch {
    return { isSidebarOpen: true, foldedBases: [] }
  }
}

/** How this browser wants the frame: kept from visit to visit. */
export const useFrame = create<FrameStore>((set) => ({
  ...stored(),
  isDrawerOpen: false,
  toggleSidebar: () => set((state) => ({ isSidebarOpen: !state.isSidebarOpen })),
  setDrawer: (isDrawerOpen) => set({ isDrawerOpen }),
  toggleBase: (base) =>
    set(({ foldedBases }) => ({
      foldedBases: foldedBases.includes(base)
        ? foldedBases.filter((id) => id !== base)
        : [...foldedBases, base],
    })),
}))

useFrame.subscribe(({ isSidebarOpen, foldedBases }) => {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ isSidebarOpen, foldedBases }))
  } catch {
    // Storage is refused: the frame starts afresh the next time.
  }
})
