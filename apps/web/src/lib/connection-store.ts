import { createSupabaseBackend, type SupabaseBackend } from '@plinth/backend'
import { create } from 'zustand'
import type { Connection } from './backend-context.ts'
import { configuredProject, type Project, rememberedProject } from './project.ts'

interface ConnectionStore {
  connection: (Connection & { backend: SupabaseBackend }) | null
  connect: (project: Project) => void
  disconnect: () => Promise<void>
}

/** The one project that this tab works with. */
export const useConnectionStore = create<ConnectionStore>((set, get) => ({
  connection: null,
  connect(project) {
    const { url, publishableKey } = project
    set({ connection: { project, backend: createSupabaseBackend({ url, publishableKey }) } })
  },
  async disconnect() {
    const { connection } = get()
    set({ connection: null })
    await connection?.backend.dispose()
  },
}))

let start: Promise<void> | null = null

/** At the start: the project that serves this app, else the one that this browser remembers. Does it once. */
export function connectAtStart(): Promise<void> {
  start ??= (async () => {
    const project = (await configuredProject()) ?? rememberedProject()
    if (project) useConnectionStore.getState().connect(project)
  })()
  return start
}
