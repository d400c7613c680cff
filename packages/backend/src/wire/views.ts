/** Saved views on the wire. What a view holds is of the database's own making: it is checked when it is stored. */
import {
  type FilterCondition,
  type FilterGroup,
  filterOperators,
  hues,
  iconNames,
  type PlaceChanges,
  rowHeights,
  type Sort,
  summaryKinds,
  tileWidths,
  type View,
  type ViewArrangement,
  type ViewConfig,
  viewKinds,
} from '@plinth/domain'
import * as v from 'valibot'
import { colorRuleId, fieldId, type Schema, viewId, viewSectionId } from './ids.ts'
import { ruleTree } from './roles.ts'

const filterValue = v.union([
  v.string(),
  v.number(),
  v.boolean(),
  v.array(v.string()),
  v.object({ day: v.number() }),
  v.object({
    period: v.picklist(['this', 'past', 'next']),
    unit: v.picklist(['day', 'week', 'month', 'year']),
    count: v.number(),
  }),
])

const condition: Schema<FilterCondition> = v.pipe(
  v.object({
    field: fieldId,
    operator: v.picklist(filterOperators),
    value: v.exactOptional(v.nullable(filterValue)),
  }),
  v.transform(
    ({ value, ...rest }): FilterCondition =>
      value === null || value === undefined ? rest : { ...rest, value },
  ),
)

const filterGroup: Schema<FilterGroup> = v.object({
  join: v.picklist(['and', 'or']),
  items: v.array(v.union([condition, v.lazy(() => filterGroup)])),
})

const sort: Schema<Sort> = v.object({ field: fieldId, direction: v.picklist(['asc', 'desc']) })

export const icon = v.optional(v.nullable(v.picklist(iconNames)), null)

const color = v.object({
  id: colorRuleId,
  name: v.string(),
  when: ruleTree,
  hue: v.picklist(hues),
  paints: v.union([v.literal('row'), fieldId]),
})

const config: Schema<ViewConfig> = v.object({
  filter: v.nullable(filterGroup),
  sorts: v.array(sort),
  groups: v.array(sort),
  hidden: v.array(fieldId),
  order: v.array(fieldId),
  widths: v.record(v.string(), v.number()) as unknown as Schema<ViewConfig['widths']>,
  frozen: v.number(),
  rowHeight: v.picklist(rowHeights),
  summaries: v.record(v.string(), v.picklist(summaryKinds)) as unknown as Schema<ViewConfig['summaries']>,
  // Whether it suits the fields as they are is asked by `fitView`.
  settings: v.record(
    v.string(),
    v.union([
      v.string(),
      v.array(v.object({ view: viewId, width: v.picklist(tileWidths) })),
      v.looseObject({}),
    ]),
  ) as unknown as Schema<ViewConfig['settings']>,
  colors: v.array(color),
  quick: v.array(fieldId),
})

export const view: Schema<View> = v.object({
  id: viewId,
  name: v.string(),
  kind: v.picklist(viewKinds),
  isShared: v.boolean(),
  isLocked: v.boolean(),
  position: v.number(),
  icon,
  section: v.nullable(viewSectionId),
  config,
  isPartial: v.boolean(),
  lacksColors: v.boolean(),
})

export const arrangement: Schema<ViewArrangement> = v.object({
  views: v.array(viewId),
  sections: v.array(v.object({ id: viewSectionId, name: v.string(), views: v.array(viewId) })),
})

const place = v.nullable(v.tuple([v.string(), v.number()]))

export const moves = v.record(
  v.string(),
  v.object({ from: place, to: place }),
) as unknown as Schema<PlaceChanges>

export const moved: Schema<number> = v.number()
