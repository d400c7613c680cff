import { type ComponentType, createElement, type ReactNode, useSyncExternalStore } from 'react'
import type { LaterCode } from './later-code.ts'

export interface LaterProps<P extends object> {
  of: LaterCode<ComponentType<P>>
  /** Until its code is there. */
  fallback: ReactNode
  props: P
}

/** A component whose code is loaded when it is needed first. */
export function Later<P extends object>({ of, fallback, props }: LaterProps<P>): ReactNode {
  const code = useSyncExternalStore(of.subscribe, of.current)
  return code ? createElement(code, props) : fallback
}
