import { refuse } from '../gateway/api-error.ts'
import type { EmbedItem } from './read-request.ts'
import { keyOf, type Relation, type SchemaModel, type TableModel } from './schema-model.ts'

/**
 * The one foreign-key relation from `table` that an embed names: by table, by constraint or by the key's
 * column, narrowed by its hint. Refuses none (PGRST200) and several (PGRST201).
 */
export function findRelation(
  schema: SchemaModel,
  table: TableModel | undefined,
  embed: Pick<EmbedItem, 'target' | 'hint'>,
): Relation {
  const all = table ? (schema.relations.get(keyOf(table.schema, table.name)) ?? []) : []
  const here = all.filter((relation) => relation.to.schema === table?.schema)
  const named = here.filter((relation) => isTarget(relation, embed.target))
  const { hint } = embed
  const fitting = hint === undefined ? named : named.filter((relation) => isHinted(relation, hint))
  const [first, ...others] = preferKeySide(fitting, embed)
  if (first && others.length === 0) return first
  const from = table?.name ?? 'the function'
  if (!first) {
    refuse(
      400,
      'PGRST200',
      `Could not find a relationship between '${from}' and '${embed.target}' in the schema cache`,
      {
        details: `Searched for a foreign key relationship between '${from}' and '${embed.target}'${
          hint === undefined ? '' : ` using the hint '${hint}'`
        } in the schema '${table?.schema ?? ''}', but no matches were found.`,
      },
    )
  }
  refuse(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${from}' and '${embed.target}'`,
    {
      details: [first, ...others].map(describe).join('; '),
      hint: `Try changing '${embed.target}' to one of the following: ${[first, ...others]
        .map((relation) => `'${embed.target}!${relation.through?.name ?? relation.constraint}'`)
        .join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )
}

function isTarget(relation: Relation, target: string): boolean {
  if (relation.to.name === target) return true
  if (relation.through) return false
  return relation.constraint === target || isKeyColumn(relation, target)
}

/** Whether the side we come from holds the key, in a single column of this name. */
function isKeyColumn(relation: Relation, name: string): boolean {
  return relation.cardinality === 'one' && relation.columns.length === 1 && relation.columns[0]?.[0] === name
}

function isHinted(relation: Relation, hint: string): boolean {
  if (relation.through) {
    return relation.through.name === hint
  }
  if (relation.constraint === hint) return true
  return relation.columns.length === 1 && relation.columns[0]?.includes(hint) === true
}

/** In a table that refers to itself, a key's column or constraint names both directions: the key's side wins. */
function preferKeySide(relations: Relation[], embed: Pick<EmbedItem, 'target' | 'hint'>): Relation[] {
  if (relations.length !== 2 || relations.some((each) => each.from.name !== each.to.name || each.through)) {
    return relations
  }
  const keySide = relations.filter(
    (each) => isKeyColumn(each, embed.hint ?? embed.target) || (each.cardinality === 'one' && embed.hint),
  )
  return keySide.length === 1 ? keySide : relations
}

function describe(relation: Relation): string {
  const kind = relation.through
    ? 'many-to-many'
    : relation.cardinality === 'one'
      ? 'many-to-one'
      : 'one-to-many'
  return `${kind} ${relation.from.name} to ${relation.to.name} using ${relation.through?.name ?? relation.constraint}`
}
