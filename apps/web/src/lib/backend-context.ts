import type { Backend } from '@plinth/domain'
import { createContext, useContext } from 'react'
import type { Project } from './project.ts'

export interface Connection {
  readonly backend: Backend
  readonly project: Project
}

export const ConnectionContext = createContext<Connection | null>(null)

/** The door to the project that this tab is connected to; only below the connected routes. */
export function useBackend(): Backend {
  return useConnection().backend
}

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('useConnection outside of a connected route')
  return connection
}
