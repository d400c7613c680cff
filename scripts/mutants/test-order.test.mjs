import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { testFilesFor } from './test-order.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const names = (mutant) => testFilesFor(mutant).map((file) => /(\w[\w-]*)\.sql\.test\.ts$/.exec(file)?.[1])

describe('the order of the tests', () => {
  test('begins with those that know the subject, and names each file once', () => {
    const files = names({ kind: 'drop-check', subject: 'begin_upload' })
    expect(files.slice(0, 2)).toEqual(['files', 'row-rules'])
    expect(files).toEqual([...new Set(files)])
    expect(files).toContain('authority')
  })

  test('asks the tests of the catalogue first where the catalogue is broken', () => {
    expect(names({ kind: 'drop-rls', subject: 'plinth.base' })[0]).toBe('lints')
  })

  test('names files that are there', () => {
    const subjects = [
      'compile_expression',
      'set_workspace_quota',
      'bump_epoch',
      'may_hear_table',
      'set_grant',
      'import_rows',
    ]
    const files = subjects.flatMap((subject) => testFilesFor({ kind: 'mute-refusal', subject }))
    expect(files.filter((file) => !existsSync(root + file))).toEqual([])
  })
})
