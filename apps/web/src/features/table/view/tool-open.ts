/** Which of the toolbar's tools is open below its button: opened from there, and from the palette. */
import { create } from 'zustand'

interface ToolOpen {
  /** By its name. */
  readonly open: string | null
}

export const useToolOpen = create<ToolOpen>(() => ({ open: null }))

export const openTool = (name: string): void => useToolOpen.setState({ open: name })

export const closeTool = (name: string): void =>
  useToolOpen.setState((state) => (state.open === name ? { open: null } : state))
