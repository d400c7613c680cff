-- Person fields: a cell holds the id of somebody in the base. Who has left it stays where they stand.

-- Refuses people who are not in the base where a statement puts them into a cell: strangers and ids of nobody alike. Who
-- stands there already may stay, so that a record of somebody who has left can be changed.
create or replace function plinth_private.check_people() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_table uuid := tg_argv[0];
  v_field record;
  v_refused boolean;
begin
  for v_field in
    select f.id, f.column_name, t.base_id from plinth.field as f join plinth."table" as t on t.id = f.table_id
    where f.table_id = v_table and f.type = 'person' and f.formula is null and coalesce(f.side, t.relation) = tg_table_name
    order by f.position, f.id
  loop
    execute format(
      'select exists (
         select 1 from (select distinct n.%1$I as id from new_rows as n %2$s) as p
         where p.id is not null and plinth_private.standing(p.id, $1) is null)',
      v_field.column_name,
      case when tg_op = 'UPDATE' then format(
        'left join old_rows as o on o.id = n.id where n.%1$I is distinct from o.%1$I', v_field.column_name) end)
      into v_refused using v_field.base_id;
    if v_refused then
      perform plinth_private.fail(400, 'value_invalid', jsonb_build_object('table', v_table,
        'field', case when plinth_private.sees_field(v_field.id) then v_field.id end));
    end if;
  end loop;
  return null;
end
$$;

-- Name of the index by which records of a person are found.
create or replace function plinth_private.person_index(p_field uuid) returns text
language sql immutable security invoker set search_path = ''
as $$ select 'person_' || replace(p_field::text, '-', '') $$;

-- Gives a table what its fields need beside columns and rules: the triggers that check people and states, and the index
-- that serves conditions like {Assignee} = me(). What is there already stays.
create or replace function plinth_private.guard_values(p_table uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_index record;
  v_trigger record;
begin
  for v_index in
    select f.id, f.column_name, h.name as home from plinth.field as f
    join plinth_private.homes_of(p_table) as h (name) on h.name = plinth_private.home_relation(f)
    join pg_catalog.pg_attribute as a on a.attrelid = format('data.%I', h.name)::regclass and a.attname = f.column_name
    where f.table_id = p_table and f.type = 'person'
  loop
    execute format('create index if not exists %I on data.%I (%I) where %3$I is not null',
                   plinth_private.person_index(v_index.id), v_index.home, v_index.column_name);
  end loop;
  for v_trigger in
    select h.name as home, g.* from plinth_private.homes_of(p_table) as h (name) cross join (values
      ('person', 'plinth_people_insert', 'after insert', 'new table as new_rows', 'statement', 'check_people'),
      ('person', 'plinth_people_update', 'after update', 'old table as old_rows new table as new_rows', 'statement', 'check_people'),
      ('status', 'plinth_states', 'before insert or update', null, 'row', 'check_states'),
      ('status', 'plinth_states_insert', 'after insert', 'new table as new_rows', 'statement', 'keep_states'),
      ('status', 'plinth_states_update', 'after update', 'old table as old_rows new table as new_rows', 'statement', 'keep_states'),
      ('status', 'plinth_states_delete', 'after delete', 'old table as old_rows', 'statement', 'keep_states')
    ) as g (type, name, event, rows, each, function)
    where exists (select 1 from plinth.field as f
                  where f.table_id = p_table and f.type = g.type and plinth_private.home_relation(f) = h.name)
      and not exists (select 1 from pg_catalog.pg_trigger as x
                      where x.tgrelid = format('data.%I', h.name)::regclass and x.tgname = g.name)
  loop
    execute format('create trigger %I %s on data.%I %s for each %s execute function plinth_private.%I(%L)',
                   v_trigger.name, v_trigger.event, v_trigger.home, 'referencing ' || v_trigger.rows, v_trigger.each,
                   v_trigger.function, p_table);
  end loop;
end
$$;

-- Whatever way a field becomes one of people or states, its table has the triggers before the column holds anything.
create or replace function plinth_private.guarded_field_made() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.guard_values(new.table_id);
  return null;
end
$$;

drop trigger if exists guarded_field_made on plinth.field;
create trigger guarded_field_made after insert or update of type, table_id on plinth.field
  for each row when (new.type in ('person', 'status')) execute function plinth_private.guarded_field_made();

revoke all on function plinth_private.check_people(), plinth_private.guard_values(uuid), plinth_private.guarded_field_made(),
    plinth_private.person_index(uuid)
  from public, anon, authenticated, service_role;
