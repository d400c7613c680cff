/** What a line of a card holds on the narrowest phone, in characters; a chip's own edges take as much as four. */
const room = 28
const edges = 4

/**
 * How many chips with these labels, from the first on, can be read side by side on a line of a card: at least one,
 * and where that is longer than the line it ends in dots. By the count of characters: cards are drawn while one
 * scrolls, and nothing of them is measured.
 */
export function chipsThatFit(labels: readonly string[]): number {
  let taken = 0
  const past = labels.findIndex((label) => {
    taken += label.length + edges
    return taken > room
  })
  return past === -1 ? labels.length : Math.max(past, 1)
}
