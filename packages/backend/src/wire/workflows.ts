import type { RecordMoves, Transition } from '@plinth/domain'
import * as v from 'valibot'
import { fieldId, optionId, roleId, type Schema, transitionId } from './ids.ts'
import { ruleTree } from './roles.ts'

export const roleName = v.object({ id: v.string(), kind: v.string(), name: v.string() })

export const transitions: Schema<Transition[]> = v.array(
  v.object({
    id: transitionId,
    name: v.string(),
    from: v.nullable(optionId),
    to: optionId,
    roles: v.nullable(v.array(v.union([v.literal('creator'), roleId]))),
    guard: v.nullable(ruleTree),
    requires: v.array(fieldId),
    fourEyes: v.boolean(),
  }),
)

export const recordMoves: Schema<RecordMoves> = v.object({
  state: v.nullable(optionId),
  bound: v.boolean(),
  moves: v.array(
    v.object({
      to: optionId,
      refusal: v.nullable(
        v.object({
          rule: v.picklist([
            'no_transition',
            'initial',
            'role',
            'four_eyes',
            'required',
            'guard',
            'read_only',
          ]),
          roles: v.exactOptional(v.nullable(v.array(roleName))),
          fields: v.exactOptional(v.array(fieldId)),
        }),
      ),
    }),
  ),
})
