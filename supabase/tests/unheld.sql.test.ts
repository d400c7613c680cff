/** Who may not do a thing is refused at once, whatever others hold: strangers neither wait for a lock nor make others wait. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, refusalOf, startWorld, type World } from './harness.ts'
import { openSession } from './sessions.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

test('who asks for an ownership that is not theirs to give', async () => {
  await h.db.sql.begin(async (holding) => {
    await holding`select 1 from plinth.workspace where id = ${world.workspace} for update`
    for (const [who, code] of [
      ['creator', 'forbidden'],
      ['outsider', 'not_found'],
    ] as const) {
      const args = {
        workspace: world.workspace,
        member: world.viewer.id,
        own_role: 'admin',
        confirm_name: 'Acme',
      }
      expect([who, await refusalOf(h.rpc(world[who], 'transfer_ownership', args))]).toEqual([who, code])
    }
  })
})

test('who gives an ownership away twice at once has it only once to give', async () => {
  const give = (member: string) => ({
    workspace: world.workspace,
    member,
    own_role: 'admin',
    confirm_name: 'Acme',
  })
  const [first, second] = [await openSession(h, world.owner), await openSession(h, world.owner)]
  await first.call('transfer_ownership', give(world.creator.id))
  const late = second.call('transfer_ownership', give(world.editor.id))
  await second.waits(late)
  await first.commit()
  expect(await refusalOf(late)).toBe('forbidden')
  await second.rollback()
  const owners = await h.db.sql`
    select user_id from plinth.workspace_member where workspace_id = ${world.workspace} and role = 'owner'`
  expect(owners.map((row) => row['user_id'] as string)).toEqual([world.creator.id])
  const back = { ...give(world.owner.id), own_role: 'admin' }
  await h.rpc(world.creator, 'transfer_ownership', back)
})

test('a workspace whose last owner goes waits for no other', async () => {
  await h.db.sql.begin(async (holding) => {
    await holding`select 1 from plinth.workspace where id = ${world.elsewhere[0]!} for update`
    await h.db.sql.begin(async (tx) => {
      await tx`set local lock_timeout = '1s'`
      await tx`
        delete from plinth.workspace_member where workspace_id = ${world.workspace} and user_id = ${world.owner.id}`
    })
  })
  const owners = await h.db.sql`
    select user_id from plinth.workspace_member where workspace_id = ${world.workspace} and role = 'owner'`
  expect(owners).toHaveLength(1)
})
