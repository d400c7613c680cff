/** Random expressions and records for tests, here and of the database's side. */
export {
  anyExpressions,
  casesOfSignatures,
  expressionsOf,
  type SignatureCase,
} from './testing/expressions.ts'
export { recordsOf, samplePeople, situations } from './testing/records.ts'
export { sampleFields } from './testing/sample-fields.ts'
export { dates, instants, numbers, sampleTimeZones, texts } from './testing/values.ts'
export { lowerCase, upperCase } from './values/case.ts'
export { plainDecimal, shortestDecimal } from './values/decimal.ts'
export { properCase } from './values/texts.ts'
