import type { Presence } from '@plinth/domain'
import * as v from 'valibot'
import { type Schema, userId } from './ids.ts'

export const presence: Schema<Presence> = v.object({
  tab: v.pipe(v.string(), v.maxLength(64)),
  userId,
  name: v.pipe(v.string(), v.maxLength(200)),
  avatarKey: v.nullable(v.pipe(v.string(), v.maxLength(200))),
})
