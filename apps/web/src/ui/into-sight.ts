/** Scrolls to what is out of sight, at once. Also a ref, for what comes below the fields of a long dialog: it is scrolled to when it is there. */
export function intoSight(element: Element | null | undefined): void {
  element?.scrollIntoView({ block: 'nearest' })
}
