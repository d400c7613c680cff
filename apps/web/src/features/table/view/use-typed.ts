import { useState } from 'react'

const keyOf = (value: unknown): string => JSON.stringify(value) ?? ''

/**
 * What is typed for a value that is stored elsewhere and comes back a moment later: it does not overwrite what was typed since,
 * but when the value is changed elsewhere that is shown.
 */
export function useTyped<Value, Shown>(value: Value, shownFor: (value: Value) => Shown) {
  const [state, setState] = useState(() => ({ shown: shownFor(value), sent: value, seen: value }))
  let { shown } = state
  if (keyOf(state.seen) !== keyOf(value)) {
    if (keyOf(state.sent) !== keyOf(value)) shown = shownFor(value)
    setState({ shown, sent: value, seen: value })
  }
  return {
    shown,
    show: (next: Shown) => setState((now) => ({ ...now, shown: next })),
    /** Tells that this is what the value will be. */
    send: (next: Value) => setState((now) => ({ ...now, sent: next })),
  }
}
