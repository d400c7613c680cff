import {
  type Mention,
  mentionLink,
  splitMentions,
  storedText,
  type WrittenText,
  writtenText,
} from '@plinth/domain'
import { useState } from 'react'

/** A stored text as somebody writes it: `@Ada` in the place of the link that it is stored as. */
export interface WrittenDraft {
  readonly text: string
  type(text: string): void
  /** The text once this person is mentioned instead of what stands between these places; answers where the cursor goes. */
  mention(mention: Mention, from: number, to: number): number
}

export function useWrittenText(stored: string, onStored: (stored: string) => void): WrittenDraft {
  const [own, setOwn] = useState<(WrittenText & { stored: string }) | null>(null)
  // What comes from elsewhere is read anew; one's own stays as it was typed.
  const now = own?.stored === stored ? own : { ...writtenText(stored), stored }
  const write = (next: WrittenText) => {
    const nextStored = storedText(next)
    setOwn({ ...next, stored: nextStored })
    onStored(nextStored)
  }
  return {
    text: now.text,
    type: (text) => write({ text, mentions: now.mentions }),
    mention(mention, from, to) {
      // As the link tells the name.
      const [known] = splitMentions(mentionLink(mention))
      const { name } = known as Mention
      const behind = now.text.slice(to)
      const space = /^\s/.test(behind) ? '' : ' '
      // Who is mentioned now is meant by this name from now on.
      const mentions = [{ ...mention, name }, ...now.mentions]
      write({ text: `${now.text.slice(0, from)}@${name}${space}${behind}`, mentions })
      return from + name.length + 2
    },
  }
}
