import { type Hue, hues } from '@plinth/domain'
import { Check } from 'lucide-react'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'

/** One of the twelve hues, each with its name for those who do not see it. */
export function HuePicker({
  label,
  value,
  onChange,
}: {
  label: string
  value: Hue
  onChange: (hue: Hue) => void
}) {
  return (
    <RadioGroup
      value={value}
      onChange={(hue) => onChange(hue as Hue)}
      orientation="horizontal"
      className="flex flex-col gap-1.5"
    >
      <Label className="text-sm font-medium">{label}</Label>
      <div className="grid w-fit grid-cols-6 gap-1 sm:grid-cols-12">
        {hues.map((hue) => (
          <Radio
            key={hue}
            value={hue}
            aria-label={hue}
            data-hue={hue}
            className="group/hue grid size-7 place-items-center rounded-full outline-none focus-visible:ring-focus coarse:size-11"
          >
            <span className="grid size-6 place-items-center rounded-full bg-chip-tint text-chip-text shadow-[inset_0_0_0_1px_var(--chip-dot)] forced-colors:border">
              <Check aria-hidden className="hidden size-3.5 group-selected/hue:block" strokeWidth={3} />
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
