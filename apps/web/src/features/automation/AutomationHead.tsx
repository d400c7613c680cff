import type { Automation, BaseSchema } from '@plinth/domain'
import { Copy, Ellipsis, Pause, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../ui/Menu.tsx'
import { toast } from '../../ui/Toast.tsx'
import { DeleteAutomation } from './DeleteAutomation.tsx'
import { useAutomationActions } from './use-automations.ts'

/** Beside the name of an automation: pausing it, and what else is done with the whole of it. */
export function AutomationHead(props: {
  schema: BaseSchema
  automation: Automation
  copyHref: string
  onDeleted: () => void
}) {
  const { schema, automation, copyHref, onDeleted } = props
  const [isDoomed, setDoomed] = useState(false)
  const pause = useAction(useAutomationActions(schema).setPaused)
  const { isPaused } = automation
  const act = async () => {
    const result = await pause.run(automation.id, !isPaused)
    if (!result.ok) toast.error(result.error)
  }
  return (
    <>
      <Button
        icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
        isPending={pause.isPending}
        onPress={() => void act()}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <MenuTrigger>
        <IconButton label="Menu of this automation" icon={<Ellipsis aria-hidden />} size="md" />
        <Menu placement="bottom end">
          <MenuItem icon={<Copy />} href={copyHref}>
            Duplicate
          </MenuItem>
          <MenuItem icon={<Trash2 />} tone="danger" onAction={() => setDoomed(true)}>
            Delete
          </MenuItem>
        </Menu>
      </MenuTrigger>
      <DeleteAutomation
        schema={schema}
        automation={isDoomed ? automation : null}
        onClose={() => setDoomed(false)}
        onDeleted={onDeleted}
      />
    </>
  )
}
