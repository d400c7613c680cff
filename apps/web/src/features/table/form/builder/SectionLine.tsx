import { changeSection, dropSection, type FormSection, limits, moveSection } from '@plinth/domain'
import { ArrowDown, ArrowUp, Ellipsis, Trash2, Workflow } from 'lucide-react'
import { dropMarkClass } from '../../../../lib/drop-mark.ts'
import type { ReorderItem } from '../../../../lib/use-reorder.ts'
import { cx } from '../../../../ui/cx.ts'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '../../../../ui/Menu.tsx'
import { useBuilding } from './builder-context.ts'
import { ConditionNote } from './ConditionNote.tsx'
import { PaperText } from './PaperText.tsx'

/** Where a section begins: its title, its text, and what is done with it as a whole. */
export function SectionLine({
  section,
  item,
}: {
  section: Omit<FormSection, 'questions'>
  item: ReorderItem
}) {
  const { sections, put, askWhen } = useBuilding()
  const { id, title = '', text = '', when } = section
  const at = sections.findIndex((one) => one.id === id)
  const name = title || `Section ${at + 1}`
  return (
    <li {...item.dropProps} className={cx('relative flex flex-col pt-4', dropMarkClass(item.mark, 'cards'))}>
      <div className="flex items-center gap-1 border-b border-line pb-1">
        <div className="min-w-0 flex-1">
          <PaperText
            label={`Title of section ${at + 1}`}
            placeholder={
              sections.length === 1 ? 'A title for this part, if it needs one' : 'Title of this section'
            }
            value={title}
            maxLength={limits.formLabelLength}
            className="text-lg font-semibold"
            onChange={(next) => put((now) => changeSection(now, id, { title: next }), true)}
          />
        </div>
        <MenuTrigger>
          <IconButton label={`Options of ${name}`} icon={<Ellipsis aria-hidden />} className="shrink-0" />
          <Menu aria-label={`Options of ${name}`} placement="bottom end">
            <MenuItem icon={<Workflow aria-hidden />} onAction={() => askWhen({ section: id })}>
              Ask only if…
            </MenuItem>
            <MenuSeparator />
            <MenuItem
              icon={<ArrowUp aria-hidden />}
              isDisabled={at === 0}
              onAction={() => put((now) => moveSection(now, at, at - 1))}
            >
              Move section up
            </MenuItem>
            <MenuItem
              icon={<ArrowDown aria-hidden />}
              isDisabled={at === sections.length - 1}
              onAction={() => put((now) => moveSection(now, at, at + 1))}
            >
              Move section down
            </MenuItem>
            <MenuItem
              icon={<Trash2 aria-hidden />}
              tone="danger"
              isDisabled={sections.length === 1}
              description="Its questions stay"
              onAction={() => put((now) => dropSection(now, id))}
            >
              Delete section
            </MenuItem>
          </Menu>
        </MenuTrigger>
      </div>
      <PaperText
        isLong
        label={`Text of section ${at + 1}`}
        placeholder="A text below the title (Markdown)"
        value={text}
        maxLength={limits.formTextLength}
        className="mt-1 text-base"
        onChange={(next) => put((now) => changeSection(now, id, { text: next }), true)}
      />
      {when !== undefined && <ConditionNote when={when} onEdit={() => askWhen({ section: id })} />}
    </li>
  )
}
