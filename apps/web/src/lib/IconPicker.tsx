import { type IconName, iconNames } from '@plinth/domain'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { chosenIcons } from './chosen-icons.tsx'

const none = 'none'

/** One of the icons that tables and views may have, each with its name for those who do not see it. */
export function IconPicker({
  value,
  usual,
  onChange,
}: {
  value: IconName | null
  /** What stands there where none is chosen. */
  usual: React.ReactNode
  onChange: (icon: IconName | null) => void
}) {
  return (
    <RadioGroup
      value={value ?? none}
      onChange={(icon) => onChange(icon === none ? null : (icon as IconName))}
      orientation="horizontal"
      className="flex flex-col gap-1.5"
    >
      <Label className="text-sm font-medium">Icon</Label>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(2rem,1fr))] gap-0.5 coarse:grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))]">
        <IconRadio id={none} label="No icon of its own">
          {usual}
        </IconRadio>
        {iconNames.map((name) => {
          const Icon = chosenIcons[name]
          return (
            <IconRadio key={name} id={name} label={name}>
              <Icon aria-hidden />
            </IconRadio>
          )
        })}
      </div>
    </RadioGroup>
  )
}

function IconRadio({ id, label, children }: { id: string; label: string; children: React.ReactNode }) {
  return (
    <Radio
      value={id}
      aria-label={label}
      className="grid size-8 place-items-center rounded-control text-ink-muted outline-none hovered:bg-hover focus-visible:ring-focus selected:bg-accent-tint selected:text-accent-text selected:ring-1 selected:ring-accent-line coarse:size-11 [&_svg]:size-4"
    >
      {children}
    </Radio>
  )
}
