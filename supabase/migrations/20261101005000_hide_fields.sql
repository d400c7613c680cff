-- Fields on their way into a side table and out of it, when a role has them hidden and when none has any more
-- (docs/decisions/0013-hidden-fields.md).

-- Fields that no role has hidden any more, whose values are brought back in several steps. The column beside is filled up
-- to a record.
create table if not exists plinth_private.field_return (
  field_id uuid primary key references plinth.field (id) on delete cascade,
  filled_to uuid not null default '00000000-0000-0000-0000-000000000000',
  done bigint not null default 0,
  total bigint not null
);
alter table plinth_private.field_return enable row level security;
revoke all on plinth_private.field_return from public, anon, authenticated, service_role;

-- Refuses to hide a field that everybody needs: the first of its table by which records are called, states, what must be
-- filled, and what rules look at.
create or replace function plinth_private.require_hideable(p_field plinth.field) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rule text := case
    when p_field.id = (select f.id from plinth.field as f where f.table_id = p_field.table_id
                       order by f.position, f.id limit 1) then 'primary'
    when p_field.type = 'status' then 'status'
    when p_field.formula is not null then 'formula'
    when p_field.type = 'link' then 'link'
    -- Everybody who reads a record reads who made it and when.
    when plinth_private.is_computed(p_field.type) then 'computed'
    when p_field.rules ? 'required' then 'required' end;
begin
  if v_rule is not null then
    perform plinth_private.fail(409, 'field_unhideable',
      jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', v_rule));
  end if;
  -- What is computed on read is told to nobody who does not see all that it reads.
  perform plinth_private.require_no_rule(p_field.id);
  perform plinth_private.require_no_formula(p_field.id, null);
  perform plinth_private.require_settled(p_field);
end
$$;

-- Refuses to use a field that stands aside, for what needs it in the table's own relation. Who does not see the field has
-- been told before that it is not there.
create or replace function plinth_private.require_open(p_field plinth.field, p_rule text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_field.side is not null then
    perform plinth_private.fail(409, 'field_hidden',
      jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', p_rule));
  end if;
end
$$;

-- A name for a side of a relation; those of fields in the trash stay theirs.
create or replace function plinth_private.free_side(p_relation text) returns text
language sql stable security definer set search_path = ''
as $$
  select min(format('%s__%s', p_relation, n)) from (
    select n from generate_series(1, 1000) as n
    where not exists (
      select 1 from pg_catalog.pg_class as c
      where c.relnamespace in ('data'::regnamespace, 'plinth_trash'::regnamespace)
        and c.relname = format('%s__%s', p_relation, n))
      and not exists (select 1 from plinth.field as f where f.side = format('%s__%s', p_relation, n))
    order by n limit 1) as free
$$;

-- Gives every new record its row in each side of its table; the columns' defaults fill them. The arguments are the table's id and
-- the sides: a transaction that does not see a new side yet fills it all the same. A default that does not fit is told without a
-- word of field or value: whoever makes records need not see either.
create or replace function plinth_private.fill_sides() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  for n in 1 .. tg_nargs - 1 loop
    execute format('insert into data.%I (id) select n.id from new_rows as n', tg_argv[n]);
  end loop;
  return null;
exception
  when integrity_constraint_violation then
    perform plinth_private.fail(422, 'value_invalid', jsonb_build_object('table', tg_argv[0]::uuid));
end
$$;

-- A value aside changes with its record held as it is. The policy has looked at the record that was there when the statement
-- began; others may have locked it since, or taken it out of the caller's reach. As the caller: the policies of the table's own
-- relation are asked again, of the record as it is now. What this transaction has written itself is held already. The arguments are
-- the table's id, its relation and the column.
create or replace function plinth_private.keep_held() returns trigger
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_asked uuid[];
  v_held uuid[];
begin
  execute format(
    'select array_agg(n.id) from new_rows as n join old_rows as o on o.id = n.id
     where n.%I is distinct from o.%1$I and not exists (
       select 1 from data.%I as t where t.id = n.id and t.changed_at = now() and t.changed_by is not distinct from auth.uid())',
    tg_argv[2], tg_argv[1]) into v_asked;
  if v_asked is null then
    return null;
  end if;
  execute format('select array(select t.id from data.%I as t where t.id = any ($1) order by t.id for no key update)', tg_argv[1])
    into v_held using v_asked;
  perform plinth_private.refuse_unheld(tg_argv[0]::uuid, tg_argv[1], m.id)
    from (select a.id from unnest(v_asked) as a (id) except select h.id from unnest(v_held) as h (id)) as m order by m.id;
  return null;
end
$$;

-- Refuses to change a record that the policies do not let the caller change any more; why, only who sees it is told.
create or replace function plinth_private.refuse_unheld(p_table uuid, p_relation text, p_record uuid) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_lock uuid := (select l.lock_id from plinth_private.locked_among(p_table, array[p_record]) as l);
  v_seen boolean;
begin
  if v_lock is not null then
    perform plinth_private.fail(403, 'record_locked', jsonb_build_object('table', p_table, 'rule', v_lock, 'action', 'update'));
  end if;
  execute format('select exists (select 1 from data.%I as t where t.id = $1)', p_relation) into v_seen using p_record;
  if v_seen then
    perform plinth_private.fail(403, 'rule_refused', jsonb_build_object('table', p_table, 'action', 'update'));
  end if;
  perform plinth_private.fail(404, 'not_found', jsonb_build_object('table', p_table));
end
$$;

-- A value aside changed: so did the record, once in a transaction. The arguments are the table's relation and the column.
create or replace function plinth_private.touch_records() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  execute format(
    'update data.%I as t set ver = t.ver
     where t.id = any (array(select n.id from new_rows as n join old_rows as o on o.id = n.id where n.%I is distinct from o.%2$I))
       and not (t.changed_at = now() and t.changed_by is not distinct from auth.uid())', tg_argv[0], tg_argv[1]);
  return null;
end
$$;

-- Refuses TRUNCATE of a side (by psql only: no API role may) while its table has records, each of which has a row here. Those of
-- the table and of all its sides at once go. The arguments are the ids of table and field, and the table's relation.
create or replace function plinth_private.refuse_emptied() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_relation regclass := to_regclass(format('%I.%I', tg_table_schema, tg_argv[2]));
  v_left boolean;
begin
  -- A field in the trash without its table gets rows for all records when it comes back.
  if v_relation is null then
    return null;
  end if;
  execute format('select exists (select 1 from %s)', v_relation) into v_left;
  if v_left then
    perform plinth_private.fail(409, 'field_hidden', jsonb_build_object('table', tg_argv[0], 'field', tg_argv[1], 'rule', 'truncate'));
  end if;
  return null;
end
$$;

-- Policies, grants and triggers of a side. API roles read it and write its one column: rows come and go with their records.
create or replace function plinth_private.guard_side(p_field plinth.field, p_relation text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_policy record;
begin
  execute format('alter table data.%I enable row level security', p_field.side);
  execute format('revoke all on data.%I from public, anon, authenticated', p_field.side);
  execute format('grant all on data.%I to service_role', p_field.side);
  execute format('grant select on data.%I to authenticated', p_field.side);
  if p_field.type <> 'attachment' then
    execute format('grant update (%I) on data.%I to authenticated', p_field.column_name, p_field.side);
  end if;
  for v_policy in select * from plinth_private.side_policies_of(p_field) loop
    execute format('create policy %I on data.%I for %s to authenticated %s', 'plinth_' || v_policy.command, p_field.side,
                   v_policy.command, v_policy.body);
  end loop;
  execute format('create trigger plinth_hold after update on data.%I referencing old table as old_rows new table as new_rows
                  for each statement execute function plinth_private.keep_held(%L, %L, %L)',
                 p_field.side, p_field.table_id, p_relation, p_field.column_name);
  execute format('create trigger plinth_emptied after truncate on data.%I
                  for each statement execute function plinth_private.refuse_emptied(%L, %L, %L)',
                 p_field.side, p_field.table_id, p_field.id, p_relation);
  execute format('create trigger plinth_touch after update on data.%I referencing old table as old_rows new table as new_rows
                  for each statement execute function plinth_private.touch_records(%L, %L)',
                 p_field.side, p_relation, p_field.column_name);
end
$$;

-- Gives a column the checks that the column of the same name has in another relation. p_kept: no value needs a look.
create or replace function plinth_private.copy_checks(p_from text, p_column text, p_to text, p_kept boolean) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_check record;
begin
  for v_check in
    select c.conname, regexp_replace(pg_catalog.pg_get_constraintdef(c.oid), ' NOT VALID$', '') as body, c.convalidated
    from pg_catalog.pg_constraint as c
    join pg_catalog.pg_attribute as a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.conrelid = format('data.%I', p_from)::regclass and c.contype = 'c' and a.attname = p_column
    order by c.conname
  loop
    execute format('alter table data.%I add constraint %I %s %s', p_to, v_check.conname, v_check.body,
                   case when p_kept or not v_check.convalidated then 'not valid' end);
  end loop;
end
$$;

-- Gives a column, called p_as there, the indexes that a column has in another relation, under names with __moved behind:
-- names of indexes are one to a schema.
create or replace function plinth_private.copy_indexes(p_from text, p_column text, p_to text, p_as text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_index record;
begin
  for v_index in
    select x.relname, i.indisunique, regexp_replace(substring(pg_catalog.pg_get_indexdef(i.indexrelid) from 'USING .*$'),
             format('\(%I(?![a-z0-9_])', p_column), format('(%I', p_as), 'g') as body
    from pg_catalog.pg_index as i
    join pg_catalog.pg_class as x on x.oid = i.indexrelid
    join pg_catalog.pg_attribute as a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indrelid = format('data.%I', p_from)::regclass and a.attname = p_column and not i.indisprimary
    order by x.relname
  loop
    execute format('create %s index %I on data.%I %s', case when v_index.indisunique then 'unique' end,
                   v_index.relname || '__moved', p_to, v_index.body);
  end loop;
end
$$;

-- The copies of indexes get their names when those that had them are gone.
create or replace function plinth_private.name_moved_indexes(p_relation text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_name text;
begin
  for v_name in
    select x.relname from pg_catalog.pg_index as i join pg_catalog.pg_class as x on x.oid = i.indexrelid
    where i.indrelid = format('data.%I', p_relation)::regclass and x.relname ~ '__moved$' order by 1
  loop
    execute format('alter index data.%I rename to %I', v_name, regexp_replace(v_name, '__moved$', ''));
  end loop;
end
$$;

-- SQL of a column's default, as the catalogue knows it; null where it has none.
create or replace function plinth_private.column_default(p_relation text, p_column text) returns text
language sql stable security definer set search_path = ''
as $$
  select pg_catalog.pg_get_expr(d.adbin, d.adrelid)
  from pg_catalog.pg_attribute as a
  join pg_catalog.pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = format('data.%I', p_relation)::regclass and a.attname = p_column
$$;

-- Makes the side of a field and copies its column there, with its default, checks and indexes. Writers of the table wait
-- until the transaction ends, readers do not.
create or replace function plinth_private.make_side(p_relation text, p_field plinth.field) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_column text := p_field.column_name;
begin
  execute format('lock table data.%I in exclusive mode', p_relation);
  execute format('create table data.%I (id uuid not null, %I %s)', p_field.side, v_column,
                 plinth_private.column_type(p_field.type));
  execute format('insert into data.%I (id, %I) select t.id, t.%2$I from data.%I as t', p_field.side, v_column, p_relation);
  execute format('alter table data.%I alter %I %s', p_field.side, v_column,
                 coalesce('set default ' || plinth_private.column_default(p_relation, v_column), 'drop default'));
  execute format('alter table data.%I add primary key (id)', p_field.side);
  execute format('alter table data.%I add foreign key (id) references data.%I (id) on delete cascade', p_field.side, p_relation);
  perform plinth_private.copy_checks(p_relation, v_column, p_field.side, false);
  perform plinth_private.copy_indexes(p_relation, v_column, p_field.side, v_column);
  perform plinth_private.guard_side(p_field, p_relation);
  execute format('analyze data.%I', p_field.side);
end
$$;

-- Moves a field's values aside, in one transaction; from then on those alone read them who see the field. Only for definer
-- code that has checked.
create or replace function plinth_private.hide_field(p_field uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
  v_relation text;
begin
  select t.relation into v_relation from plinth.field as f join plinth."table" as t on t.id = f.table_id
    where f.id = p_field for update of t;
  select f.* into v_field from plinth.field as f where f.id = p_field;
  if v_field.side is not null then
    perform plinth_private.give_up_return(v_field, v_relation);
    return '{"done": 1, "total": 1}';
  end if;
  perform plinth_private.require_hideable(v_field);
  perform plinth_private.withdraw_restores(p_field);
  v_field.side := plinth_private.free_side(v_relation);
  perform plinth_private.make_side(v_relation, v_field);
  update plinth.field set side = v_field.side where id = p_field;
  -- From here on readers wait, and for a moment only.
  execute format('alter table data.%I drop column %I', v_relation, v_field.column_name);
  perform plinth_private.name_moved_indexes(v_field.side);
  perform plinth_private.renew_sides(v_field.table_id);
  perform pg_notify('pgrst', 'reload schema');
  return '{"done": 1, "total": 1}';
end
$$;

-- Gives a table the trigger that fills its sides, for those that it has, and takes it away when it has none; the other
-- triggers follow too.
create or replace function plinth_private.renew_sides(p_table uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_relation text := (select t.relation from plinth."table" as t where t.id = p_table);
  v_sides text := (select string_agg(format(', %L', f.side), '' order by f.side) from plinth.field as f
                   where f.table_id = p_table and f.side is not null);
begin
  if v_sides is not null then
    execute format('create or replace trigger plinth_sides_insert after insert on data.%I referencing new table as new_rows
                    for each statement execute function plinth_private.fill_sides(%L%s)', v_relation, p_table, v_sides);
  else
    execute format('drop trigger if exists plinth_sides_insert on data.%I', v_relation);
  end if;
  perform plinth_private.guard_values(p_table);
  perform plinth_private.renew_rule_triggers(p_table);
  perform plinth_private.renew_guards(p_table);
  perform plinth_private.log_change(p_table, 'update', null, null, 0);
end
$$;

-- Puts these fields where they belong after grants on them changed, whatever way: aside when a role has them hidden; back
-- when none has, where they have few records. Those with many stay aside until they are brought back in steps.
create or replace function plinth_private.place_fields(p_fields uuid[]) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
begin
  for v_field in
    select f.* from plinth.field as f join plinth."table" as t on t.id = f.table_id
    where f.id = any (p_fields) and t.base_id is not null order by f.table_id, f.id
  loop
    if plinth_private.is_hidden(v_field.id) then
      perform plinth_private.hide_field(v_field.id);
    elsif v_field.side is not null and plinth_private.is_small(v_field.side) then
      perform plinth_private.bring_back(v_field.id);
    end if;
  end loop;
end
$$;

select plinth_private.close_functions(array[
  'home_relation(plinth.field)', 'place_of(plinth.field)', 'column_ref(plinth.field)', 'joins_sql(text[])', 'joined_sql(text, text[])',
  'source_sql(uuid, uuid[])', 'has_sides(uuid)', 'side_policies_of(plinth.field)', 'is_hidden(uuid)', 'seen_fields(uuid)',
  'require_hideable(plinth.field)', 'require_open(plinth.field, text)', 'free_side(text)', 'fill_sides()', 'keep_held()',
  'refuse_unheld(uuid, text, uuid)', 'refuse_emptied()', 'touch_records()',
  'guard_side(plinth.field, text)', 'copy_checks(text, text, text, boolean)',
  'copy_indexes(text, text, text, text)', 'name_moved_indexes(text)',
  'column_default(text, text)', 'make_side(text, plinth.field)', 'hide_field(uuid)', 'renew_sides(uuid)', 'place_fields(uuid[])'
]);
-- For code that runs as the caller: the first two work on their arguments alone, the last one asks as the caller.
grant execute on function plinth_private.joins_sql(text[]), plinth_private.joined_sql(text, text[]),
  plinth_private.refuse_unheld(uuid, text, uuid) to authenticated, service_role;
