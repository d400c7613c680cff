import type { BaseId, UserId } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { queries } from '../../lib/queries.ts'
import { toAppError } from '../../lib/unwrap.ts'
import { formatViewedAs } from '../../lib/viewed-as.ts'
import { Button } from '../../ui/Button.tsx'
import { ComboBox } from '../../ui/ComboBox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { roleName } from './role-words.ts'

export interface ViewAsDialogProps {
  base: BaseId
  me: UserId
  onChosen: (who: string) => void
  onClose: () => void
}

/** Chooses through whose eyes to look at a base: a role's, or a member's. */
export function ViewAsDialog({ base, me, onChosen, onClose }: ViewAsDialogProps) {
  const backend = useBackend()
  const roles = useQuery(queries.roles(backend, base))
  const members = useQuery(queries.baseMembers(backend, base))
  const [who, setWho] = useState<string | null>(null)
  const problem = roles.error ?? members.error
  const options = [
    ...(roles.data ?? []).map((role) => ({
      id: formatViewedAs({ role: role.id }),
      label: roleName(role),
      description: 'Role, held by itself',
    })),
    ...(members.data ?? [])
      .filter((member) => member.id !== me)
      .map((member) => ({
        id: formatViewedAs({ person: member.id }),
        label: member.name,
        description: member.email,
      })),
  ]
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="View as"
      description="You see what they see, through the same rules of the database. You can change nothing meanwhile."
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" isDisabled={who === null} onPress={() => who !== null && onChosen(who)}>
            View
          </Button>
        </>
      }
    >
      {roles.data && members.data ? (
        <ComboBox
          label="Role or person"
          options={options}
          value={who}
          onChange={setWho}
          placeholder="Name"
          {...firstFocus}
        />
      ) : (
        !problem && <Skeleton className="h-14 w-full" />
      )}
      <ErrorNote error={problem ? toAppError(problem) : null} />
    </Dialog>
  )
}
