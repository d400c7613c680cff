import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { knownTests, testFilesFor } from './test-order.mjs'

const file = (name) => `supabase/tests/${name}.sql.test.ts`
const testsOf = (entries) =>
  Object.fromEntries(
    Object.entries(entries).map(([name, { seconds = 1, functions = {} } = {}]) => [
      name,
      { file: file(name), seconds, functions },
    ]),
  )

describe('the order of the tests', () => {
  const tests = testsOf({
    files: { functions: { begin_upload: 10, scope: 1 } },
    'row-rules': { functions: { scope: 1 } },
    authority: { functions: { begin_upload: 5, scope: 1 } },
    lints: {},
    usage: { seconds: 30, functions: { begin_upload: 30 } },
    quotas: { seconds: 2, functions: { begin_upload: 4 } },
    expressions: { seconds: 90, functions: { begin_upload: 9 } },
  })

  test('takes those that call a function, most often a second first', () => {
    const files = testFilesFor({ kind: 'drop-condition', subject: 'begin_upload' }, tests)
    expect(files).toEqual(['files', 'authority', 'quotas', 'usage'].map(file))
  })

  test('takes every file that calls it when it is thorough', () => {
    const files = testFilesFor({ kind: 'drop-condition', subject: 'begin_upload' }, tests, { thorough: true })
    expect(files).toEqual(['files', 'authority', 'quotas', 'usage', 'expressions'].map(file))
  })

  test('asks first what found it last time, and the tests of the catalogue where the catalogue is broken', () => {
    expect(testFilesFor({ kind: 'drop-rls', subject: 'plinth.base' }, tests)[0]).toBe(file('lints'))
    expect(
      testFilesFor({ kind: 'drop-condition', subject: 'begin_upload' }, tests, { known: ['quotas'] })[0],
    ).toBe(file('quotas'))
  })

  test('leaves out what has passed, for what comes behind it', () => {
    const order = { passed: ['files', 'quotas'] }
    const files = testFilesFor({ kind: 'drop-condition', subject: 'begin_upload' }, tests, order)
    expect(files).toEqual(['authority', 'usage'].map(file))
  })

  test('ends after the seconds that a mutant is given', () => {
    const slow = testsOf({
      files: { seconds: 40, functions: { begin_upload: 2 } },
      authority: { seconds: 40, functions: { begin_upload: 1 } },
    })
    expect(testFilesFor({ kind: 'drop-condition', subject: 'begin_upload' }, slow)).toEqual([file('files')])
  })

  test('names files that are there', () => {
    const there = readdirSync('supabase/tests')
    expect(knownTests().filter((name) => !there.includes(`${name}.sql.test.ts`))).toEqual([])
  })
})
