import { askFor } from '@plinth/domain'
import { Plus } from 'lucide-react'
import { FieldIcon } from '../../../../lib/field-icons.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../../../ui/Menu.tsx'
import { useBuilding } from './builder-context.ts'

/** Fields that the form does not ask for yet. */
export function AskMenu({ section, label }: { section: string; label: string }) {
  const { sections, fields, put, show } = useBuilding()
  const asked = new Set(sections.flatMap(({ questions }) => questions.map(({ field }) => field)))
  const left = fields.filter(({ id }) => !asked.has(id))
  return (
    <MenuTrigger>
      <Button
        icon={<Plus aria-hidden />}
        isDisabled={left.length === 0 || section === ''}
        // The question that it adds pushes it down, and it has the focus again without being brought into sight.
        onFocus={({ target }) => target.scrollIntoView({ block: 'nearest' })}
      >
        {left.length === 0 ? 'All fields are asked for' : label}
      </Button>
      <Menu aria-label={label}>
        {left.map(({ id, name, type }) => (
          <MenuItem
            key={id}
            icon={<FieldIcon type={type} />}
            onAction={() => {
              put((now) => askFor(now, section, id))
              show(id)
            }}
          >
            {name}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  )
}
