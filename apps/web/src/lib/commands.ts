import { type ReactNode, useEffect } from 'react'
import { create } from 'zustand'

/** Something that can be done, under the same name in its menu and in the palette. */
export interface Command {
  readonly id: string
  readonly name: string
  readonly section: 'Go to' | 'Create' | 'This table' | 'This base' | 'This workspace' | 'Plinth'
  readonly icon?: ReactNode
  /** Where it belongs, such as the base of a table. */
  readonly context?: string
  readonly shortcut?: string
  readonly run: () => void
}

interface CommandStore {
  readonly sources: ReadonlyMap<string, readonly Command[]>
  readonly set: (source: string, commands: readonly Command[] | null) => void
}

export const useCommandStore = create<CommandStore>((set) => ({
  sources: new Map(),
  set: (source, commands) =>
    set((state) => {
      const sources = new Map(state.sources)
      if (commands) sources.set(source, commands)
      else sources.delete(source)
      return { sources }
    }),
}))

/**
 * Offers commands in the palette while the calling component is shown. `version` names what the commands were made of:
 * they are taken over again when it changes.
 */
export function useCommands(source: string, version: string, commands: () => readonly Command[]): void {
  const set = useCommandStore((state) => state.set)
  useEffect(() => {
    set(source, commands())
    return () => set(source, null)
    // `version` stands for all that `commands` reads.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [source, version, set])
}
