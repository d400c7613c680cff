import * as v from 'valibot'
import type { Schema } from './ids.ts'

export const nothing: Schema<null> = v.pipe(
  v.nullish(v.unknown()),
  v.transform(() => null),
)
