/** What is said about linked records. */

/** Linked records that whoever looks may not read. */
export const restrictedText = (count: number): string => `${count.toLocaleString()} restricted`
