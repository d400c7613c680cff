/**
 * Invitations: who may make one for which role, who is told of it, and what whoever has its token becomes by it: no more than it says and
 * no less than they were. One that has ended, was taken back or used, or is for another address gives nothing.
 */
import type { BaseRole } from '@plinth/domain'
import type { Identity } from '../identities.ts'
import {
  baseRanks,
  leaveBases,
  mayOffer,
  type Offer,
  ranks,
  type Standing,
  stand,
  standingAfter,
  standingIn,
} from '../invitations.ts'
import { type BaseModel, basesOf, type WorkspaceModel } from '../model.ts'
import { inBase, standingOf } from '../oracle.ts'
import { Prober } from '../prober.ts'
import { callOf, send } from '../wire.ts'
import { must } from './share-tools.ts'
import type { Surface } from './surface.ts'

export const invitations: Surface = {
  name: 'invitations',
  async probe(prober, { base }) {
    await make(prober, drawOffer(prober, base))
    const made = await openOne(prober, base)
    if (!made) return
    await judgeListed(prober, made)
    const tries = [accept, accept, acceptLate, acceptRevoked, acceptByAddress, acceptOfLost, mistaken]
    await prober.random.oneOf(tries)(prober, made)
    await takeBack(prober, made)
  },
}

interface Invitation {
  readonly id: string
  readonly token: string
  readonly maker: Identity & { readonly person: string }
  readonly offer: Offer
  readonly email: string | null
}

/** Sometimes into a base of another workspace, or with a role of another base: what there is not. */
function drawOffer({ random, world }: Prober, base: BaseModel): Offer {
  const asked = random.chance(0.7) ? (random.chance(0.9) ? base : random.oneOf(basesOf(world))) : null
  const baseRole = random.oneOf([...baseRanks, null])
  const roles = (random.chance(0.9) ? (asked ?? base) : base).roles.filter(({ kind }) => kind === 'custom')
  const isCustom = asked !== null && roles.length > 0 && random.chance(0.3)
  return {
    workspace: base.workspace,
    role: random.oneOf(ranks),
    base: asked,
    baseRole: asked && (baseRole ?? (isCustom ? null : 'viewer')),
    customRole: isCustom ? random.oneOf(roles) : null,
  }
}

const argsOf = ({ workspace, role, base, baseRole, customRole }: Offer, email: string | null) => ({
  workspace: workspace.id,
  role,
  base: base?.id ?? null,
  base_role: baseRole,
  email,
  custom_role: customRole?.id ?? null,
})

function refusalOf({ person, stopped }: Prober, offer: Offer): string | null {
  const { workspace, base, customRole } = offer
  if (stopped !== null) return stopped
  if (!workspace.members.has(person!)) return 'not_found'
  if (base && (base.workspace !== workspace || standingOf(base, person) === null)) return 'not_found'
  if (!mayOffer(offer, person)) return 'forbidden'
  return customRole && !base?.roles.includes(customRole) ? 'not_found' : null
}

/** Somebody tries to invite; what came of it goes again. */
async function make(prober: Prober, offer: Offer): Promise<void> {
  const answer = await prober.send(callOf('create_invitation', argsOf(offer, null)))
  const place = { action: `invite as ${offer.role}, ${offer.baseRole ?? 'no role'} in a base` }
  if (!prober.judgeAnswer(place, refusalOf(prober, offer), answer)) return
  const { id } = answer.data as { id: string }
  const gone = await prober.send(callOf('revoke_invitation', { invitation: id }))
  prober.judgeAnswer({ action: 'take back an invitation of one’s own' }, null, gone)
}

/** An invitation by somebody who may make it, which others then try. */
async function openOne(prober: Prober, base: BaseModel): Promise<Invitation | null> {
  const { random, tools } = prober
  for (let tries = 0; tries < 8; tries++) {
    const offer = drawOffer(prober, base)
    const makers = tools.identities.filter(
      (one) => refusalOf(new Prober(tools, one, prober.surface), offer) === null,
    )
    if (makers.length === 0) continue
    const maker = random.oneOf(makers) as Invitation['maker']
    const named = random.oneOf(tools.identities.filter(({ person }) => person !== null))
    const email = random.chance(0.3) ? addressOf(prober, named) : null
    const { id, token } = await must<{ id: string; token: string }>(
      prober,
      maker.token(),
      'create_invitation',
      argsOf(offer, email),
    )
    return { id, token, maker, offer, email }
  }
  return null
}

const addressOf = ({ tools }: Prober, { person }: Identity): string =>
  `${person === null ? '' : tools.nameOf(person)}@example.org`

/** Its maker sees it, and owners and admins do; others neither see it nor take it back. */
async function judgeListed(
  prober: Prober,
  { id, maker, email, offer: { workspace } }: Invitation,
): Promise<void> {
  const { person, stopped } = prober
  const role = person === null ? undefined : workspace.members.get(person)
  const isShown = person === maker.person || role === 'owner' || role === 'admin'
  const answer = await prober.sendOpen(callOf('invitations', { workspace: workspace.id }))
  const place = { action: 'the open invitations of a workspace' }
  // The address is its maker's word, whether it is somebody's or not.
  prober.judgeText(answer.text, email ?? '', place)
  if (prober.judgeAnswer(place, stopped ?? (role === undefined ? 'not_found' : null), answer)) {
    const got = (answer.data as { id: string }[]).map((one) => one.id)
    prober.judgeIds(place, { all: [id], expected: isShown ? [id] : [], got })
  }
  if (isShown) return
  const gone = await prober.send(callOf('revoke_invitation', { invitation: id }))
  prober.judgeAnswer({ action: 'take back an invitation of others' }, stopped ?? 'not_found', gone)
}

/** Whoever has the token is told what it is for, signed in or not: names, and no ids. */
async function judgeInfo(prober: Prober, { token, maker, offer, email }: Invitation, isOpen: boolean) {
  const { identity, tools } = prober
  const answer = await prober.sendOpen(callOf('invitation_info', { token }))
  const place = { action: 'what an invitation is for' }
  const isSession = identity.token() === null || identity.reachesRoutes
  const expected = isSession ? (isOpen ? null : 'invitation_invalid') : 'any'
  if (!prober.judgeAnswer(place, expected, answer) || expected !== null) return
  const told = answer.data as Record<string, unknown>
  const said = [offer.workspace.name, offer.base?.name ?? null, tools.nameOf(maker.person), email]
  prober.judgeList(
    place,
    said,
    ['workspaceName', 'baseName', 'invitedBy', 'email'].map((key) => told[key]),
  )
  prober.judgeNumber({ action: 'how much an invitation tells' }, said.length, Object.keys(told).length)
}

const ownerOf = ({ tools }: Prober, { members }: WorkspaceModel) =>
  tools.identities.find(({ person }) => person !== null && members.get(person) === 'owner')!.token()

/** The same of the database, as the owner of the workspace is told. */
async function judgeStanding(prober: Prober, offer: Offer, person: string, expected: Standing) {
  const { workspace, base } = offer
  const owner = ownerOf(prober, workspace)
  const members = await must<{ id: string; role: string }[]>(prober, owner, 'workspace_members', {
    workspace: workspace.id,
  })
  const inBases = base
    ? await must<{ id: string; role: string; inherited: boolean; customRoles: { id: string }[] }[]>(
        prober,
        owner,
        'base_members',
        { base: base.id },
      )
    : []
  const [role, baseRole, held] = expected
  const member = members.find(({ id }) => id === person)
  const place = { action: 'what an invitation makes of somebody' }
  prober.judgeList({ ...place, action: `${place.action} in a workspace` }, [role], [member?.role ?? null])
  const inIt = inBases.find(({ id }) => id === person)
  const roles = inIt?.customRoles.map(({ id }) => id) ?? []
  prober.judgeIds({ ...place, action: 'the roles that it gives' }, { all: held, expected: held, got: roles })
  // Owners of a workspace are creators, whatever else they are in a base.
  const told = inIt?.inherited ? baseRole : (inIt?.role ?? null)
  prober.judgeList({ ...place, action: `${place.action} in a base` }, [baseRole], [told])
}

/** Half of the time somebody from outside. */
function anInvitee(prober: Prober, { offer: { workspace } }: Invitation): Prober {
  const { random, tools } = prober
  const outside = tools.identities.filter(({ person }) => person === null || !workspace.members.has(person))
  const invitee = random.oneOf(random.chance(0.5) ? outside : tools.identities)
  return new Prober(tools, invitee, prober.surface)
}

/** The code with which an open invitation is refused; null for whom it is for. */
const refusalFor = (invitee: Prober, { email }: Invitation): string | null =>
  invitee.stopped ??
  (email !== null && email !== addressOf(invitee, invitee.identity) ? 'invitation_other_address' : null)

async function accept(prober: Prober, invitation: Invitation): Promise<void> {
  const { offer, token } = invitation
  await judgeInfo(prober, invitation, true)
  const invitee = anInvitee(prober, invitation)
  const { person } = invitee
  const refusal = refusalFor(invitee, invitation)
  const before = person === null ? null : standingIn(offer, person)
  const after = person === null ? null : standingAfter(offer, person)
  if (refusal === null) stand(offer, person!, after!)
  const answer = await invitee.send(callOf('accept_invitation', { token }))
  const isIn = invitee.judgeAnswer({ action: 'accept an invitation' }, refusal, answer)
  if (person === null) return
  await judgeStanding(invitee, offer, person, refusal === null ? after! : before!)
  if (!isIn || refusal !== null) return
  await judgeUsed(prober, invitation)
  await restore(invitee, offer, person, before!)
}

/** Whoever else has the token is answered as if there were none. */
async function judgeUsed(prober: Prober, invitation: Invitation): Promise<void> {
  await judgeInfo(prober, invitation, false)
  const answer = await prober.send(callOf('accept_invitation', { token: invitation.token }))
  prober.judgeAnswer({ action: 'accept a used invitation' }, prober.stopped ?? 'invitation_invalid', answer)
}

/** The owner makes of somebody what they were. */
async function restore(prober: Prober, offer: Offer, person: string, before: Standing): Promise<void> {
  const { workspace, base } = offer
  const [role, baseRole, held] = before
  const was = standingIn(offer, person)
  stand(offer, person, before)
  const owner = ownerOf(prober, workspace)
  const member = { workspace: workspace.id, member: person }
  if (role === null) {
    leaveBases(workspace, was[0], base, person)
    await must(prober, owner, 'remove_workspace_member', member)
    return
  }
  if (was[0] !== role) await must(prober, owner, 'set_workspace_role', { ...member, role })
  if (!base) return
  if (was[1] !== baseRole)
    await must(prober, owner, 'set_base_role', { base: base.id, member: person, role: baseRole })
  for (const given of was[2].filter((id) => !held.includes(id)))
    await must(prober, owner, 'set_role_member', { role: given, member: person, holds: false })
  if (!inBase(base, person)) base.former.add(person)
}

/** Of an invitation that is none any more, whoever asks is told nothing but that, and becomes nothing. */
async function judgeOver(prober: Prober, invitation: Invitation, which: string): Promise<void> {
  await judgeInfo(prober, invitation, false)
  const invitee = anInvitee(prober, invitation)
  const answer = await invitee.send(callOf('accept_invitation', { token: invitation.token }))
  const place = { action: `accept an invitation that ${which}` }
  invitee.judgeAnswer(place, invitee.stopped ?? 'invitation_invalid', answer)
  const { person } = invitee
  if (person) await judgeStanding(invitee, invitation.offer, person, standingIn(invitation.offer, person))
}

async function acceptLate(prober: Prober, invitation: Invitation): Promise<void> {
  await prober.tools.endInvitation(invitation.id)
  await judgeOver(prober, invitation, 'has ended')
}

async function acceptRevoked(prober: Prober, invitation: Invitation): Promise<void> {
  await takeBack(prober, invitation)
  await judgeOver(prober, invitation, 'was taken back')
}

/** Whoever is not of that address may as well know, having the token, that it is for another one; and becomes nothing. */
async function acceptByAddress(prober: Prober, invitation: Invitation): Promise<void> {
  const email = `${prober.random.hex(10)}@example.org`
  const { id, token } = await must<{ id: string; token: string }>(
    prober,
    invitation.maker.token(),
    'create_invitation',
    argsOf(invitation.offer, email),
  )
  const other: Invitation = { ...invitation, id, token, email }
  await accept(prober, other)
  await takeBack(prober, other)
}

/** Whoever may not invite any more has no open invitations, and gets none back with the right. */
async function acceptOfLost(prober: Prober, invitation: Invitation): Promise<void> {
  const { maker, offer } = invitation
  const { base, workspace } = offer
  const isByBase =
    base?.builtIn.get(maker.person) === 'creator' && workspace.members.get(maker.person) !== 'owner'
  if (!base || !isByBase) return accept(prober, invitation)
  const owner = ownerOf(prober, workspace)
  for (const role of ['viewer', 'creator'] satisfies BaseRole[]) {
    await must(prober, owner, 'set_base_role', { base: base.id, member: maker.person, role })
    base.builtIn.set(maker.person, role)
    await judgeOver(prober, invitation, `lost its maker's right, who is ${role} now`)
  }
}

/** Tokens that are none. */
async function mistaken(prober: Prober, invitation: Invitation): Promise<void> {
  const { random } = prober
  const { token, id } = invitation
  const wrong = random.oneOf([`${token.slice(1)}x`, token.slice(0, -1), `${token} `, id, random.hex(43), ''])
  await judgeOver(prober, { ...invitation, token: wrong }, 'is none')
}

/** One that was used, or was taken back already, stays as it is. */
async function takeBack({ tools }: Prober, { id, maker }: Invitation): Promise<void> {
  await send(tools.project, maker.token(), callOf('revoke_invitation', { invitation: id }))
}
