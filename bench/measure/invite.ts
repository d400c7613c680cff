import { type Person, signUpPerson } from '@plinth/backend/testing'
import { must, type Workbench } from './workbench.ts'

/** An editor of the base, who is a member of the workspace and nothing more. */
export async function invite(bench: Workbench, no: number): Promise<Person> {
  const { project, maker, workspace, base } = bench
  const email = `person-${no}@example.org`
  const password = 'a password of theirs'
  const person = await signUpPerson(project, { email, name: `Person ${no}`, password })
  const invitation = { workspace, role: 'member', base, baseRole: 'editor', email } as const
  const { token } = must(await maker.backend.workspaces.invite(invitation))
  must(await person.backend.workspaces.acceptInvitation(token))
  return person
}
