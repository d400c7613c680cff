/**
 * What a cell shows, as drawing instructions: the grid knows cells, not records and not field types. Whoever feeds the grid
 * makes one of these from a value, and keeps it: the same object means nothing has changed.
 */

/** One of the twelve hues of options: `--hue-NAME-tint`, `-text`, `-dot`. */
export type Hue =
  | 'stone'
  | 'red'
  | 'orange'
  | 'amber'
  | 'lime'
  | 'green'
  | 'teal'
  | 'cyan'
  | 'blue'
  | 'indigo'
  | 'purple'
  | 'pink'

export interface ChipContent {
  readonly text: string
  readonly hue: Hue
  /** Absent: a choice. `record`: another record; `note`: words about what is not shown. */
  readonly look?: 'record' | 'note'
}

export interface PersonContent {
  readonly name: string
  readonly initials: string
  readonly hue: Hue
}

export interface FileContent {
  readonly name: string
  /** A decoded picture, once there is one; the grid is told to paint again when it arrives. */
  readonly picture: CanvasImageSource | null
  /** Shown in place of a picture: an extension in capitals, such as PDF. */
  readonly label: string
}

export type CellContent =
  | { readonly kind: 'empty' }
  /**
   * `isTabular`: digits of one width. Line breaks count where the row is tall enough for several lines. `rounded`: what stands there
   * where the whole number has no room, with so many digits after the point; null: so few would say something else.
   */
  | {
      readonly kind: 'text'
      readonly text: string
      readonly isTabular?: boolean
      readonly rounded?: (decimals: number) => string | null
    }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'check'; readonly isChecked: boolean }
  /** Those that do not fit are told by a count, with `more` that are not here. */
  | { readonly kind: 'chips'; readonly chips: readonly ChipContent[]; readonly more?: number }
  | { readonly kind: 'people'; readonly people: readonly PersonContent[] }
  | { readonly kind: 'files'; readonly files: readonly FileContent[] }
  | { readonly kind: 'rating'; readonly value: number; readonly max: number }
  /** There is no value because something could not be computed: what, in a word or two, and where, as a sentence. */
  | { readonly kind: 'error'; readonly text: string; readonly reason: string }

/** A colour with what it means: nothing is told by a colour alone. */
export interface CellColor {
  readonly hue: Hue
  readonly text: string
}

/** What a cell says beside its value. */
export interface CellMark {
  /** A change on its way for so long that it is worth a mark. */
  readonly isPending?: boolean
  /** Why what was typed is not stored: the cell is outlined and carries a sign. */
  readonly problem?: string
}
