/** What Plinth's own tables hold by themselves, as a list: nothing of it goes by mistake. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.db.stop())

test('constraints and unique indexes are those of the list', async () => {
  const rows = await h.db.admin<{ line: string }[]>`
    select l.line from (select format('%s %s', o.conrelid::regclass, pg_get_constraintdef(o.oid)) as line
    from pg_constraint as o join pg_class as c on c.oid = o.conrelid
    where c.relnamespace in ('plinth'::regnamespace, 'plinth_private'::regnamespace) and o.contype in ('c', 'f', 'p', 'u')
    union all
    select regexp_replace(pg_get_indexdef(i.indexrelid), ' INDEX [^ ]+ ', ' INDEX ')
    from pg_index as i join pg_class as c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace in ('plinth'::regnamespace, 'plinth_private'::regnamespace)
      and not exists (select 1 from pg_constraint as o where o.conindid = i.indexrelid)) as l
    order by l.line collate "C"`
  const list = rows.map(({ line }) => line).join('\n')
  await expect(`${list}\n`).toMatchFileSnapshot('constraints.txt')
})
