/**
 * The same text in memory of its own. What is cut from a piece of a file keeps the whole piece, so that a value that is
 * remembered would keep 64 kB and more. Engines copy a text when it is joined to another and read.
 */
export function ownText(text: string): string {
  return ` ${text}`.slice(1)
}
