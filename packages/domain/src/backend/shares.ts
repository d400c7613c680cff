/** Links by which people without an account see a view, a record, a chart or a dashboard, or send a form (docs/decisions/0046-share-links.md, 0051, 0055). */
import type { BaseId, FieldId, OptionId, RecordId, ShareLinkId, TableId, ViewId } from '../ids.ts'
import type { Result } from '../result.ts'
import type { FieldTypeName, Hue, RuleTree, ToldOptions } from '../schema.ts'
import type { ChartFigures } from '../view/chart.ts'
import type { ChartShape } from '../view/chart-settings.ts'
import type { CardSize, CoverFit, SummaryKind, TileWidth, TimelineScale } from '../view/view-config.ts'
import type { SharedForm } from './forms.ts'

/** What a link shows; `form`: a view of kind `form`, that it asks. */
export type ShareTarget =
  | { readonly view: ViewId }
  | { readonly record: RecordId }
  | { readonly form: ViewId }

export interface ShareSettings {
  /** What visitors are told that it is. */
  readonly name: string
  /** No others are shown. Of charts those that they may tell of; of a form none: it asks what its questions say. */
  readonly fields: readonly FieldId[]
  /** Names of people; without, fields of people are neither shown nor asked for. */
  readonly showsPeople: boolean
  /** What linked records are called; without, how many there are is told alone, and a form does not ask for them. */
  readonly showsLinked: boolean
  /** ISO 8601; null: until it is taken back. */
  readonly expiresAt: string | null
  /** Of a form: how many submissions it takes in an hour at most; null: `limits.submissionsPerHour`. */
  readonly perHour?: number | null
  /** Of a form: it is sent with what the project's captcha says of the visitor. */
  readonly asksCaptcha?: boolean
}

/** As those know it who may share things of the base. Its token is told once, when it is made. */
export interface ShareLink extends ShareSettings {
  readonly id: ShareLinkId
  readonly table: TableId
  readonly kind: 'view' | 'record' | 'form'
  readonly view: ViewId | null
  readonly record: RecordId | null
  readonly hasPassword: boolean
  /** `stopped`: what it shows is not there, or a condition of its view asks for a field that is gone. */
  readonly state: 'open' | 'expired' | 'stopped'
  readonly madeBy: string
  readonly madeAt: string
  readonly opened: number
  readonly openedAt: string | null
}

export interface SharedField {
  readonly name: string
  readonly type: FieldTypeName
  readonly options: ToldOptions
  /** Of a text of values in a row, what these are. */
  readonly listed?: { readonly type: FieldTypeName; readonly options: ToldOptions }
}

/** How many records a cell links, and the texts that the first ones are called by, where the link tells them. */
export interface SharedLinks {
  readonly count: number
  readonly names: readonly (string | null)[]
}

/** A file of a cell. */
export interface SharedFile {
  /** By which its keys are asked for. */
  readonly mark: string
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly hasThumb: boolean
}

/** Storage keys of a file in bucket `plinth`: whoever has them may read them for `limits.toldFileSeconds`, as long as the link holds. */
export interface SharedFileKeys {
  readonly mark: string
  readonly path: string
  readonly thumb: string | null
}

/** As values travel elsewhere (`CellValue`), but for people, who are names here, links and files. */
export type SharedValue =
  | string
  | number
  | boolean
  | readonly OptionId[]
  | readonly SharedFile[]
  | SharedLinks
  | null

/** A chart of a link. */
export interface SharedTile {
  /** By which its figures are asked for; another one once it shows something else. */
  readonly mark: string
  /** What it is called on its dashboard. */
  readonly title: string | null
  readonly width: TileWidth
  /** Of fields their places in the page's list. */
  readonly shape: ChartShape<number>
}

/** Records of a board that stand together. */
export interface SharedStack {
  /** By which its records are asked for; null: those whose field is empty. */
  readonly mark: string | null
  /** What its records have in the field. */
  readonly value: SharedValue
  readonly count: number
}

/** A further field by which the records of a board stand: a row of all its stacks for each value. `by` is a place in the page's list of fields. */
export interface SharedLanes {
  readonly by: number
  readonly stacks: readonly SharedStack[]
  /** For each lane the records of each stack; without, how many stand where is not known. */
  readonly counts?: readonly (readonly number[])[]
}

/** What stands on top of cards: the first picture of a field, by its place in the page's list. */
export interface SharedCover {
  /** Null: there are no covers. */
  readonly cover: number | null
  readonly fit: CoverFit
}

/** How the records of a view stand; `by`, `cover`, `start`, `end` and `color` are places in the page's list of fields. Without: as a table. */
export type SharedLayout =
  | { readonly kind: 'list' }
  | ({ readonly kind: 'gallery'; readonly size: CardSize } & SharedCover)
  | ({
      readonly kind: 'board'
      readonly by: number
      readonly stacks: readonly SharedStack[]
      /** Where somebody wants them, and the link tells their field. */
      readonly lanes?: SharedLanes
    } & SharedCover)
  | {
      readonly kind: 'calendar' | 'timeline'
      readonly start: number
      readonly end: number | null
      /** The choice whose options colour records that no rule paints. */
      readonly color?: number
      /** Of a timeline: how near it is at first, where its maker chose that. */
      readonly scale?: TimelineScale
    }

/** Records of one stack of a board, in all its lanes or in one, or those that stand on some of these days (ISO dates, both inclusive) of a calendar or a timeline. */
export type SharedPart =
  | { readonly stack: string | null; readonly lane?: string | null }
  | { readonly from: string; readonly to: string }

/** A colour rule of the view, where the link tells all that it looks at. */
export interface SharedColor {
  /** What the colour means. */
  readonly name: string
  /** Fields are named by their places in the page's list, as texts. */
  readonly when: RuleTree
  readonly hue: Hue
  /** The whole record, or its value in this place. */
  readonly paints: 'row' | number
}

/** A figure at the foot of a table; `field` is a place in the page's list. */
export interface SharedFigure {
  readonly field: number
  readonly kind: SummaryKind
}

/** What the figures of a page come to, in their order. */
export interface SharedFigures {
  /** Records that they are figures of. */
  readonly of: number
  /** As those of a view (`ViewSummary`). */
  readonly values: readonly (string | number | null)[]
}

/** `view`: the records of one. A view that is a chart or a dashboard shows its charts. */
export interface SharedPage {
  readonly kind: 'view' | 'record' | 'form' | 'chart' | 'dashboard'
  readonly name: string
  readonly fields: readonly SharedField[]
  /** Of a view that is no table, as far as the link shows the fields by which its records stand. */
  readonly layout?: SharedLayout
  /** The fields by which the records of a table, a list or a gallery are grouped, by their places; the outermost first. */
  readonly groups?: readonly number[]
  /** The first that is true paints. */
  readonly colors?: readonly SharedColor[]
  /** Of a table. */
  readonly figures?: readonly SharedFigure[]
  /** Of a chart or a dashboard. */
  readonly tiles?: readonly SharedTile[]
  /** Records of a view; of very many about so many. */
  readonly total: number | null
  readonly timeZone: string
  readonly locale: string
  readonly weekStart: number
  /** There where the kind is `form`; `fields` is empty then. */
  readonly form?: SharedForm
}

export interface SharedRows {
  /** Values in the order of the page's fields. */
  readonly rows: readonly (readonly SharedValue[])[]
  /** The mark of the next page; null: there is none. */
  readonly next: string | null
}

/** Pass null: the password is another one, or, where it is limited, was tried too often to be looked at. */
export interface SharePass {
  readonly pass: string | null
  readonly isLimited: boolean
}

/** What links may have where the project does. */
export interface ShareFeatures {
  /** The provider of its captcha, which may be one that the app does not know (`isCaptchaName`); null: it has none. */
  readonly captcha: string | null
}

export interface SharesApi {
  /** For creators of the base, as what follows; the newest first. */
  list(base: BaseId): Promise<Result<readonly ShareLink[]>>
  features(base: BaseId): Promise<Result<ShareFeatures>>
  create(
    table: TableId,
    target: ShareTarget,
    settings: ShareSettings & { readonly password: string | null },
  ): Promise<Result<{ readonly token: string; readonly link: ShareLink }>>
  update(
    link: ShareLinkId,
    changes: Partial<ShareSettings & { readonly password: string | null }>,
  ): Promise<Result<ShareLink>>
  revoke(link: ShareLinkId): Promise<Result<null>>
  /** For everybody who has the token, as what follows. `share_locked`: a pass is needed. */
  page(token: string, pass: string | null): Promise<Result<SharedPage>>
  /**
   * At most `limits.sharedRowsPerRequest`, of a part or of the whole view; those of days in the order of their beginning. `share_moved`: the last
   * record before is not there any more, or the view has no such parts.
   */
  rows(
    token: string,
    pass: string | null,
    window: { readonly after: string | null; readonly take: number; readonly part?: SharedPart },
  ): Promise<Result<SharedRows>>
  /** Of all records of the view. */
  figures(token: string, pass: string | null): Promise<Result<SharedFigures>>
  /** At most `limits.sharedFilesPerRequest`; what the link does not show, or not any more, is not among the answers. */
  files(
    token: string,
    pass: string | null,
    marks: readonly string[],
  ): Promise<Result<readonly SharedFileKeys[]>>
  /** Of people the keys are names. `share_moved`: the chart shows something else by now, or is gone. */
  chart(
    token: string,
    pass: string | null,
    chart: { readonly mark: string; readonly take: number },
  ): Promise<Result<ChartFigures>>
  unlock(token: string, password: string): Promise<Result<SharePass>>
}
