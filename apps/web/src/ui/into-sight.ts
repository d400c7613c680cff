/** For what comes below the fields of a long dialog, as a ref: it is scrolled to once, when it is there. */
export function intoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
