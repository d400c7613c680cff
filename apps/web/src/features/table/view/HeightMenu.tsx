import { type RowHeight, rowHeights } from '@plinth/domain'
import { Rows3 } from 'lucide-react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../../ui/Menu.tsx'
import { useView } from './table-view.ts'

const words: Record<RowHeight, string> = {
  short: 'Short',
  medium: 'Medium',
  tall: 'Tall',
  extra: 'Extra tall',
}

/** How tall rows are. */
export function HeightMenu() {
  const { config, change } = useView()
  return (
    <MenuTrigger>
      <IconButton label="Row height" icon={<Rows3 aria-hidden />} />
      <Menu
        aria-label="Row height"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[config.rowHeight]}
      >
        {rowHeights.map((height) => (
          <MenuItem key={height} id={height} onAction={() => change({ rowHeight: height })}>
            {words[height]}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  )
}
