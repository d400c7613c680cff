import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { valueOfText } from '../testing/value-of-text.ts'
import { functionCatalogue, functionGroups, functionSignatures, isOperator } from './catalogue.ts'
import { signatureText } from './signature-text.ts'

const entries = [...functionCatalogue.values()]

describe('the catalogue', () => {
  test('has each name once', () => {
    const names = Object.values(functionGroups).flatMap((group) => group.map(({ name }) => name))
    expect(new Set(names).size).toBe(names.length)
  })

  test('holds exactly the functions of docs/expressions.md', () => {
    const page = readFileSync(new URL('../../../../docs/expressions.md', import.meta.url), 'utf8')
    const tables = page.slice(page.indexOf('\n## Functions'))
    const firstCells = tables
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split(' | ')[0]!)
    const documented = firstCells.flatMap((cell) =>
      [...cell.matchAll(/`([a-z_]+)(?:\(|`)/g)].map(([, name]) => name!),
    )
    const types = new Set(['boolean', 'number', 'text', 'date'])
    const names = new Set(documented.filter((name) => !types.has(name) || functionCatalogue.has(name)))
    const functions = entries.map(({ name }) => name).filter((name) => !isOperator(name))
    // `boolean` stands there as the result of two functions.
    expect([...names].sort()).toEqual(functions.sort())
  })

  test('describes every function in one sentence, with a name for each parameter', () => {
    for (const { description, parameters, signatures } of entries) {
      expect(description).toMatch(/^[A-Z][^\n]*\.$/)
      const longest = Math.max(...signatures.map(({ params, tail }) => params.length + (tail ? 1 : 0)))
      const repeated = signatures[0]!.variadic && signatures[0]!.params.length > 1 ? 0 : longest
      expect(parameters.length).toBeGreaterThanOrEqual(Math.min(longest, repeated))
    }
  })

  test('names the operators of the language', () => {
    const names = entries.map(({ name }) => name).filter(isOperator)
    expect(names.join(' ')).toBe('or and not = != < <= > >= in has & + - * / % neg')
  })
})

describe('each example', () => {
  const examples = entries.flatMap(({ name, examples }) => examples.map((example) => ({ name, ...example })))

  test('there is one at least for each function', () => {
    expect(entries.filter((entry) => entry.examples.length === 0)).toEqual([])
  })

  test.each(examples)('$text is $result', ({ text, result }) => {
    expect(valueOfText(text)).toEqual(valueOfText(result))
  })

  test.each(examples)('$text uses $name', ({ name, text }) => {
    const written = name === 'neg' ? '-' : name
    expect(text).toContain(written)
  })
})

describe('the signatures as plain data', () => {
  test('survive JSON and carry nothing else', () => {
    expect(JSON.parse(JSON.stringify(functionSignatures))).toEqual(functionSignatures)
    const keys = new Set(functionSignatures.flatMap((signature) => Object.keys(signature)))
    expect([...keys].sort()).toEqual(['fills', 'name', 'params', 'result', 'tail', 'variadic'])
  })

  test('stand in the order in which they are tried', () => {
    const minus = functionSignatures.filter(({ name }) => name === '-')
    expect(minus.map(({ params, result }) => `${params.join()} ${result}`)).toEqual([
      'number,number number',
      'duration,duration duration',
      'datetime,duration datetime',
      'datetime,datetime duration',
      'date,date duration',
    ])
  })

  test.each([
    ['if', { params: ['boolean', 'T', 'T'], result: 'T', fills: true }],
    ['ifs', { params: ['boolean', 'T'], variadic: 2, tail: 'T', result: 'T', fills: true }],
    ['and', { params: ['boolean', 'boolean'], variadic: 1, result: 'boolean', fills: true }],
    ['in', { params: ['T', 'list of T'], result: 'boolean', fills: true }],
    ['left', { params: ['text', 'number'], result: 'text', fills: false }],
    ['unique', { params: ['list of T'], result: 'list of T', fills: false }],
  ])('%s', (name, expected) => {
    expect(functionSignatures.find((signature) => signature.name === name)).toEqual({ name, ...expected })
  })
})

describe('a signature as text', () => {
  test.each([
    ['round', 'round(number, digits?)'],
    ['if', 'if(condition, then, otherwise?)'],
    ['ifs', 'ifs(condition, value, …, otherwise?)'],
    ['concat', 'concat(text, …)'],
    ['today', 'today()'],
  ])('%s', (name, text) => {
    expect(signatureText(functionCatalogue.get(name)!)).toBe(text)
  })
})
