import type { FieldTypeName } from '@plinth/domain'
import {
  AtSign,
  Banknote,
  Calendar,
  CalendarClock,
  CalendarPlus,
  CalendarSync,
  CircleChevronDown,
  CircleUserRound,
  DecimalsArrowRight,
  Hash,
  Link as LinkIcon,
  ListOrdered,
  type LucideIcon,
  Paperclip,
  Percent,
  Phone,
  SquareCheck,
  Star,
  Tags,
  TextAlignStart,
  Timer,
  Type,
  UserPen,
  UserPlus,
  Waypoints,
  Workflow,
} from 'lucide-react'

/** The icon of each type of field, the same wherever a field is named. */
export const fieldIcons: Readonly<Record<FieldTypeName, LucideIcon>> = {
  text: Type,
  long_text: TextAlignStart,
  integer: Hash,
  number: DecimalsArrowRight,
  checkbox: SquareCheck,
  date: Calendar,
  datetime: CalendarClock,
  single_select: CircleChevronDown,
  email: AtSign,
  url: LinkIcon,
  attachment: Paperclip,
  person: CircleUserRound,
  status: Workflow,
  phone: Phone,
  percent: Percent,
  rating: Star,
  link: Waypoints,
  duration: Timer,
  currency: Banknote,
  created_time: CalendarPlus,
  changed_time: CalendarSync,
  created_by: UserPlus,
  changed_by: UserPen,
  multi_select: Tags,
  autonumber: ListOrdered,
}

export function FieldIcon({ type, className }: { type: FieldTypeName; className?: string }) {
  const Icon = fieldIcons[type]
  return <Icon aria-hidden className={className ?? 'size-4'} />
}
