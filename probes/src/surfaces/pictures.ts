/** Pictures of people: stored by each for themselves, seen by those who see the person, listed and removed by their owner alone. */
import { colleaguesOf } from '../oracle.ts'
import { Prober } from '../prober.ts'
import { type Answer, type Ask, isOk, send } from '../wire.ts'
import type { Surface } from './surface.ts'

const object = '/storage/v1/object'
const bucket = 'plinth-avatars'

export const pictures: Surface = {
  name: 'pictures of people',
  async probe(prober) {
    await plant(prober)
    const { random, tools } = prober
    const owner = prober.person === null ? random.oneOf(tools.identities.filter(hasAccount)) : prober.identity
    const shown = new Prober(tools, owner, prober.surface)
    const key = `u/${owner.person!}/${random.hex(16)}`
    const stored = await shown.send(storing(key))
    if (!shown.judgeAnswer({ action: 'store a picture of oneself' }, null, stored)) return
    const others = random.some(tools.identities, 3)
    for (const identity of others) await judgeSeen(new Prober(tools, identity, prober.surface), key)
    const removed = await shown.send(removing(key))
    shown.judgeNumber({ action: 'remove a picture of oneself' }, 1, isOk(removed) ? countOf(removed) : 0)
    // Where rules are broken on purpose, somebody may have taken its place.
    await send(tools.project, owner.token(), removing(key))
  },
}

const hasAccount = ({ person }: { readonly person: string | null }) => person !== null
const storing = (key: string, type = 'image/png'): Ask => ({
  method: 'POST',
  path: `${object}/${bucket}/${key}`,
  body: 'a picture',
  headers: { 'content-type': type },
})
const removing = (key: string): Ask => ({
  method: 'DELETE',
  path: `${object}/${bucket}`,
  body: { prefixes: [key] },
})
const countOf = ({ data }: Answer) => (data as readonly unknown[]).length

/** Nobody stores a picture of somebody else, one that could hold a script, or one elsewhere in the bucket. */
async function plant(prober: Prober): Promise<void> {
  const { random, person, tools } = prober
  const other = random.oneOf(tools.identities.filter((one) => hasAccount(one) && one.person !== person))
    .person!
  const own = person ?? other
  const [action, ask] = random.oneOf<readonly [string, Ask]>([
    ['store a picture of somebody else', storing(`u/${other}/${random.hex(16)}`)],
    ['store a picture that is none', storing(`u/${own}/${random.hex(16)}`, 'image/svg+xml')],
    ['store a picture beside the folders', storing(`${random.hex(16)}`)],
    ['store a picture in a folder of a folder', storing(`u/${own}/${random.hex(8)}/${random.hex(8)}`)],
  ])
  prober.judgeAnswer({ action }, 'any', await prober.send(ask))
}

/** Whoever sees the person sees the picture; only the owner finds it without its key, or takes it away. */
async function judgeSeen(prober: Prober, key: string): Promise<void> {
  const { random, person, stopped, world } = prober
  const owner = key.split('/')[1]!
  const isSeen = stopped === null && colleaguesOf(world, person).has(owner)
  const ways: readonly (readonly [string, Ask])[] = [
    ['read a picture', { path: `${object}/${bucket}/${key}` }],
    ['read a picture as signed in', { path: `${object}/authenticated/${bucket}/${key}` }],
    ['what a picture is', { path: `${object}/info/${bucket}/${key}` }],
    ['sign a picture', { method: 'POST', path: `${object}/sign/${bucket}/${key}`, body: { expiresIn: 60 } }],
  ]
  for (const [action, ask] of random.some(ways, 2))
    prober.judgeAnswer({ action }, isSeen ? null : 'any', await prober.send(ask))
  const open = await prober.send({ path: `${object}/public/${bucket}/${key}` })
  prober.judgeAnswer({ action: 'read a picture by a public address' }, 'any', open)
  const prefix = `u/${owner}`
  const list = await prober.send({ method: 'POST', path: `${object}/list/${bucket}`, body: { prefix } })
  const listed = isOk(list) ? countOf(list) : 0
  prober.judgeNumber({ action: 'list the pictures of somebody' }, person === owner ? 1 : 0, listed)
  if (person === owner) return
  const removed = await prober.send(removing(key))
  prober.judgeNumber({ action: 'remove a picture of somebody' }, 0, isOk(removed) ? countOf(removed) : 0)
}
