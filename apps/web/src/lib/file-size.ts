const units = ['bytes', 'KB', 'MB', 'GB'] as const

/** "3.4 MB": as people write it, in steps of 1,024. */
export function formatBytes(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  const digits = unit > 0 && size < 10 ? 1 : 0
  return `${size.toLocaleString(undefined, { maximumFractionDigits: digits })} ${units[unit] ?? 'bytes'}`
}
