import { fieldTypeNames, isImportable } from '@plinth/domain'
import { expect, it } from 'vitest'
import { misfitClauses } from './misfit-clauses.ts'

it('says it of every type that a file may fill', () => {
  const silent = fieldTypeNames.filter(
    (type) => isImportable({ type }) && type !== 'rating' && !(type in misfitClauses),
  )
  expect(silent).toEqual([])
})
