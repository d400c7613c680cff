import { useLocation } from '@tanstack/react-router'
import { SharedGate } from '../features/shared/SharedGate.tsx'
import { useConnection } from '../lib/backend-context.ts'
import { readInvitationFragment } from '../lib/invitation-link.ts'

/** What a link shows to whoever has it, with an account or without. `?embed`: within another page. */
export default function SharedPage() {
  const { backend } = useConnection()
  const hash = useLocation({ select: (place) => place.hash })
  const isEmbedded = useLocation({ select: (place) => 'embed' in place.search })
  // Without a token it is asked for one that is none: the answer is the same.
  const token = readInvitationFragment(hash)?.token ?? ''
  return <SharedGate key={token} backend={backend} token={token} isEmbedded={isEmbedded} />
}
