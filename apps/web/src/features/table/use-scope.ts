import {
  type Backend,
  type BaseSchema,
  type ColorRule,
  type Field,
  isComputedField,
  isOfPeople,
  limits,
  type Profile,
  type RecordId,
  type Table,
} from '@plinth/domain'
import type { RowView, TableSession } from '@plinth/record-store'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { asksForRoles } from '../../lib/asks-for-roles.ts'
import { showDialog } from '../../lib/dialogs.ts'
import { formulaText } from '../../lib/formula-text.ts'
import { hiddenFrom } from '../../lib/hidden-words.ts'
import { labelFieldsOf } from '../../lib/label-field.ts'
import { isLinked, tablesAlong } from '../../lib/link-words.ts'
import { namesBeside } from '../../lib/names-in.ts'
import { onReadText } from '../../lib/on-read-words.ts'
import { queries } from '../../lib/queries.ts'
import { rollupText } from '../../lib/rollup-words.ts'
import { isReadOnlyTable } from '../../lib/table-access.ts'
import { toast } from '../../ui/Toast.tsx'
import { usePaint } from './color/use-paint.ts'
import { countFiles, deleteRecords, type GoingAlong } from './DeleteRecordsDialog.tsx'
import {
  changingField,
  computedField,
  type EditRefusal,
  lockedBy,
  onlyLooking,
  readLate,
  readOnlyField,
  readOnlyTable,
  rolledUpField,
} from './edit-refusal.ts'
import { rolesOf } from './lock-roles.ts'
import type { RecordShown, TableScope } from './table-context.ts'
import { useLocks } from './use-locks.ts'

interface ScopeInput {
  base: BaseSchema
  table: Table
  backend: Backend
  me: Profile
  session: TableSession
  /** Of the view that is looked at. */
  colors: readonly ColorRule[]
  onRecordChange: (id: RecordId | null, shown?: RecordShown) => void
}

/** Records that are about to be deleted, with what goes along. */
export interface Doomed {
  readonly ids: readonly RecordId[]
  readonly along: GoingAlong | null
}

/** What becomes of others with records of a table: counted where they are not too many and the server answers, else those that may go along. */
async function goingAlong(
  { rows }: Backend,
  table: Table,
  { tables, along: behind }: { tables: readonly Table[]; along: readonly Table[] },
  ids: readonly RecordId[],
): Promise<GoingAlong | null> {
  const answer = ids.length <= limits.recordsAlong ? await rows.previewDeletion(table.id, ids) : null
  if (!answer?.ok) return behind.length > 0 ? { preview: null, tables: behind } : null
  const { along, linked, refused } = answer.value
  return along.length > 0 || linked.length > 0 || refused ? { preview: answer.value, tables } : null
}

/** Does it show people, texts that mention some, or records that are named by people? */
const showsPeople = ({ type, options }: Field, tables: readonly Table[]): boolean =>
  isOfPeople(type) ||
  type === 'long_text' ||
  tables.some(
    ({ id, fields: [first] }) => id === options.target && first !== undefined && isOfPeople(first.type),
  )

/** Puts together what the parts of a table page work with. */
export function useScope(
  props: ScopeInput,
  askFirst: (doomed: Doomed) => void,
  onDeleted: (ids: readonly RecordId[]) => void,
): TableScope {
  const { base, table, backend, me, session, onRecordChange } = props
  const { id: baseId, timeZone, locale, weekStart } = base.base
  const isReadOnly = isReadOnlyTable(table)
  const { data: people } = useQuery({
    ...queries.baseMembers(backend, base.base.id),
    enabled:
      table.fields.some((field) => showsPeople(field, base.tables)) ||
      table.locks.some(({ binds, rule }) => binds && asksForRoles(rule)) ||
      props.colors.some(({ when }) => asksForRoles(when)),
  })
  const { data: roles } = useQuery({
    ...queries.roles(backend, base.base.id),
    enabled: base.role === 'creator' && table.fields.some(({ hidden }) => hidden),
  })
  const { tables } = base
  const labelFieldOf = useMemo(() => labelFieldsOf(tables), [tables])
  const lockOf = useLocks(base, table, me.id, people)
  const { paintOf, lostColors } = usePaint(base, table, props.colors, {
    me: me.id,
    roles: rolesOf(people, me.id),
  })
  const mayShape = base.role === 'creator' && backend.viewedAs === null
  return useMemo(() => {
    const refusalOf = (row: RowView | null, field: Field | null): EditRefusal | null => {
      if (isReadOnly) return backend.viewedAs ? onlyLooking : readOnlyTable
      const lock = lockOf(row)
      if (lock) return lockedBy(lock)
      if (field?.onRead) {
        const { rollup, formula } = field
        const computed = rollup ? rollupText(rollup, table, tables) : formulaText(formula, table)
        return readLate(field, { computed, told: onReadText(field, table), mayShape })
      }
      if (field?.rollup) return rolledUpField(field, rollupText(field.rollup, table, tables))
      if (field && isComputedField(field)) {
        return computedField(field, field.formula ? formulaText(field.formula, table) : null, mayShape)
      }
      if (field?.changing) return changingField(field)
      return field?.access === 'read' ? readOnlyField(field) : null
    }
    return {
      backend,
      table,
      session,
      isReadOnly,
      lockOf,
      paintOf,
      lostColors,
      isFixed: (row, field) => refusalOf(row, field) !== null,
      weekStart,
      names: namesBeside(table, tables),
      values: {
        timeZone,
        locale,
        labelFieldOf,
        ...(people ? { people } : {}),
        ...(base.formerPeople ? { formerPeople: base.formerPeople } : {}),
      },
      base: baseId,
      tables,
      tableOf: (id) => tables.find((one) => one.id === id),
      me: me.id,
      accessEpoch: base.accessEpoch,
      mayShape,
      openRecord: onRecordChange,
      hiddenFrom: (field) => hiddenFrom(field, roles),
      refuseEdit(row = null, field = null) {
        const refusal = refusalOf(row, field)
        if (!refusal) return false
        const why = {
          label: 'Why?',
          onAction: () =>
            showDialog({
              kind: 'access',
              table: table.id,
              record: row?.id ?? null,
              field: field?.id ?? null,
            }),
        }
        const edit = {
          label: field?.rollup ? 'Edit rollup' : 'Edit formula',
          onAction: () => field && showDialog({ kind: 'edit-field', base: base.base.id, table, field }),
        }
        // Through somebody else's eyes one asks nothing: one's own rights are others.
        const isExplained = refusal.id === 'read-only-field' && !backend.viewedAs
        const isEdited = refusal.id === 'computed-field' && (field?.formula ?? field?.rollup) && mayShape
        toast.info(refusal.message, {
          id: refusal.id,
          description: refusal.remedy,
          ...(isExplained ? { action: why } : isEdited ? { action: edit } : {}),
        })
        return true
      },
      askDelete(ids) {
        const ask = (along: GoingAlong | null) => {
          if (along || ids.length > 1 || countFiles(session, table, ids) > 0) return askFirst({ ids, along })
          deleteRecords(session, ids)
          onDeleted(ids)
        }
        const behind = tablesAlong(table, tables)
        if (behind.length === 0 && !isLinked(table, tables)) return ask(null)
        // What is selected stays known while the server counts.
        const letGo = session.keep(ids)
        void goingAlong(backend, table, { tables, along: behind }, ids).then(ask).finally(letGo)
      },
    } satisfies TableScope
  }, [
    backend,
    base,
    table,
    session,
    isReadOnly,
    mayShape,
    lockOf,
    paintOf,
    lostColors,
    weekStart,
    timeZone,
    locale,
    people,
    labelFieldOf,
    baseId,
    tables,
    roles,
    me.id,
    onRecordChange,
    askFirst,
    onDeleted,
  ])
}
