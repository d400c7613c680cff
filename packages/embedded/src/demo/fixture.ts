import { readFile } from 'node:fs/promises'

/** Sample data of the repository; sources and licences stand in the folder's README. */
const folder = new URL('../../../../e2e/fixtures/', import.meta.url)

export function readFixture(name: string): Promise<string> {
  return readFile(new URL(name, folder), 'utf8')
}
