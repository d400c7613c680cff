/** Links for people without an account on the wire. */
import {
  type ChartFigures,
  cardSizes,
  chartOrders,
  chartTypes,
  chartUnits,
  coverFits,
  fieldTypeNames,
  hues,
  type SharedFigures,
  type SharedFileKeys,
  type SharedLayout,
  type SharedPage,
  type SharedRows,
  type SharedValue,
  type ShareFeatures,
  type ShareLink,
  type SharePass,
  summaryKinds,
  tileWidths,
  timelineScales,
} from '@plinth/domain'
import * as v from 'valibot'
import { chartFrame } from './charts.ts'
import { fieldOptions, toldOptionNames } from './fields.ts'
import { sharedForm } from './forms.ts'
import { fieldId, optionId, recordId, type Schema, shareLinkId, tableId, viewId } from './ids.ts'
import { ruleTree } from './roles.ts'

export const shareLink: Schema<ShareLink> = v.object({
  id: shareLinkId,
  table: tableId,
  kind: v.picklist(['view', 'record', 'form']),
  view: v.nullable(viewId),
  record: v.nullable(recordId),
  name: v.string(),
  fields: v.array(fieldId),
  showsPeople: v.boolean(),
  showsLinked: v.boolean(),
  perHour: v.exactOptional(v.nullable(v.number())),
  asksCaptcha: v.exactOptional(v.boolean()),
  expiresAt: v.nullable(v.string()),
  hasPassword: v.boolean(),
  state: v.picklist(['open', 'expired', 'stopped']),
  madeBy: v.string(),
  madeAt: v.string(),
  opened: v.number(),
  openedAt: v.nullable(v.string()),
})

export const shareLinks = v.array(shareLink)

export const shareFeatures: Schema<ShareFeatures> = v.object({ captcha: v.nullable(v.string()) })

export const madeLink = v.object({ token: v.string(), link: shareLink })

const place = v.nullable(v.number())
const unit = v.nullable(v.picklist(chartUnits))
const tile = v.object({
  mark: v.string(),
  title: v.nullable(v.string()),
  width: v.picklist(tileWidths),
  shape: v.object({
    type: v.picklist(chartTypes),
    by: place,
    byUnit: unit,
    split: place,
    splitUnit: unit,
    figure: v.picklist(summaryKinds),
    of: place,
    order: v.picklist(chartOrders),
  }),
})

const file = v.object({
  mark: v.string(),
  name: v.string(),
  mime: v.string(),
  bytes: v.number(),
  hasThumb: v.boolean(),
})

/** What a visitor's browser shows is checked whole: the pages are small. */
const value: Schema<SharedValue> = v.nullable(
  v.union([
    v.string(),
    v.number(),
    v.boolean(),
    v.array(optionId),
    v.array(file),
    v.object({ count: v.number(), names: v.array(v.nullable(v.string())) }),
  ]),
)

const fieldPlace = v.pipe(v.number(), v.integer(), v.minValue(0))

const covered = { cover: v.nullable(fieldPlace), fit: v.picklist(coverFits) }

const stacks = v.array(v.object({ mark: v.nullable(v.string()), value, count: v.number() }))
const lanes = v.object({ by: fieldPlace, stacks, counts: v.exactOptional(v.array(v.array(v.number()))) })

const layout: Schema<SharedLayout> = v.variant('kind', [
  v.object({ kind: v.literal('list') }),
  v.object({ kind: v.literal('gallery'), size: v.picklist(cardSizes), ...covered }),
  v.object({
    kind: v.literal('board'),
    by: fieldPlace,
    ...covered,
    stacks,
    lanes: v.exactOptional(lanes),
  }),
  v.object({
    kind: v.picklist(['calendar', 'timeline']),
    start: fieldPlace,
    end: v.nullable(fieldPlace),
    color: v.exactOptional(fieldPlace),
    scale: v.exactOptional(v.picklist(timelineScales)),
  }),
])

const toldOptions = v.pick(fieldOptions, toldOptionNames)

export const sharedPage: Schema<SharedPage> = v.object({
  kind: v.picklist(['view', 'record', 'form', 'chart', 'dashboard']),
  name: v.string(),
  fields: v.array(
    v.object({
      name: v.string(),
      type: v.picklist(fieldTypeNames),
      options: toldOptions,
      listed: v.exactOptional(v.object({ type: v.picklist(fieldTypeNames), options: toldOptions })),
    }),
  ),
  layout: v.exactOptional(layout),
  groups: v.exactOptional(v.array(fieldPlace)),
  colors: v.exactOptional(
    v.array(
      v.object({
        name: v.string(),
        when: ruleTree,
        hue: v.picklist(hues),
        paints: v.union([v.literal('row'), fieldPlace]),
      }),
    ),
  ),
  figures: v.exactOptional(v.array(v.object({ field: fieldPlace, kind: v.picklist(summaryKinds) }))),
  tiles: v.exactOptional(v.array(tile)),
  total: v.nullable(v.number()),
  timeZone: v.string(),
  locale: v.string(),
  weekStart: v.number(),
  form: v.exactOptional(sharedForm),
})

export const sharedRows: Schema<SharedRows> = v.object({
  rows: v.array(v.array(value)),
  next: v.nullable(v.string()),
})

export const sharedFigures: Schema<SharedFigures> = v.object({
  of: v.number(),
  values: v.array(v.nullable(v.union([v.string(), v.number()]))),
})

export const sharedFiles: Schema<readonly SharedFileKeys[]> = v.array(
  v.object({ mark: v.string(), path: v.string(), thumb: v.nullable(v.string()) }),
)

export const sharedChart: Schema<ChartFigures> = v.object(chartFrame)

export const sharePass: Schema<SharePass> = v.object({ pass: v.nullable(v.string()), isLimited: v.boolean() })
