import type { IconName } from '../icons.ts'
import type {
  BaseId,
  FieldId,
  MergeId,
  OptionId,
  RecordId,
  RoleId,
  TableId,
  UserId,
  WorkspaceId,
} from '../ids.ts'
import type { Result } from '../result.ts'
import type { Rollup } from '../rollups.ts'
import type {
  BaseRole,
  BaseSchema,
  Field,
  FieldDefault,
  FieldOptions,
  FieldRules,
  FieldTypeName,
  Hue,
  Profile,
  RuleTree,
  SelectOption,
  Table,
} from '../schema.ts'

export interface FieldDefinition {
  readonly id: FieldId
  readonly name: string
  readonly type: FieldTypeName
  readonly options: FieldOptions
  readonly description?: string
  readonly default?: FieldDefault | null
  /** Computes the field. The type is one for its result; where it is none, the database takes the usual one. */
  readonly formula?: RuleTree
  /** The same from linked records. The type is what the function makes of theirs. */
  readonly rollup?: Rollup
}

/** The rules of a field; `keep`: those that records break hold for new and changed values, else they are refused (`rule_broken`). */
export interface RulesChange {
  readonly table: TableId
  readonly rules: FieldRules
  readonly keep: boolean
}

/** What a field is computed by. */
export type Computation = { readonly formula: RuleTree } | { readonly rollup: Rollup }

/** `pair`: the field that is made with it in the target, for the other side. */
export interface LinkDefinition extends Omit<FieldDefinition, 'options' | 'default'> {
  readonly type: 'link'
  readonly options: Pick<FieldOptions, 'target' | 'single' | 'limit' | 'onDelete' | 'takesAlong'> & {
    /** A condition that linked records meet. */
    readonly accepts?: RuleTree
    readonly pair?: { readonly id: FieldId; readonly name: string } & Pick<
      FieldOptions,
      'single' | 'limit' | 'onDelete' | 'takesAlong'
    >
  }
}

/** What a field that becomes a link is to be, with what is for the change alone. */
export interface ToLink
  extends Pick<FieldOptions, 'target' | 'single' | 'limit' | 'onDelete' | 'takesAlong'> {
  /** The field of the target whose values the texts are; absent: its first one. */
  readonly by?: FieldId
  /** Records that no name finds are made. */
  readonly create?: true
  /** The field for the other side. */
  readonly pair?: { readonly id: FieldId; readonly name: string }
}

/** What a field is to be after a change of its type. */
export type NewTypeOptions = FieldOptions | ToLink

/** Links that a field would not let be, were they new. */
export interface UnfitLinks {
  /** Records that link more than the limit. */
  readonly over: number
  /** Links with a record that does not meet the condition. */
  readonly refused: number
}

/** Something deleted that can be brought back. */
export interface TrashItem {
  /** Of the table, or of the field. */
  readonly id: TableId | FieldId
  readonly kind: 'table' | 'field'
  readonly name: string
  /** Of a field. */
  readonly type: FieldTypeName | null
  /** A field's values from before a change of its type. */
  readonly replaced: boolean
  /** A copy of a field that has not come into its table yet; restoring goes on with it. */
  readonly copied: boolean
  /** Of a field: where it was. */
  readonly table: { readonly id: TableId; readonly name: string } | null
  /** That table is in the trash too. */
  readonly inTrash: boolean
  /** Records, or records with a value. */
  readonly records: number
  readonly bytes: number
  readonly trashedBy: UserId
  readonly trashedAt: string
  /** Then it is deleted for good. */
  readonly goesAt: string
}

/** Work in steps: called again until all is done. */
export interface Progress {
  readonly done: number
  readonly total: number
}

/** Work in steps: called again until `field` is there. */
export interface FieldStep extends Progress {
  readonly field: Field | null
  /** Where the field is, once it is there. */
  readonly table: TableId | null
}

/** A change of type, in steps. */
export interface TypeChangeStep extends FieldStep {
  /** The old values in the trash, once the change is done: with them the field goes back. */
  readonly kept: FieldId | null
}

/** A step of a merge of options, or of taking one back. */
export interface MergeStep {
  /** Records that it changed. */
  readonly moved: number
  /** Where the next step goes on; null: from the first record. */
  readonly last: RecordId | null
  /** The field, once it is done. */
  readonly field: Field | null
  /** What takes a merge back that is done. */
  readonly merge: MergeId | null
}

export interface TypeChangePreview {
  /** Values that fit the new type. */
  readonly converts: number
  /** Values that do not: their cells will be empty. */
  readonly empties: number
  /** Records whose value does not fit, with the value as text. */
  readonly examples: readonly (readonly [RecordId, string])[]
  readonly options: FieldOptions
  /** Of a change to links: names that nobody has; where records are made for them, those that are made. */
  readonly missing?: number
}

export interface BaseMember extends Profile {
  /** Null: custom roles only. */
  readonly role: BaseRole | null
  /** True: from being an owner of the workspace; cannot be changed here. */
  readonly inherited: boolean
  readonly customRoles: readonly { readonly id: RoleId; readonly name: string }[]
}

export interface BasesApi {
  create(input: {
    id: BaseId
    workspace: WorkspaceId
    name: string
    hue: Hue
    timeZone: string
    locale: string
    weekStart: number
  }): Promise<Result<null>>
  update(
    id: BaseId,
    changes: { name?: string; hue?: Hue; timeZone?: string; locale?: string; weekStart?: number },
  ): Promise<Result<null>>
  delete(id: BaseId, confirmName: string): Promise<Result<null>>
  schema(id: BaseId): Promise<Result<BaseSchema>>
  members(id: BaseId): Promise<Result<readonly BaseMember[]>>
  /** `null` takes the member's built-in role in this base away; custom roles stay. */
  setRole(id: BaseId, member: UserId, role: BaseRole | null): Promise<Result<null>>
  createTable(
    base: BaseId,
    definition: { id: TableId; name: string; fields: readonly FieldDefinition[] },
  ): Promise<Result<Table>>
  /** Renames, describes or moves a table, or gives it an icon (`position` counts from 0). */
  updateTable(
    table: TableId,
    changes: { name?: string; description?: string; position?: number; icon?: IconName | null },
  ): Promise<Result<null>>
  /** Copies a table behind it; of its records at most `limits.rowsPerDuplicate`, without their files. */
  duplicateTable(
    table: TableId,
    copy: { id: TableId; name: string; withRecords: boolean },
  ): Promise<Result<Table>>
  /** Puts a table into the trash. */
  deleteTable(table: TableId): Promise<Result<null>>
  /**
   * A formula in a table of many records comes with `changing`: `changeFormula` goes on with it. See `isOnRead`. Rules that records
   * without a value break hold for new and changed ones.
   */
  createField(
    table: TableId,
    definition: (FieldDefinition & { readonly rules?: FieldRules }) | LinkDefinition,
  ): Promise<Result<Field>>
  /** Would a field that is computed by this be computed when it is read (`Field.onRead`)? Creators only. */
  isOnRead(table: TableId, computation: Computation): Promise<Result<boolean>>
  /**
   * Renames, describes, reorders, or replaces options, default or all rules, in one transaction; an option in use cannot be taken away
   * (`invalid_input`). Of a link `accepts`, the condition of what may be linked, stays without a word of it; null takes it away.
   */
  updateField(
    field: FieldId,
    changes: {
      name?: string
      description?: string
      options?: FieldOptions & { accepts?: RuleTree | null }
      default?: FieldDefault | null
      position?: number
    },
    rules?: RulesChange,
  ): Promise<Result<Field>>
  /** The condition of what may be linked in a field. Creators only. */
  linkAccepts(field: FieldId): Promise<Result<RuleTree | null>>
  /** How many links a limit and a condition would not let be, were they new. Creators only. */
  countUnfitLinks(
    field: FieldId,
    wanted: { limit: number | null; accepts: RuleTree | null },
  ): Promise<Result<UnfitLinks>>
  /** Appends an option to those of a field; `name_taken` where one is called so. Answers the field. */
  addOption(field: FieldId, option: SelectOption): Promise<Result<Field>>
  /** How many records hold one of these options, which a merge would change. */
  countOptions(
    field: FieldId,
    from: readonly OptionId[],
    into: OptionId,
  ): Promise<Result<{ records: number }>>
  /** Makes one option of several, in steps; these options are gone then. `used_by_rule` where a rule looks at one of them. */
  mergeOptions(
    field: FieldId,
    from: readonly OptionId[],
    into: OptionId,
    after: RecordId | null,
  ): Promise<Result<MergeStep>>
  /** Takes a merge back, in steps, for a day: records that still hold the option hold what they held. */
  unmergeOptions(merge: MergeId, after: RecordId | null): Promise<Result<MergeStep>>
  /** Copies a field behind it; its files stay where they are. Called again with the same arguments until `field` is there. */
  duplicateField(
    field: FieldId,
    copy: { id: FieldId; name: string; withValues: boolean },
  ): Promise<Result<FieldStep>>
  /** Puts a field into the trash; one that is computed when it is read has no values, and is gone. */
  deleteField(field: FieldId): Promise<Result<null>>
  /** What is in the trash, newest first. For creators. */
  trash(base: BaseId): Promise<Result<readonly TrashItem[]>>
  restoreTable(table: TableId): Promise<Result<Table>>
  restoreField(field: FieldId): Promise<Result<FieldStep>>
  /** Deletes one thing, or (null) everything in the trash, for good. `confirmName`: its name, or the base's. */
  emptyTrash(base: BaseId, item: TrashItem['id'] | null, confirmName: string): Promise<Result<null>>
  /** What a change of type would do. A single select without options gets them from the values. */
  previewTypeChange(
    field: FieldId,
    type: FieldTypeName,
    options: NewTypeOptions,
  ): Promise<Result<TypeChangePreview>>
  changeType(field: FieldId, type: FieldTypeName, options: NewTypeOptions): Promise<Result<TypeChangeStep>>
  /**
   * Brings a field back to the type that old values of it in the trash have, with their options, rules, default and workflow.
   * Whoever has what such a value became gets it back; what was changed since is converted. Refused: `values_gone`.
   */
  changeTypeBack(field: FieldId, type: FieldTypeName, kept: FieldId): Promise<Result<TypeChangeStep>>
  /**
   * Changes what a field is computed by, or (null) goes on with what has begun. Called again until `field` is there. Refused with
   * `formula_ring` where formulas would need each other, with `used_by_rule` where a rule looks at the field.
   */
  changeFormula(
    field: FieldId,
    definition: (Pick<FieldDefinition, 'type' | 'options'> & Computation) | null,
  ): Promise<Result<FieldStep>>
  /** Gives up a change that has begun and is not done; a formula that has no values yet is gone then. */
  cancelTypeChange(field: FieldId): Promise<Result<null>>
  /** Puts the values of a field that is hidden from nobody any more back into its table. Creators only. */
  bringBackField(field: FieldId): Promise<Result<Progress>>
}
