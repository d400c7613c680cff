/** The kinds of views: what they are called, and by which picture they are known. */
import type { View, ViewKind } from '@plinth/domain'
import {
  CalendarDays,
  ChartColumn,
  ChartGantt,
  ClipboardList,
  Images,
  LayoutDashboard,
  List,
  Lock,
  type LucideIcon,
  type LucideProps,
  SquareKanban,
  Table2,
} from 'lucide-react'
import { chosenIcons } from './chosen-icons.tsx'

interface KindWords {
  readonly name: string
  readonly icon: LucideIcon
  readonly description: string
  /** What a table has to have for it. */
  readonly needs: string
}

export const viewKindWords: Readonly<Record<ViewKind, KindWords>> = {
  grid: { name: 'Grid', icon: Table2, description: 'Rows and columns', needs: '' },
  list: { name: 'List', icon: List, description: 'One line for each record', needs: '' },
  board: {
    name: 'Board',
    icon: SquareKanban,
    description: 'Cards in stacks',
    needs: 'Needs a field of choices, states, people or links',
  },
  gallery: { name: 'Gallery', icon: Images, description: 'Cards with pictures', needs: '' },
  calendar: {
    name: 'Calendar',
    icon: CalendarDays,
    description: 'Records on their days',
    needs: 'Needs a date',
  },
  timeline: {
    name: 'Timeline',
    icon: ChartGantt,
    description: 'Bars from day to day',
    needs: 'Needs a date',
  },
  chart: { name: 'Chart', icon: ChartColumn, description: 'Bars, lines or a table of figures', needs: '' },
  dashboard: {
    name: 'Dashboard',
    icon: LayoutDashboard,
    description: 'Several charts side by side',
    needs: '',
  },
  form: { name: 'Form', icon: ClipboardList, description: 'Questions that make a record', needs: '' },
}

/** By what a view is known in lists of views. */
export function ViewIcon({
  view,
  ...props
}: { view: Pick<View, 'kind' | 'isLocked' | 'icon'> | null } & Omit<LucideProps, 'ref'>) {
  if (view?.icon) {
    const Chosen = chosenIcons[view.icon]
    return <Chosen aria-hidden {...props} />
  }
  if (view?.isLocked) return <Lock aria-hidden {...props} />
  const { icon: Icon } = viewKindWords[view?.kind ?? 'grid']
  return <Icon aria-hidden {...props} />
}
