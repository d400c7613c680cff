import type { FormSettings } from '@plinth/domain'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { canonical } from '../../../../lib/canonical.ts'

/** What is typed is told when it pauses so long, or when the field is left. */
const pauseMs = 400

interface State {
  readonly now: FormSettings
  /** As they came last. */
  readonly seen: string
  /** Told, and not come back yet. */
  readonly told: readonly string[]
}

export type ChangeSettings = (update: (settings: FormSettings) => FormSettings, isTyped?: boolean) => void

/**
 * The settings of a form while they are changed: shown at once, told when typing pauses, and back from the address a moment later. Each
 * change rests on the one before it. What comes and was not told from here, such as a step that was taken back, is what counts.
 */
export function useFormSettings(given: FormSettings, onChange: (settings: FormSettings) => void) {
  const came = canonical(given)
  const [state, setState] = useState<State>({ now: given, seen: came, told: [] })
  let shown = state.now
  if (state.seen !== came) {
    const at = state.told.indexOf(came)
    if (at < 0) shown = given
    setState({ now: shown, seen: came, told: at < 0 ? [] : state.told.slice(at + 1) })
  }
  const latest = useRef(shown)
  const untold = useRef<ReturnType<typeof setTimeout> | null>(null)
  useLayoutEffect(() => {
    latest.current = shown
  }, [shown])
  const tell = () => {
    if (untold.current === null) return
    clearTimeout(untold.current)
    untold.current = null
    const next = latest.current
    setState((now) => ({ ...now, told: [...now.told, canonical(next)] }))
    onChange(next)
  }
  const tellLatest = useEffectEvent(tell)
  const later = useRef(tell)
  useEffect(() => {
    later.current = () => tellLatest()
    // Whoever goes elsewhere has left the field before.
    return () => {
      if (untold.current !== null) clearTimeout(untold.current)
    }
  }, [])
  const change: ChangeSettings = (update, isTyped = false) => {
    const next = update(latest.current)
    latest.current = next
    setState((now) => ({ ...now, now: next }))
    if (untold.current !== null) clearTimeout(untold.current)
    untold.current = setTimeout(() => later.current(), isTyped ? pauseMs : 0)
  }
  return { shown, change, tell }
}
