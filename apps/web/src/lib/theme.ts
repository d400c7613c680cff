import { create } from 'zustand'

export type ThemePreference = 'light' | 'dark' | 'system'
const storageKey = 'plinth.theme'
const darkQuery = '(prefers-color-scheme: dark)'

interface ThemeStore {
  preference: ThemePreference
  resolved: 'light' | 'dark'
  choose: (preference: ThemePreference) => void
}

function stored(): ThemePreference {
  try {
    const value = localStorage.getItem(storageKey)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system'
  }
}

function resolve(preference: ThemePreference): 'light' | 'dark' {
  if (preference !== 'system') return preference
  return matchMedia(darkQuery).matches ? 'dark' : 'light'
}

function paint(theme: 'light' | 'dark') {
  document.documentElement.dataset.theme = theme
  const color = theme === 'dark' ? '#141210' : '#fbfaf8'
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', color)
}

/** The theme of this browser: light, dark, or as the system has it. */
export const useTheme = create<ThemeStore>((set) => ({
  preference: stored(),
  resolved: resolve(stored()),
  choose(preference) {
    try {
      if (preference === 'system') localStorage.removeItem(storageKey)
      else localStorage.setItem(storageKey, preference)
    } catch {
      // Not kept past this tab; the choice still holds in it.
    }
    const resolved = resolve(preference)
    paint(resolved)
    set({ preference, resolved })
  },
}))

/** Follows the system while the choice is `system`. Called once at the start. */
export function followSystemTheme() {
  paint(useTheme.getState().resolved)
  matchMedia(darkQuery).addEventListener('change', () => {
    const { preference, choose } = useTheme.getState()
    if (preference === 'system') choose('system')
  })
}
