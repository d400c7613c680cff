/** What the ways in which the records of a link stand have in common. */
import type { SharedLayout, SharedPage, SharedRows } from '@plinth/domain'
import type { SharedSource } from './shared-host.ts'

export type SharedRow = SharedRows['rows'][number]

export type BoardLayout = Extract<SharedLayout, { readonly kind: 'board' }>
export type GalleryLayout = Extract<SharedLayout, { readonly kind: 'gallery' }>
/** Of a calendar or a timeline. */
export type DatedLayout = Extract<SharedLayout, { readonly start: number }>

export interface SharedViewProps extends SharedSource {
  readonly isEmbedded: boolean
}

/** A kind that loads parts of the view by itself. */
export interface PartedProps<Layout> extends SharedSource {
  readonly layout: Layout
}

/** A kind of which the page loads the records, some at a time. */
export interface RowsProps {
  readonly page: SharedPage
  readonly rows: readonly SharedRow[]
}
