/** Links for people without an account on the wire. */
import {
  fieldTypeNames,
  type SharedPage,
  type SharedRows,
  type SharedValue,
  type ShareLink,
  type SharePass,
} from '@plinth/domain'
import * as v from 'valibot'
import { fieldOptions } from './fields.ts'
import { sharedForm } from './forms.ts'
import { fieldId, optionId, recordId, type Schema, shareLinkId, tableId, viewId } from './ids.ts'

const kind = v.picklist(['view', 'record', 'form'])

export const shareLink: Schema<ShareLink> = v.object({
  id: shareLinkId,
  table: tableId,
  kind,
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

export const madeLink = v.object({ token: v.string(), link: shareLink })

export const sharedPage: Schema<SharedPage> = v.object({
  kind,
  name: v.string(),
  fields: v.array(
    v.object({
      name: v.string(),
      type: v.picklist(fieldTypeNames),
      options: v.pick(fieldOptions, ['options', 'decimals', 'currency', 'max', 'unit', 'prefix', 'digits']),
    }),
  ),
  total: v.nullable(v.number()),
  timeZone: v.string(),
  locale: v.string(),
  weekStart: v.number(),
  form: v.exactOptional(sharedForm),
})

/** What a visitor's browser shows is checked whole: the pages are small. */
const value: Schema<SharedValue> = v.nullable(
  v.union([
    v.string(),
    v.number(),
    v.boolean(),
    v.array(optionId),
    v.object({ count: v.number(), names: v.array(v.nullable(v.string())) }),
  ]),
)

export const sharedRows: Schema<SharedRows> = v.object({
  rows: v.array(v.array(value)),
  next: v.nullable(v.string()),
})

export const sharePass: Schema<SharePass> = v.object({ pass: v.nullable(v.string()), isLimited: v.boolean() })
