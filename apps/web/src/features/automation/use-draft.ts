import type { Automation } from '@plinth/domain'
import { useState } from 'react'
import { type Draft, draftOf, isSameDraft, type Place } from './automation-draft.ts'

export interface Drafting {
  readonly draft: Draft
  readonly isChanged: boolean
  /** Somebody else has saved it since. */
  readonly isOvertaken: boolean
  change(draft: Draft): void
  /** It is saved like this now. */
  adopt(saved: Automation): void
  /** Back to what is saved, as it is now. */
  discard(): void
}

interface State {
  readonly from: Automation | null
  readonly initial: Draft
  readonly draft: Draft
}

/** An automation while it is changed; a new one begins with what `begin` answers. What others save meanwhile is taken over as long as nothing was changed here. */
export function useDraft(stored: Automation | null, begin: (place: Place) => Draft, place: Place): Drafting {
  const fresh = (): State => {
    const initial = stored ? draftOf(stored, place) : begin(place)
    return { from: stored, initial, draft: initial }
  }
  const [state, setState] = useState(fresh)
  const isChanged = !isSameDraft(state.draft, state.initial)
  const isNewer = stored !== null && stored.changedAt !== state.from?.changedAt
  if (isNewer && !isChanged) setState(fresh())
  return {
    draft: state.draft,
    isChanged,
    isOvertaken: isNewer && isChanged,
    change: (draft) => setState({ ...state, draft }),
    adopt(saved) {
      const initial = draftOf(saved, place)
      setState({ from: saved, initial, draft: initial })
    },
    discard: () => setState(fresh()),
  }
}
