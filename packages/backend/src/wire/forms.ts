/** Forms on the wire. */
import type {
  FieldOptions,
  QuarantinedRecord,
  SharedChoice,
  SharedForm,
  SharedQuestion,
  SharedReceipt,
  SharedSection,
} from '@plinth/domain'
import { fieldTypeNames, formPaces } from '@plinth/domain'
import * as v from 'valibot'
import { fieldOptions, toldOptionNames } from './fields.ts'
import { attachmentId, fieldId, optionId, recordId, type Schema } from './ids.ts'

export const submitted = v.object({ record: recordId })

const receipt: Schema<SharedReceipt> = v.object({
  thanks: v.exactOptional(v.string()),
  redirect: v.exactOptional(v.string()),
  allowsAnother: v.boolean(),
})

/** What is refused for what was sent is answered, so that it counts. */
export const sentShared = v.union([
  v.object({ receipt }),
  v.object({
    error: v.object({
      code: v.string(),
      details: v.exactOptional(v.unknown()),
      hint: v.exactOptional(v.string()),
    }),
  }),
])

const question: Schema<SharedQuestion> = v.object({
  field: fieldId,
  label: v.string(),
  help: v.exactOptional(v.string()),
  type: v.picklist(fieldTypeNames),
  options: v.pick(fieldOptions, [...toldOptionNames, 'limit']) as unknown as Schema<
    Pick<FieldOptions, keyof SharedQuestion['options']>
  >,
  isRequired: v.boolean(),
  when: v.exactOptional(v.looseObject({})),
  value: v.exactOptional(v.nullable(v.union([v.string(), v.number(), v.boolean(), v.array(optionId)]))),
  isHidden: v.exactOptional(v.literal(true)),
})

const section: Schema<SharedSection> = v.object({
  title: v.exactOptional(v.string()),
  text: v.exactOptional(v.string()),
  when: v.exactOptional(v.looseObject({})),
  questions: v.array(question),
})

export const sharedForm: Schema<SharedForm> = v.object({
  title: v.exactOptional(v.string()),
  intro: v.exactOptional(v.string()),
  pace: v.picklist(formPaces),
  sections: v.array(section),
  submitLabel: v.exactOptional(v.string()),
  captcha: v.nullable(v.object({ provider: v.string(), siteKey: v.string() })),
})

export const begunUpload = v.object({ upload: v.string(), path: v.string() })

export const choices: Schema<readonly SharedChoice[]> = v.array(
  v.object({ id: v.string(), label: v.string() }),
)

export const quarantinedRecords: Schema<readonly QuarantinedRecord[]> = v.array(
  v.object({
    record: recordId,
    expiresAt: v.string(),
    files: v.array(
      v.object({ id: attachmentId, field: fieldId, name: v.string(), type: v.string(), size: v.number() }),
    ),
  }),
)
