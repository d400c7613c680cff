/**
 * Choosing a type for a column from the evidence of the whole file, with the reason in words.
 *
 * Rules, in this order; "fits" allows for misfits only in columns of 200 values and more, at most one in 200:
 * 1. an empty column is text;
 * 2. checkbox: all values are one pair of words (true/false, yes/no, …), or `x` alone; 0 and 1 stay integers;
 * 3. integer, number, percent: the values fit, and none says more than the number would (leading zeros, a plus, more digits than
 *    a double keeps). The decimal mark is the one that more values fit; where both fit, the one that is usual;
 * 4. currency: the values fit, and one names a currency by its sign or code;
 * 5. date-time, then date: the values fit. The order of day and month is the one that more values fit; where both fit,
 *    day first after points, else the usual one;
 * 6. e-mail, URL: the values fit;
 * 7. multi select: in one of ten values stand several with commas between, and these are at most 50 different short ones, fewer than
 *    the different values;
 * 8. single select: at most 50 different values, at most one for each 20 values, each a short line;
 * 9. long text: a value has several lines or more than 500 characters; 10. text.
 */

import { splitLabels } from '../field-types/link-text.ts'
import { fieldTypes } from '../field-types/registry.ts'
import { type DayOrder, isPointed } from '../formats/date-text.ts'
import { amountIn, currencyNamed, readMoney } from '../formats/money.ts'
import { type DecimalMark, percentSign, readNumber } from '../formats/number-text.ts'
import { type ColumnChoice, choiceKey } from './column-choice.ts'
import type { CellExample, ColumnEvidence, ShapeCount } from './column-profile.ts'
import { decimalsOf, fitBit, lossyBit, trait } from './value-shape.ts'
import { count, quoted } from './words.ts'

const valuesPerMisfit = 200
const mostSuggestedOptions = 50
const valuesPerOption = 20
const longTextFrom = 500

/** What is usual where the values themselves leave it open. */
export interface ReadingHabits {
  readonly mark: DecimalMark
  readonly order: DayOrder
}

export interface Candidate {
  readonly key: string
  readonly choice: ColumnChoice
  /** Filled cells that this choice would leave empty. */
  readonly misfits: number
  /** The first of them. */
  readonly example: CellExample | null
}

export interface Inference {
  readonly choice: ColumnChoice
  /** One sentence for people. */
  readonly reason: string
  /** All that the column can become, the suggestion among them; text and long text always. */
  readonly candidates: readonly Candidate[]
}

export function inferColumn(evidence: ColumnEvidence, habits: ReadingHabits): Inference {
  const readings = bestReadings(evidence, habits)
  const suggestion = suggest(evidence, readings)
  const candidates = allChoices(readings)
    .filter((choice) => isOffered(choice, evidence, readings))
    .map((choice) => candidateOf(choice, evidence))
  return { ...suggestion, candidates }
}

/** Counts the filled cells that a choice leaves empty, and finds the first. */
export function candidateOf(choice: ColumnChoice, evidence: ColumnEvidence): Candidate {
  const bit = fitBit(choice)
  let misfits = 0
  let example: CellExample | null = null
  for (const { shape, count, first } of evidence.shapes) {
    if (shape & bit) continue
    misfits += count
    if (example === null || first.line < example.line) example = first
  }
  return { key: choiceKey(choice), choice, misfits, example }
}

interface Readings extends ReadingHabits {
  readonly isMarkOpen: boolean
  readonly isOrderOpen: boolean
}

function bestReadings(evidence: ColumnEvidence, habits: ReadingHabits): Readings {
  const fitting = (choice: ColumnChoice) => evidence.filled - candidateOf(choice, evidence).misfits
  const numbers = (mark: DecimalMark) =>
    fitting({ type: 'number', mark }) || fitting({ type: 'currency', mark })
  const [point, comma] = [numbers('.'), numbers(',')]
  const days = (order: DayOrder) => fitting({ type: 'date', order }) + fitting({ type: 'datetime', order })
  const [dmy, mdy] = [days('dmy'), days('mdy')]
  const hasPoints = evidence.shapes.some(
    ({ shape, first }) => shape & trait.numericDay && isPointed(first.raw.trim()),
  )
  const usualOrder = hasPoints ? 'dmy' : habits.order
  return {
    mark: point === comma ? habits.mark : point > comma ? '.' : ',',
    order: dmy === mdy ? usualOrder : dmy > mdy ? 'dmy' : 'mdy',
    isMarkOpen: point === comma && evidence.shapes.some(isMarkAmbiguous),
    isOrderOpen: dmy === mdy && evidence.shapes.some(({ shape }) => (shape & trait.numericDay) !== 0),
  }
}

/** A text such as `1,234`, a different number under each mark. */
function isMarkAmbiguous({ first }: ShapeCount): boolean {
  const text = amountIn(first.raw.trim())
  const [point, comma] = [readNumber(text, '.'), readNumber(text, ',')]
  return point !== null && comma !== null && point.value !== comma.value
}

function allChoices({ mark, order }: ReadingHabits): ColumnChoice[] {
  const otherMark = mark === '.' ? ',' : '.'
  const otherOrder = order === 'dmy' ? 'mdy' : 'dmy'
  return [
    { type: 'text' },
    { type: 'long_text' },
    { type: 'integer', mark },
    { type: 'integer', mark: otherMark },
    { type: 'number', mark },
    { type: 'number', mark: otherMark },
    { type: 'percent', mark },
    { type: 'percent', mark: otherMark },
    { type: 'currency', mark },
    { type: 'currency', mark: otherMark },
    { type: 'duration' },
    { type: 'rating' },
    { type: 'checkbox' },
    { type: 'date', order },
    { type: 'date', order: otherOrder },
    { type: 'datetime', order },
    { type: 'datetime', order: otherOrder },
    { type: 'single_select' },
    { type: 'multi_select' },
    { type: 'email' },
    { type: 'url' },
    { type: 'phone' },
  ]
}

/** A choice is offered when some value fits; the second reading of a type only when it differs from the first. */
function isOffered(choice: ColumnChoice, evidence: ColumnEvidence, { mark, order }: ReadingHabits): boolean {
  if (choice.type === 'text' || choice.type === 'long_text') return true
  if (choice.type === 'single_select') return hasOptions(evidence)
  if (choice.type === 'multi_select') return hasOptions(evidence) && hasLists(evidence)
  const isOtherMark = 'mark' in choice && choice.mark !== mark
  const isOtherOrder = 'order' in choice && choice.order !== order
  if (evidence.filled === 0) return !isOtherMark && !isOtherOrder
  if (evidence.filled === candidateOf(choice, evidence).misfits) return false
  if (isOtherMark) {
    // Texts that are no amounts in either way look alike here, whichever of them came first.
    const amounts = fitBit(choice) | fitBit({ ...choice, mark })
    return evidence.shapes.some((one) => (one.shape & amounts) !== 0 && isMarkDecisive(one))
  }
  return !isOtherOrder || evidence.shapes.some(({ shape }) => (shape & trait.numericDay) !== 0)
}

function isMarkDecisive(shape: ShapeCount): boolean {
  const text = amountIn(shape.first.raw.trim().replace(percentSign, ''))
  const [point, comma] = [readNumber(text, '.'), readNumber(text, ',')]
  return (point ?? comma) !== null && point?.value !== comma?.value
}

function hasOptions(evidence: ColumnEvidence): boolean {
  if (evidence.distinct === null || evidence.distinct.length === 0) return false
  return candidateOf({ type: 'single_select' }, evidence).misfits === 0
}

type Suggestion = Pick<Inference, 'choice' | 'reason'>

function suggest(evidence: ColumnEvidence, readings: Readings): Suggestion {
  if (evidence.filled === 0) return { choice: { type: 'text' }, reason: 'This column is empty.' }
  return (
    suggestCheckbox(evidence) ??
    suggestNumber(evidence, readings) ??
    suggestCurrency(evidence, readings) ??
    suggestTime(evidence, readings) ??
    suggestAddress(evidence) ??
    suggestMultiSelect(evidence) ??
    suggestSelect(evidence) ??
    suggestText(evidence, readings)
  )
}

const wordPairs = [
  ['true', 'false'],
  ['t', 'f'],
  ['yes', 'no'],
  ['y', 'n'],
  ['on', 'off'],
]
const loneWords = new Set(['true', 'false', 'x', '✓', '✔', '☑'])

function suggestCheckbox(evidence: ColumnEvidence): Suggestion | null {
  const words = new Set(evidence.distinct?.map(({ label }) => label.toLowerCase()))
  const isPair = words.size === 2 && wordPairs.some(([a, b]) => words.has(a!) && words.has(b!))
  const isAlone = words.size === 1 && loneWords.has([...words][0]!)
  if (!isPair && !isAlone) return null
  const shown = [...words].map((word) => `“${word}”`).join(' or ')
  return { choice: { type: 'checkbox' }, reason: `${allValues(evidence, shown, shown)}.` }
}

function suggestNumber(evidence: ColumnEvidence, { mark, isMarkOpen }: Readings): Suggestion | null {
  if (firstLossy(evidence, mark)) return null
  const comma = evidence.shapes.some(
    ({ shape }) => shape & fitBit({ type: 'number', mark }) && decimalsOf(shape, mark) > 0,
  )
  const note = isMarkOpen ? markNote(mark) : mark === ',' && comma ? ' The comma marks the fraction.' : ''
  return (
    fitting({ type: 'integer', mark }, evidence, ['a whole number', 'whole numbers'], note) ??
    fitting({ type: 'number', mark }, evidence, ['a number', 'numbers'], note) ??
    fitting({ type: 'percent', mark }, evidence, ['a percentage', 'percentages'], note)
  )
}

function suggestCurrency(evidence: ColumnEvidence, { mark, isMarkOpen }: Readings): Suggestion | null {
  const named = currencyIn(evidence, mark)
  if (named === null) return null
  return fitting(
    { type: 'currency', mark },
    evidence,
    ['a sum of money', 'sums of money'],
    ` They are read as ${named}.${isMarkOpen ? markNote(mark) : ''}`,
  )
}

/** The currency that the first sum with a sign or code names; null: none does. */
export function currencyIn({ shapes }: ColumnEvidence, mark: DecimalMark): string | null {
  const [sum, number] = [fitBit({ type: 'currency', mark }), fitBit({ type: 'number', mark })]
  const first = shapes.find(({ shape }) => shape & sum && !(shape & number))?.first.raw
  return first === undefined ? null : currencyNamed(readMoney(first.trim(), mark)?.unit ?? '')
}

const markNote = (mark: DecimalMark): string =>
  ` A ${mark === '.' ? 'comma groups' : 'point groups'} digits here; choose the other reading if it marks the fraction.`

function firstLossy(evidence: ColumnEvidence, mark: DecimalMark): CellExample | null {
  return evidence.shapes.find(({ shape }) => shape & lossyBit(mark))?.first ?? null
}

function suggestTime(evidence: ColumnEvidence, { order, isOrderOpen }: Readings): Suggestion | null {
  const notes: string[] = []
  const readAs = order === 'dmy' ? 'day first' : 'month first'
  const some = (bit: number) => evidence.shapes.some(({ shape }) => shape & bit)
  if (isOrderOpen) notes.push(` Day and month cannot be told apart; they are read ${readAs}.`)
  else if (some(trait.numericDay)) notes.push(` They are read ${readAs}.`)
  if (some(trait.shortYear)) notes.push(' Two-digit years are 1970 to 2069.')
  const cut = some(trait.cutTime) ? ' Times are kept to the millisecond.' : ''
  const zone = some(trait.zoned) ? '' : ' They name no time zone; the one of the base counts.'
  return (
    fitting(
      { type: 'datetime', order },
      evidence,
      ['a date with a time', 'dates with a time'],
      notes.join('') + cut + zone,
    ) ?? fitting({ type: 'date', order }, evidence, ['a date', 'dates'], notes.join(''))
  )
}

function suggestAddress(evidence: ColumnEvidence): Suggestion | null {
  return (
    fitting({ type: 'email' }, evidence, ['an e-mail address', 'e-mail addresses'], '') ??
    fitting({ type: 'url' }, evidence, ['a web address', 'web addresses'], '')
  )
}

function fitting(
  choice: ColumnChoice,
  evidence: ColumnEvidence,
  [one, many]: readonly [string, string],
  note: string,
): Suggestion | null {
  const { misfits, example } = candidateOf(choice, evidence)
  if (misfits * valuesPerMisfit > evidence.filled) return null
  if (example === null) {
    return { choice, reason: `${allValues(evidence, one, many)}.${note}` }
  }
  const claim = misfits === 1 ? `is not ${one}` : `are not ${many}`
  const them = misfits === 1 ? 'it would be' : 'they would be'
  const first = `${misfits === 1 ? '' : 'the first: '}${quoted(example.raw)} in line ${count(example.line)}`
  return {
    choice,
    reason: `${count(misfits)} of ${count(evidence.filled)} values ${claim} (${first}); ${them} left empty.${note}`,
  }
}

/** Does a value name several, with commas between? */
const hasLists = ({ distinct }: ColumnEvidence): boolean =>
  distinct?.some(({ label }) => splitLabels(label).length > 1) ?? false

const valuesPerList = 10
const longestOfList = 40

function suggestMultiSelect(evidence: ColumnEvidence): Suggestion | null {
  if (evidence.distinct === null || !hasOptions(evidence)) return null
  const parts = new Set<string>()
  let lists = 0
  for (const { label, count: cells } of evidence.distinct) {
    const labels = splitLabels(label)
    if (labels.length > 1) lists += cells
    for (const part of labels) parts.add(part)
  }
  if (lists * valuesPerList < evidence.filled || parts.size > mostSuggestedOptions) return null
  // Sentences and names with a comma in them have nearly as many parts as there are values.
  if (parts.size >= evidence.distinct.length || parts.size * 4 > evidence.filled) return null
  if ([...parts].some((part) => part.length > longestOfList)) return null
  return {
    choice: { type: 'multi_select' },
    reason: `${count(parts.size)} different values, several of them in ${count(lists)} of ${count(evidence.filled)} rows.`,
  }
}

function suggestSelect(evidence: ColumnEvidence): Suggestion | null {
  if (evidence.distinct === null || !hasOptions(evidence)) return null
  const options = evidence.distinct.length
  if (options > mostSuggestedOptions || options * valuesPerOption > evidence.filled) return null
  const different = options === 1 ? 'One value' : `${count(options)} different values`
  return { choice: { type: 'single_select' }, reason: `${different} in ${count(evidence.filled)} rows.` }
}

function suggestText(evidence: ColumnEvidence, { mark }: Readings): Suggestion {
  if (evidence.shapes.some(({ shape }) => shape & trait.manyLines)) {
    return { choice: { type: 'long_text' }, reason: 'Some values have several lines.' }
  }
  if (evidence.longest > longTextFrom) {
    return {
      choice: { type: 'long_text' },
      reason: `The longest value has ${count(evidence.longest)} characters.`,
    }
  }
  const lossy = firstLossy(evidence, mark)
  const reading = lossy && readNumber(lossy.raw.trim(), mark)
  const others = candidateOf({ type: 'number', mark }, evidence).misfits
  if (lossy && reading && others < evidence.filled / 2) {
    return {
      choice: { type: 'text' },
      reason: `${quoted(lossy.raw)} in line ${count(lossy.line)} would become ${reading.value} as a number, so this stays text.`,
    }
  }
  const longest = evidence.longest === 1 ? 'One character' : `Up to ${count(evidence.longest)} characters`
  const unsure = unsureChoices.filter((choice) => candidateOf(choice, evidence).misfits === 0)
  const named = unsure.map(({ type }) => fieldTypes[type].label).join(' or ')
  const note = named === '' ? '' : ` All of them could be ${named} too.`
  return { choice: { type: 'text' }, reason: `${longest}.${note}` }
}

/** What is never suggested, as the same texts may be something else: 1:30 a time of day, digits a number of any kind. */
const unsureChoices: readonly ColumnChoice[] = [{ type: 'duration' }, { type: 'phone' }]

function allValues({ filled, empty }: ColumnEvidence, one: string, many: string): string {
  const blank = empty === 0 ? '' : `; ${count(empty)} ${empty === 1 ? 'cell is' : 'cells are'} empty`
  if (filled === 1) return `The only value is ${one}${blank}`
  return `${filled === 2 ? 'Both values' : `All ${count(filled)} values`} are ${many}${blank}`
}
