export type * from './automation/automation.ts'
export type * from './backend/auth.ts'
export type * from './backend/automations.ts'
export type * from './backend/bases.ts'
export type * from './backend/files.ts'
export type * from './backend/forms.ts'
export type * from './backend/imports.ts'
export * from './backend/live.ts'
export type * from './backend/records.ts'
export type * from './backend/roles.ts'
export type * from './backend/rows.ts'
export type * from './backend/rules.ts'
export type * from './backend/shares.ts'
export type * from './backend/views.ts'
export type * from './backend/workflows.ts'
export type * from './backend/workspaces.ts'
export type * from './backend.ts'
export type * from './bulk.ts'
export {
  type CaptchaName,
  type CaptchaProvider,
  captchaNames,
  captchaProviders,
  isCaptchaName,
} from './captcha.ts'
export {
  type AppError,
  appError,
  type ErrorCode,
  type ErrorDetails,
  errorCatalogue,
  isErrorCode,
  type RoleName,
} from './errors.ts'
export * from './export/csv-writer.ts'
export { newRecordValues } from './field-defaults.ts'
export { filesIn } from './field-types/attachment.ts'
export { readAutonumber } from './field-types/autonumber.ts'
export { checkboxWords } from './field-types/checkbox.ts'
export { currencyOf, usualCurrency } from './field-types/currency.ts'
export type { FieldFamily } from './field-types/families.ts'
export type { FieldShape, FieldType, LabelField, PersonName, ValueContext } from './field-types/field-type.ts'
export { isLinkChange, isLinks, linkLabel, restrictedLinks, restrictedRecord } from './field-types/link.ts'
export { joinLabels, splitLabels } from './field-types/link-text.ts'
export { withListed } from './field-types/listed.ts'
export { inOptionOrder, isOptionSet, optionSet, setOfKey } from './field-types/multi-select.ts'
export { labelOfPerson, mentionName, nameOfFormer } from './field-types/person.ts'
export { dialledNumber } from './field-types/phone.ts'
export { mostOfRating, mostPoints, starsOf } from './field-types/rating.ts'
export { fieldTypes } from './field-types/registry.ts'
export * from './field-types/traits.ts'
export { isIsoDay, isoDay } from './formats/calendar.ts'
export { dayOrderOfColumn, localeDayOrder } from './formats/date-text.ts'
export { civilTime } from './formats/date-time-text.ts'
export { type DurationUnit, durationText } from './formats/duration-text.ts'
export { type JsonNode, readJson, writeJson } from './formats/json-text.ts'
export { knownLocale, knownTimeZone } from './formats/known-region.ts'
export { decimalMark } from './formats/locale-numbers.ts'
export { currencyDigits, formatMoney, moneyText } from './formats/money.ts'
export { isStorable } from './formats/storable-text.ts'
export { instantsOf, isTimeZone, zoneOffset } from './formats/time-zone.ts'
export { type IconName, iconNames } from './icons.ts'
export type * from './ids.ts'
export * from './import/column-choice.ts'
export * from './import/column-profile.ts'
export { type ImportedValue } from './import/convert.ts'
export * from './import/csv-reader.ts'
export { detectDialect, separators } from './import/dialect.ts'
export * from './import/encoding.ts'
export { columnNames, freeName, tableNameOf } from './import/header.ts'
export type { Candidate, Inference, ReadingHabits } from './import/infer.ts'
export { readJsonTable } from './import/json-reader.ts'
export { describeLoss } from './import/loss.ts'
export { withPeopleAsOptions } from './import/people-as-options.ts'
export * from './import/plan.ts'
export type { Primary } from './import/primary.ts'
export * from './import/table-profile.ts'
export { limits } from './limits.ts'
export {
  begunMention,
  type Mention,
  mentionedBy,
  mentionLink,
  plainMentions,
  splitMentions,
  storedText,
  type WrittenText,
  writtenText,
} from './mentions.ts'
export { moved } from './moved.ts'
export {
  completeLayout,
  type FieldWidth,
  type LayoutSection,
  type PlacedField,
  type RecordLayout,
} from './record-layout.ts'
export { err, ok, type Result } from './result.ts'
export * from './rollups.ts'
export type * from './rows.ts'
export * from './rules/field-rules.ts'
export { parsePattern } from './rules/pattern.ts'
export { phonePattern } from './rules/ready-patterns.ts'
export * from './schema.ts'
export { uuidV7, uuidV7Sequence } from './uuid.ts'
export type * from './view/chart.ts'
export { type ChartShape, chartOf } from './view/chart-settings.ts'
export type { ColorRule } from './view/color-rules.ts'
export * from './view/filter.ts'
export { completeFilter, conditionsOf, fitView, isComplete, valuesForFilter } from './view/fit-view.ts'
export * from './view/form.ts'
export * from './view/form-edit.ts'
export * from './view/form-settings.ts'
export * from './view/quick-filters.ts'
export { textFinder } from './view/text-finder.ts'
export * from './view/view-config.ts'
export * from './view/view-sections.ts'
export {
  coverOf,
  endOf,
  type FieldSetting,
  fieldOf,
  fieldsFor,
  lackedBy,
  withSetting,
} from './view/view-settings.ts'
