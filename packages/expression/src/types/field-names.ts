import type { FieldId, OptionId } from '@plinth/domain'
import { type ExpressionField, isUsable } from './expression-field.ts'

/** The fields of a table by id and by name; names are unique whatever their case. */
export class FieldNames {
  private readonly ids: ReadonlyMap<FieldId, ExpressionField>
  private readonly exact: ReadonlyMap<string, ExpressionField>
  private readonly lowered: ReadonlyMap<string, ExpressionField>

  constructor(fields: readonly ExpressionField[]) {
    this.ids = new Map(fields.map((field) => [field.id, field]))
    this.exact = new Map(fields.map((field) => [field.name, field]))
    this.lowered = new Map(fields.map((field) => [loweredName(field.name), field]))
  }

  byId(id: FieldId): ExpressionField | undefined {
    return this.ids.get(id)
  }

  byName(name: string): ExpressionField | undefined {
    return this.exact.get(name) ?? this.lowered.get(loweredName(name))
  }

  /** Those that an expression may look at. */
  usable(): readonly ExpressionField[] {
    return [...this.ids.values()].filter((field) => isUsable(field))
  }

  /** Of those that may be used. */
  names(): readonly string[] {
    return this.usable().map(({ name }) => name)
  }

  /** The name of a field; of one that is gone, its id. */
  nameOf(id: FieldId): string {
    return this.ids.get(id)?.name ?? id
  }

  optionsOf(id: FieldId): readonly { readonly id: OptionId; readonly label: string }[] {
    return this.ids.get(id)?.options?.options ?? []
  }
}

const loweredName = (name: string): string => name.trim().toLowerCase()
