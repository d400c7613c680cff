/** Hands a file made in the browser to the person, as a download. */
export function saveFile(parts: BlobPart[], name: string, type: string): void {
  const address = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Browsers read the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
