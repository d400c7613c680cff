import { describe, expect, test } from 'vitest'
import { type ParamType, paramsFor } from '../functions/signature.ts'
import type { Type } from '../types/type.ts'
import { fitSignature } from './fit-signature.ts'

const number: Type = { kind: 'number' }
const text: Type = { kind: 'text' }
const nothing: Type = { kind: 'empty' }
const option = (field: string): Type => ({ kind: 'option', field: field as never })
const list = (of: Type): Type => ({ kind: 'list', of: of as never })

const signature = (params: readonly ParamType[], result: ParamType) => ({ params, result, fills: true })

describe('parameters of a call', () => {
  const variadic = { params: ['text', 'number'] as const, variadic: 1, result: 'text' as const, fills: true }
  const pairs = {
    params: ['boolean', 'T'] as const,
    variadic: 2,
    tail: 'T' as const,
    result: 'T' as const,
    fills: true,
  }

  test.each([
    [signature(['text'], 'text'), 1, 'text'],
    [signature(['text'], 'text'), 0, null],
    [signature(['text'], 'text'), 2, null],
    [signature([], 'date'), 0, ''],
    [variadic, 1, null],
    [variadic, 2, 'text,number'],
    [variadic, 4, 'text,number,number,number'],
    [pairs, 1, null],
    [pairs, 2, 'boolean,T'],
    [pairs, 3, 'boolean,T,T'],
    [pairs, 4, 'boolean,T,boolean,T'],
    [pairs, 5, 'boolean,T,boolean,T,T'],
  ])('%j with %s arguments', (shape, count, expected) => {
    expect(paramsFor(shape, count)?.join() ?? null).toBe(expected)
  })
})

describe('arguments fit', () => {
  test.each([
    [['number', 'number'], [number, nothing], 'number', number],
    [['T', 'T'], [text, text], 'T', text],
    [['T', 'T'], [nothing, text], 'T', text],
    [['T', 'T'], [nothing, nothing], 'T', nothing],
    [['T', 'T'], [list(text), list(text)], 'boolean', { kind: 'boolean' }],
    [['T', 'list of T'], [option('a'), list(option('a'))], 'T', option('a')],
    [['list of T'], [list(number)], 'list of T', list(number)],
    [['list of T'], [nothing], 'list of T', nothing],
    [['list of T'], [nothing], 'T', nothing],
    [['O', 'O'], [number, number], 'O', number],
    [['list of text'], [list(text)], 'text', text],
  ] as const)('%j takes %j', (params, types, result, expected) => {
    expect(fitSignature(signature(params, result), types)).toEqual({ fits: true, result: expected })
  })

  test.each([
    [['number'], [text], 0, number],
    [['T', 'T'], [text, number], 1, text],
    [['T', 'T'], [option('a'), option('b')], 1, option('a')],
    [['T', 'list of T'], [number, list(text)], 1, list(number)],
    [['T', 'list of T'], [number, number], 1, list(number)],
    [['list of T'], [number], 0, 'list'],
    [['list of text'], [list(number)], 0, list(text)],
    [['O'], [{ kind: 'boolean' }], 0, 'ordered'],
    [['O'], [list(number)], 0, 'ordered'],
    [['T'], [{ kind: 'attachments' }], 0, 'any'],
    [['text'], [{ kind: 'attachments' }], 0, text],
  ] as const)('%j does not take %j', (params, types, at, expected) => {
    expect(fitSignature(signature(params, 'text'), types)).toEqual({ fits: false, at, expected })
  })

  test('not with another number of them', () => {
    expect(fitSignature(signature(['text'], 'text'), [])).toBe(null)
  })
})
