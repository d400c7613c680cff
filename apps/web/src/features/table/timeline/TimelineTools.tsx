import { type TimelineScale, timelineScales } from '@plinth/domain'
import { CalendarCheck2, ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { scaleOptions } from '../../../lib/scale-words.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Select } from '../../../ui/Select.tsx'
import { useTimeline } from './timeline-context.ts'

const options = scaleOptions(timelineScales)

/** How far a press of an arrow goes, as a share of what is seen. */
const panShare = 0.8

interface ToolsProps {
  onNow: () => void
  onScale: (scale: TimelineScale) => void
  onZoom: (by: -1 | 1) => void
}

/** Where one looks, how near, and what colours mean. */
export function TimelineTools({ onNow, onScale, onZoom }: ToolsProps) {
  const { time, scale, isNarrow } = useTimeline()
  const pan = (by: -1 | 1) => time.pan(by * time.area().width * panShare)
  return (
    <div className="scroll-thin relative flex h-10 shrink-0 items-center gap-1 overflow-x-auto border-b border-line bg-page px-3 coarse:h-14">
      <Button size="sm" icon={<CalendarCheck2 aria-hidden />} onPress={onNow}>
        Today
      </Button>
      <IconButton label="Earlier" icon={<ChevronLeft aria-hidden />} onPress={() => pan(-1)} />
      <IconButton label="Later" icon={<ChevronRight aria-hidden />} onPress={() => pan(1)} />
      <Legend />
      <span className="flex-1" />
      {!isNarrow && (
        <IconButton
          label="Zoom out"
          icon={<ZoomOut aria-hidden />}
          isDisabled={scale === timelineScales.at(-1)}
          onPress={() => onZoom(1)}
        />
      )}
      <Select
        label="Scale"
        isLabelHidden
        look="quiet"
        options={options}
        value={scale}
        onChange={onScale}
        className="w-28 shrink-0"
      />
      {!isNarrow && (
        <IconButton
          label="Zoom in"
          icon={<ZoomIn aria-hidden />}
          isDisabled={scale === timelineScales[0]}
          onPress={() => onZoom(-1)}
        />
      )}
    </div>
  )
}

/** What colours mean. */
function Legend() {
  const { color } = useTimeline()
  const known = color?.options.options ?? []
  if (!color || known.length === 0) return null
  return (
    <ul
      aria-label={`Colours by ${color.name}`}
      className="flex shrink-0 items-center gap-3 pl-3 text-xs text-ink-soft"
    >
      {known.map(({ id, label, hue }) => (
        <li key={id} data-hue={hue} className="flex items-center gap-1.5 whitespace-nowrap">
          <span aria-hidden className="size-2.5 rounded-[3px] border border-chip-dot bg-chip-tint" />
          {label}
        </li>
      ))}
    </ul>
  )
}
