import { useMemo } from 'react'
import { firstDayOf, localeOptions, type Region, timeZoneOptions, weekDays } from '../../lib/region.ts'
import { ComboBox } from '../../ui/ComboBox.tsx'
import { Select } from '../../ui/Select.tsx'

export function RegionFields({ value, onChange }: { value: Region; onChange: (region: Region) => void }) {
  const zones = useMemo(() => timeZoneOptions(value.timeZone), [value.timeZone])
  const locales = useMemo(() => localeOptions(value.locale), [value.locale])
  return (
    <div className="flex flex-col gap-4">
      <ComboBox
        label="Time zone"
        description="What “today” is, for everybody in this base."
        options={zones}
        value={value.timeZone}
        onChange={(timeZone) => onChange({ ...value, timeZone })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <ComboBox
          label="Numbers and dates"
          options={locales}
          value={value.locale}
          onChange={(locale) => onChange({ ...value, locale, weekStart: firstDayOf(locale) })}
        />
        <Select
          label="Weeks start on"
          options={weekDays}
          value={String(value.weekStart)}
          onChange={(day) => onChange({ ...value, weekStart: Number(day) })}
        />
      </div>
    </div>
  )
}
