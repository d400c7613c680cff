import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Header } from 'react-aria-components/Header'
import {
  ListBox as AriaListBox,
  ListBoxItem as AriaListBoxItem,
  ListBoxSection as AriaListBoxSection,
  type ListBoxProps,
} from 'react-aria-components/ListBox'
import { Text } from 'react-aria-components/Text'
import { cx } from './cx.ts'

export interface Option<Id extends string = string> {
  id: Id
  label: string
  description?: string
  icon?: ReactNode
  /** What it stands below, together with those beside it that say the same. */
  section?: string
}

/** The look of every row that can be chosen in a floating list. */
export const itemClass = cx(
  'group/item flex min-h-8 cursor-default items-center gap-2 rounded-[5px] px-2 py-1 text-sm outline-none select-none coarse:min-h-11',
  'focused:bg-hover focus-visible:ring-focus-inset disabled:text-ink-faint [&_svg]:size-4 [&_svg]:shrink-0 forced-colors:focused:outline-2',
)

interface OptionListProps extends Omit<ListBoxProps<Option>, 'items' | 'children'> {
  /** Where none is given they are those of the element around it. */
  items?: readonly Option[]
}

export function OptionList({ className, items, ...props }: OptionListProps) {
  const look = cx(
    'scroll-thin max-h-[min(20rem,45vh)] overflow-auto p-1 outline-none',
    typeof className === 'string' && className,
  )
  if (items?.some(({ section }) => section !== undefined)) {
    return (
      <AriaListBox {...props} className={look}>
        {sectionsOf(items).map(({ name, options }) => (
          <AriaListBoxSection key={name} id={`section ${name}`}>
            <Header className="px-2 pt-2 pb-1 text-xs font-medium text-ink-muted">{name}</Header>
            {options.map((option) => (
              <OptionRow key={option.id} option={option} />
            ))}
          </AriaListBoxSection>
        ))}
      </AriaListBox>
    )
  }
  return (
    <AriaListBox {...props} {...(items ? { items } : {})} className={look}>
      {(option: Option) => <OptionRow option={option} />}
    </AriaListBox>
  )
}

function sectionsOf(items: readonly Option[]): { name: string; options: Option[] }[] {
  const sections = new Map<string, Option[]>()
  for (const option of items) {
    const name = option.section ?? ''
    sections.set(name, [...(sections.get(name) ?? []), option])
  }
  return Array.from(sections, ([name, options]) => ({ name, options }))
}

function OptionRow({ option }: { option: Option }) {
  return (
    <AriaListBoxItem id={option.id} textValue={option.label} className={cx(itemClass, 'text-ink')}>
      {({ isSelected }) => (
        <>
          {option.icon && <span className="text-ink-muted">{option.icon}</span>}
          <span className="flex min-w-0 flex-1 flex-col">
            <Text slot="label" className="truncate">
              {option.label}
            </Text>
            {option.description && (
              <Text slot="description" className="text-xs text-ink-muted">
                {option.description}
              </Text>
            )}
          </span>
          {isSelected && <Check aria-hidden className="text-accent-text" />}
        </>
      )}
    </AriaListBoxItem>
  )
}
