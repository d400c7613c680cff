import type { Automation, BaseSchema } from '@plinth/domain'
import { Copy, Ellipsis, Pause, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../ui/Menu.tsx'
import { DeleteAutomation } from './DeleteAutomation.tsx'
import { usePause } from './use-automations.ts'

/** Beside the name of an automation: pausing it, and what else is done with the whole of it. */
export function AutomationHead(props: { schema: BaseSchema; automation: Automation; onDeleted: () => void }) {
  const { schema, automation, onDeleted } = props
  const [isDoomed, setDoomed] = useState(false)
  const pause = usePause(schema)
  const { id, isPaused } = automation
  return (
    <>
      <Button
        icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
        isPending={pause.isPending}
        onPress={() => void pause.set(id, !isPaused)}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <MenuTrigger>
        <IconButton label="Menu of this automation" icon={<Ellipsis aria-hidden />} size="md" />
        <Menu placement="bottom end">
          <MenuItem icon={<Copy />} href={paths.baseNewAutomation(schema.base.id, id)}>
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
