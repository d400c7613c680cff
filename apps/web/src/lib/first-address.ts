/**
 * The address with which the page was opened, as it was written: the router reads numbers out of what follows the question mark, and
 * writes them back in its own way.
 */
const first = { path: location.pathname, query: location.search }

/** What follows the question mark of the address of this page. */
export const queryAsWritten = (): string => (location.pathname === first.path ? first.query : location.search)
