import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** A clone in a folder whose name an address would have to encode. */
let root
beforeAll(() => {
  root = path.join(mkdtempSync(path.join(tmpdir(), 'plinth-paths-')), 'ein Ordner 100 %')
  mkdirSync(path.join(root, 'bench'), { recursive: true })
  cpSync(fileURLToPath(new URL('.', import.meta.url)), path.join(root, 'scripts'), { recursive: true })
})
afterAll(() => rmSync(path.dirname(root), { recursive: true }))

function run(script, ...args) {
  return spawnSync(process.execPath, [path.join(root, 'scripts', script), ...args], { encoding: 'utf8' })
}

describe('in a folder with spaces and letters of other languages', () => {
  it.each([
    ['start.mjs', '--nonsense', 'Unknown option: --nonsense'],
    ['test.mjs', 'nonsense', 'No such check: nonsense'],
    ['bench.mjs', 'nonsense', 'No benchmark called nonsense'],
  ])('%s finds its way', (script, argument, answer) => {
    expect(run(script, argument)).toMatchObject({ status: 2, stderr: expect.stringContaining(answer) })
  })
})
