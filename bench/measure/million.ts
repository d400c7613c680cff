/** Tables of a million records, filled as the superuser with triggers off: how the rows came there is not what is measured. */
import type { Table } from '@plinth/domain'
import type { Workbench } from './workbench.ts'

export const million = Number(process.env.BENCH_ROWS ?? 1_000_000)

/** Ids that rise with `n`, as the app's own do with time. */
const idOf = `('01990000-' || lpad(to_hex(n >> 16), 4, '0') || '-7' || lpad(to_hex((n >> 4) & 4095), 3, '0') || '-8'
  || lpad(to_hex(n & 15), 3, '0') || '-' || substr(md5(n::text), 1, 12))::uuid`

/** Fills a table with records 1 … `count`; `values`: SQL over `n` for each of its fields. */
export async function fillTable(
  { embedded }: Workbench,
  table: Table,
  values: readonly string[],
  count = million,
): Promise<void> {
  const relation = `data.${table.relation}`
  const columns = table.fields.map((field) => field.column).join(', ')
  console.log(`filling ${count} records …`)
  await embedded.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (let start = 1; start <= count; start += 100_000) {
      const end = Math.min(start + 99_999, count)
      await tx.unsafe(`
        insert into ${relation} (id, ${columns})
        select ${idOf}, ${values.join(', ')} from generate_series(${start}, ${end}) n`)
    }
  })
  await embedded.admin`select plinth_private.recount_rows(${table.id})`
  await embedded.admin.unsafe(`vacuum analyze ${relation}`)
}
