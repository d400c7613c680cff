import { limits } from '@plinth/domain'
import { formatBytes } from '../file-size.ts'
import { listOf } from '../list-of.ts'

export interface FilesThatFit {
  readonly fitting: readonly File[]
  /** Names each of the others, and why; null where there are none. */
  readonly refusal: string | null
}

interface Place {
  /** Files that are there already. */
  readonly present: number
  /** The most that one file may have. */
  readonly fileBytes: number
  /** Says how many files it takes, as a sentence. */
  readonly most: string
}

/** A message with hundreds of names is not read. */
const namesAtMost = 10

/** Of files chosen together, those that go where `place` is: one that does not never keeps the others out. */
export function filesThatFit(files: readonly File[], { present, fileBytes, most }: Place): FilesThatFit {
  const large = files.filter(({ size }) => size > fileBytes)
  const small = files.filter(({ size }) => size <= fileBytes)
  const room = Math.max(0, limits.attachmentsPerCell - present)
  const reasons = [tooLarge(large, fileBytes), noRoom(small.slice(room), most)].filter(Boolean)
  return { fitting: small.slice(0, room), refusal: reasons.length > 0 ? reasons.join(' ') : null }
}

function tooLarge(files: readonly File[], fileBytes: number): string {
  const [file] = files
  if (!file) return ''
  const limit = `A file can have at most ${formatBytes(fileBytes)}.`
  if (files.length === 1) return `“${file.name}” has ${formatBytes(file.size)}. ${limit}`
  const sized = files.map(({ name, size }) => `“${name}” with ${formatBytes(size)}`)
  return `Too large are ${named(sized)}. ${limit}`
}

function noRoom(files: readonly File[], most: string): string {
  return files.length === 0 ? '' : `No room for ${named(files.map(({ name }) => `“${name}”`))}. ${most}`
}

function named(names: readonly string[]): string {
  const more = names.length - namesAtMost
  return listOf(more > 0 ? [...names.slice(0, namesAtMost), `${more} more`] : names)
}
