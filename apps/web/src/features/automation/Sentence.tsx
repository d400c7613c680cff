import type { Word } from './automation-words.ts'

/** Words with names set off. */
export function Sentence({ words }: { words: readonly Word[] }) {
  return (
    <>
      {words.map((word, at) =>
        typeof word === 'string' ? (
          word
        ) : 'name' in word ? (
          // What it says, at its place in the sentence: there is no other name for it.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} className="font-medium text-ink">
            {word.name}
          </span>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <code key={at} className="rounded-[4px] bg-sunken px-1 font-mono text-xs break-words">
            {word.code}
          </code>
        ),
      )}
    </>
  )
}
