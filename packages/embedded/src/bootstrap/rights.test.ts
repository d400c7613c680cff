import { expect, it } from 'vitest'
import { refuseMissingRights } from './rights.ts'

const rights = {
  user: 'ada',
  database: 'app',
  isSuperuser: true,
  postgresIsSuperuser: true,
  version: 16,
  walLevel: 'replica',
}

it.each([14, 19])('a server of version %i is refused with the versions that work and a remedy', (version) => {
  expect(() => refuseMissingRights({ ...rights, version })).toThrow(
    expect.objectContaining({
      code: 'database_rights',
      message: expect.stringMatching(new RegExp(`DATABASE_URL runs Postgres ${version}; .* 15 to 18`)),
      hint: expect.stringContaining('another server'),
    }),
  )
})

it('a superuser of a supported version is enough', () => {
  expect(() => refuseMissingRights(rights)).not.toThrow()
})
