/**
 * Colours of a view's records by expressions: the first rule that is true of a record paints it, and of those that paint a field the first
 * for each field. They are evaluated where the records are shown (docs/decisions/0053-colour-rules.md).
 */
import type { ColorRuleId, FieldId } from '../ids.ts'
import { limits } from '../limits.ts'
import { type Hue, hues, type RuleTree } from '../schema.ts'
import { fieldsOfTree } from './tree-fields.ts'

export interface ColorRule {
  readonly id: ColorRuleId
  /** What the colour means: told wherever it is seen. */
  readonly name: string
  readonly when: RuleTree
  readonly hue: Hue
  /** The whole record, or its value of a field. */
  readonly paints: 'row' | FieldId
}

/** Rules as far as they speak of these fields alone. Whether an expression suits their types is for who evaluates it. */
export function fitColors(raw: unknown, known: ReadonlyMap<string, unknown>): ColorRule[] {
  const rules = (Array.isArray(raw) ? (raw as unknown[]) : []).filter(isRule)
  const suits = ({ when, paints }: ColorRule) =>
    (paints === 'row' || known.has(paints)) && fieldsOfTree(when).every((id) => known.has(id))
  return rules.filter(suits).slice(0, limits.colorRulesPerView)
}

function isRule(value: unknown): value is ColorRule {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, when, hue, paints } = value as Record<string, unknown>
  return (
    typeof id === 'string' &&
    typeof name === 'string' &&
    typeof when === 'object' &&
    when !== null &&
    (hues as readonly unknown[]).includes(hue) &&
    typeof paints === 'string'
  )
}
