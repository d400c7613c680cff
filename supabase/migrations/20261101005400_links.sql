-- Making links: the fields, their columns, and the relation that both tables share.

-- A link's options as they are kept: {target, single?, limit?, onDelete?, takesAlong?}; refuses what they are not. What its other field is
-- called and holds is that field's own, and what may be linked stands elsewhere (link_filter).
create or replace function plinth_private.clean_link_options(p_options jsonb) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
begin
  if plinth_private.as_uuid(p_options ->> 'target') is null then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'target'));
  elsif coalesce(p_options -> 'single', 'null') not in ('null', 'true', 'false') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'single'));
  elsif coalesce(p_options -> 'onDelete', 'null') not in ('null', '"unlink"', '"refuse"', '"delete"') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'onDelete'));
  elsif coalesce(p_options -> 'takesAlong', 'null') not in ('null', 'true', 'false') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'takesAlong'));
  elsif coalesce(p_options -> 'limit', 'null') <> 'null' and (
       p_options -> 'single' = 'true' or jsonb_typeof(p_options -> 'limit') <> 'number'
       or (p_options ->> 'limit')::numeric not in (select n from generate_series(2, plinth_private.limit_of('linkLimit')) as n)) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'limit'));
  end if;
  return jsonb_build_object('target', (p_options ->> 'target')::uuid)
    || case when p_options -> 'single' = 'true' then '{"single": true}'::jsonb else '{}' end
    || case when coalesce(p_options -> 'limit', 'null') <> 'null'
            then jsonb_build_object('limit', (p_options ->> 'limit')::numeric::int) else '{}' end
    || case when p_options ->> 'onDelete' in ('refuse', 'delete') then jsonb_build_object('onDelete', p_options -> 'onDelete') else '{}' end
    || case when p_options -> 'takesAlong' = 'true' then '{"takesAlong": true}'::jsonb else '{}' end;
end
$$;

-- A free name for the relation of a link; those of links in the trash stay theirs.
create or replace function plinth_private.free_link_name(p_relation text) returns text
language sql stable security definer set search_path = ''
as $$
  select format('%s__l%s', p_relation, n)
  from generate_series(1, 10000) as n
  where not exists (select 1 from plinth_private.link as l where l.relation = format('%s__l%s', p_relation, n))
    and not exists (select 1 from pg_catalog.pg_class as c
                    where c.relnamespace in ('data'::regnamespace, 'plinth_trash'::regnamespace)
                      and c.relname = format('%s__l%s', p_relation, n))
  order by n limit 1
$$;

-- What a deletion of records at one end of a link does: those of the target of a field that keeps them are kept.
create or replace function plinth_private.link_action(p_field uuid, p_table uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case when exists (select 1 from plinth.field as f
                           where f.id = p_field and f.table_id = p_table and f.options ->> 'onDelete' = 'refuse')
              then 'no action' else 'cascade' end
$$;

-- Gives the relation of a link a foreign key to a table, with what a deletion there does; one that does that already stays.
create or replace function plinth_private.renew_link_key(p_link plinth_private.link, p_column text, p_table uuid, p_action text)
returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_place text := plinth_private.link_place(p_link.relation);
  v_name text := format('%s_%s_fkey', p_link.relation, p_column);
begin
  if exists (select 1 from pg_catalog.pg_constraint as c
             where c.conrelid = v_place::regclass and c.conname = v_name
               and c.confdeltype = case p_action when 'cascade' then 'c' else 'a' end) then
    return;
  end if;
  execute format('alter table %s drop constraint if exists %I', v_place, v_name);
  execute format('alter table %s add constraint %I foreign key (%I) references %s (id) on delete %s', v_place, v_name, p_column,
                 plinth_private.relation_of(p_table), p_action);
end
$$;

-- Makes or drops the index by which a record stands at one end of a link once.
create or replace function plinth_private.renew_link_index(p_link plinth_private.link, p_column text, p_single boolean) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_place text := plinth_private.link_place(p_link.relation);
  v_name text := format('%s_%s_single', p_link.relation, p_column);
begin
  if p_single then
    execute format('create unique index if not exists %I on %s (%I)', v_name, v_place, p_column);
  else
    execute format('drop index if exists %I.%I', split_part(v_place, '.', 1), v_name);
  end if;
end
$$;

-- Puts the relation of a link where it belongs, with the rules that its fields make: for people while both tables and one of its
-- fields are, else in the trash. A field in the trash makes no rules.
create or replace function plinth_private.renew_link(p_link uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_link plinth_private.link;
  v_wanted text;
begin
  select l.* into v_link from plinth_private.link as l where l.id = p_link;
  v_wanted := case when (select count(*) filter (where t.base_id is null) from plinth."table" as t
                         where t.id in (v_link.a_table, v_link.b_table)) = 0
    and (plinth_private.is_live(v_link.a_field, v_link.a_table) or plinth_private.is_live(v_link.b_field, v_link.b_table))
    then 'data' else 'plinth_trash' end;
  if split_part(plinth_private.link_place(v_link.relation), '.', 1) <> v_wanted then
    execute format('alter table %s set schema %I', plinth_private.link_place(v_link.relation), v_wanted);
  end if;
  perform plinth_private.renew_link_key(v_link, 'a', v_link.a_table, plinth_private.link_action(v_link.b_field, v_link.b_table));
  perform plinth_private.renew_link_key(v_link, 'b', v_link.b_table, plinth_private.link_action(v_link.a_field, v_link.a_table));
  perform plinth_private.renew_link_index(v_link, e.own, e.single)
    from unnest(array[v_link.a_field, v_link.b_field], array['a', 'b'], array[v_link.a_table, v_link.b_table]) as f (id, own, home)
    cross join lateral (select f.own, exists (
      select 1 from plinth.field as x where x.id = f.id and x.table_id = f.home and x.options -> 'single' = 'true') as single) as e;
  perform plinth_private.renew_along(t.id) from unnest(array[v_link.a_table, v_link.b_table]) as t (id);
  perform plinth_private.renew_link_filters(v_link);
end
$$;

-- The policy of the relation of a link: who reads both records reads that they are linked. The subqueries run under the policies
-- of the tables.
create or replace function plinth_private.link_policy(p_link plinth_private.link) returns text
language sql stable security definer set search_path = ''
as $$
  select format('using (%s)', string_agg(
    format('((select plinth_private.scope(%L::uuid, ''read'')) = ''all'' or (select true from data.%2$I where %2$I.id = %3$I.%4$I))',
           t.id, t.relation, p_link.relation, e.own), ' and ' order by e.own))
  from (values ('a', p_link.a_table), ('b', p_link.b_table)) as e (own, table_id)
  join plinth."table" as t on t.id = e.table_id
$$;

-- Makes the relation of a link. Its key holds both columns: by that PostgREST knows it as what connects two tables.
create or replace function plinth_private.make_link_relation(p_link plinth_private.link) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_trigger record;
begin
  execute format('create table data.%I (id bigint generated always as identity, a uuid not null, b uuid not null, primary key (a, b))',
                 p_link.relation);
  -- In the order in which they were linked, from either side.
  execute format('create index %I on data.%I (a, id)', p_link.relation || '_a_order', p_link.relation);
  execute format('create index %I on data.%I (b, id)', p_link.relation || '_b_order', p_link.relation);
  execute format('alter table data.%I enable row level security', p_link.relation);
  execute format('revoke all on data.%I from public, anon, authenticated', p_link.relation);
  execute format('grant select on data.%I to authenticated', p_link.relation);
  execute format('grant all on data.%I to service_role', p_link.relation);
  execute format('create policy plinth_select on data.%I for select to authenticated %s', p_link.relation,
                 plinth_private.link_policy(p_link));
  for v_trigger in
    select * from (values ('insert', 'new table as new_rows'), ('update', 'old table as old_rows new table as new_rows'),
                          ('delete', 'old table as old_rows')) as g (command, rows)
  loop
    execute format('create trigger %I after %s on data.%I referencing %s for each statement
                    execute function plinth_private.count_links(%L)', 'plinth_links_' || v_trigger.command, v_trigger.command,
                   p_link.relation, v_trigger.rows, p_link.id);
  end loop;
  execute format('create trigger plinth_links_truncate after truncate on data.%I for each statement
                  execute function plinth_private.count_links(%L)', p_link.relation, p_link.id);
  perform plinth_private.renew_link(p_link.id);
end
$$;

-- Holds the records at both ends of new links, by their tables and ids: what is computed from them is so from what they are at the end.
create or replace function plinth_private.hold_ends(p_link plinth_private.link, p_a uuid[], p_b uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_end record;
begin
  for v_end in
    select plinth_private.relation_of(e.home) as relation, e.ids from (values (p_link.a_table, p_a), (p_link.b_table, p_b)) as e (home, ids) order by e.home
  loop
    execute format('select 1 from %s as t where t.id = any ($1) order by t.id for no key update', v_end.relation) using v_end.ids;
  end loop;
end
$$;

-- Statement trigger of the relation of a link: keeps the numbers that its fields hold, so that the records on both sides change with
-- their links, and are told as changed; and refuses new links that its fields do not let be. The argument is the link's id.
create or replace function plinth_private.count_links() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_link plinth_private.link;
  v_changes text := case tg_op
    when 'INSERT' then 'select n.a, n.b, 1 as change from new_rows as n'
    when 'DELETE' then 'select o.a, o.b, -1 as change from old_rows as o'
    when 'UPDATE' then 'select n.a, n.b, 1 as change from new_rows as n union all select o.a, o.b, -1 from old_rows as o' end;
  v_fields text := coalesce(current_setting('plinth.fields', true), '');
  v_rolled uuid[];
  v_end record;
begin
  select l.* into v_link from plinth_private.link as l where l.id = tg_argv[0]::uuid;
  if tg_op in ('INSERT', 'UPDATE') then
    -- Texts that are made of what a field links would not tell what comes now.
    perform plinth_private.require_settled(f) from plinth.field as f where f.id in (v_link.a_field, v_link.b_field);
  end if;
  v_rolled := plinth_private.rollups_through(v_link.a_field) || plinth_private.rollups_through(v_link.b_field);
  if v_rolled <> '{}' and tg_op in ('INSERT', 'UPDATE') then
    perform plinth_private.hold_ends(v_link, array(select n.a from new_rows as n), array(select n.b from new_rows as n));
  end if;
  for v_end in
    select e.own, f.id, f.column_name, plinth_private.relation_of(f.table_id) as relation
    from (values ('a', v_link.a_field, v_link.a_table), ('b', v_link.b_field, v_link.b_table)) as e (own, field, home)
    join plinth.field as f on f.id = e.field and f.table_id = e.home
    order by f.table_id, f.id
  loop
    perform set_config('plinth.fields', v_end.id::text, true);
    if tg_op = 'TRUNCATE' then
      execute format('update %s as t set %I = 0 where t.%2$I <> 0', v_end.relation, v_end.column_name);
    else
      execute format('update %s as t set %I = t.%2$I + c.change
                      from (select r.%I as id, sum(r.change)::int as change from (%s) as r group by 1) as c where t.id = c.id',
                     v_end.relation, v_end.column_name, v_end.own, v_changes);
    end if;
  end loop;
  perform set_config('plinth.fields', v_fields, true);
  if tg_op in ('INSERT', 'UPDATE') then
    perform plinth_private.require_link_fit(v_link, array(select n.a from new_rows as n), array(select n.b from new_rows as n));
  end if;
  if v_rolled <> '{}' and tg_op = 'UPDATE' then
    -- As many as before are others than before.
    perform plinth_private.touch_rollups(f.table_id, array[f.id], case e.own when 'a' then array(select n.a from new_rows as n)
                                                                            else array(select n.b from new_rows as n) end)
      from unnest(array[v_link.a_field, v_link.b_field], '{a,b}'::text[]) as e (id, own) join plinth.field as f on f.id = e.id
      where plinth_private.rollups_through(f.id) <> '{}';
  end if;
  return null;
end
$$;

-- Writes a field of a link, the other way round too: its row and its column.
create or replace function plinth_private.add_link_field(p_table plinth."table", p_definition jsonb) returns plinth.field
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
begin
  perform plinth_private.require_field_room(p_table.id);
  v_field := plinth_private.add_field_row(p_table.id, p_definition,
    (select coalesce(max(f.position) + 1, 0) from plinth.field as f where f.table_id = p_table.id));
  execute format('alter table data.%I add column %I %s', p_table.relation, v_field.column_name, plinth_private.column_type('link'));
  return plinth_private.describe_field(v_field.id, p_definition - 'options');
end
$$;

-- Makes a field that links records of its table with those of another, or of the same, and where it is asked for the field of that
-- table that shows the same links from the other side. For a caller who shapes the base.
create or replace function plinth_private.create_link(p_table plinth."table", p_definition jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_pair jsonb := nullif(p_definition #> '{options,pair}', 'null');
  v_target plinth."table";
  v_field plinth.field;
  v_back plinth.field;
  v_link plinth_private.link;
begin
  select t.* into v_target from plinth."table" as t
    where t.id = plinth_private.as_uuid(p_definition #>> '{options,target}') and t.base_id = p_table.base_id for update;
  if v_target.id is null then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table.id, 'rule', 'target'));
  elsif jsonb_typeof(v_pair) <> 'object' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table.id, 'rule', 'pair'));
  end if;
  v_field := plinth_private.add_link_field(p_table, p_definition);
  if v_pair is not null then
    v_back := plinth_private.add_link_field(v_target, jsonb_build_object('id', v_pair -> 'id', 'name', v_pair -> 'name', 'type', 'link',
      'options', jsonb_build_object('target', p_table.id, 'single', v_pair -> 'single', 'limit', v_pair -> 'limit', 'onDelete', v_pair -> 'onDelete',
                                    'takesAlong', v_pair -> 'takesAlong')));
  end if;
  v_link := (plinth_private.uuid_v7(), p_table.id, v_target.id, v_field.id, v_back.id, plinth_private.free_link_name(p_table.relation));
  insert into plinth_private.link values (v_link.*);
  perform plinth_private.make_link_relation(v_link);
  perform plinth_private.set_link_filter(v_field.id, p_definition -> 'options');
  perform plinth_private.send_schema_changed(p_table.base_id);
  perform pg_notify('pgrst', 'reload schema');
  return plinth_private.field_json(v_field);
end
$$;

-- Is a record at this end of a link linked with several?
create or replace function plinth_private.links_several(p_end plinth_private.link_end) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_several boolean;
begin
  execute format('select exists (select 1 from %s as j group by j.%I having count(*) > 1)', p_end.place, p_end.own) into v_several;
  return v_several;
end
$$;

-- Takes other options for a field of a link: how many records its cells hold, and what goes with a deleted one.
-- Which table it links stays.
create or replace function plinth_private.change_link(p_field plinth.field, p_options jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of(p_field.id);
  v_used boolean := false;
begin
  if p_options -> 'target' is distinct from p_field.options -> 'target' then
    perform plinth_private.fail(400, 'invalid_input',
      jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', 'target'));
  elsif p_options ? 'single' and not p_field.options ? 'single' then
    execute format('lock table %s in exclusive mode', v_end.place);
    v_used := plinth_private.links_several(v_end);
  end if;
  if v_used then
    perform plinth_private.fail(400, 'invalid_input',
      jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', 'option_in_use'));
  end if;
  update plinth.field set options = p_options where id = p_field.id;
  perform plinth_private.renew_link(v_end.link);
end
$$;

-- What it means that the relation of a link refused a change, as far as the caller may know: a record is linked elsewhere already, or
-- keeps another one from being deleted.
create or replace function plinth_private.link_error(p_state text, p_constraint text, p_relation text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_code text := case p_state when '23505' then 'link_taken' else 'record_linked' end;
  v_field plinth.field;
begin
  -- Both name the column of the linked record: the field is the one of the other column.
  select f.* into v_field
    from plinth_private.link as l
    join plinth.field as f on f.id = case when p_constraint ~ '__l[0-9]+_b_' then l.a_field else l.b_field end
      and f.table_id = case when p_constraint ~ '__l[0-9]+_b_' then l.a_table else l.b_table end
    where l.relation = p_relation and plinth_private.scope(f.table_id, 'read') <> 'none' and plinth_private.sees_field(f.id);
  return jsonb_build_object('code', v_code, 'message', v_code, 'details', jsonb_strip_nulls(
    jsonb_build_object('table', v_field.table_id, 'field', v_field.id)));
end
$$;

select plinth_private.close_functions(array[
  'is_live(uuid, uuid)', 'link_place(text)', 'link_end_of(uuid)', 'link_ends(uuid)', 'label_field(uuid)',
  'target_source(plinth_private.link_end, plinth.field)', 'name_sql(plinth.field)', 'number_sql(text)',
  'name_order(plinth.field)', 'linked_term(plinth.field, boolean)', 'restricted_record()', 'linked_literal(uuid, uuid)',
  'linked_names(plinth_private.view, jsonb)', 'letters_sql(text)', 'letters_id(text)',
  'linked_source(plinth_private.link_end, plinth.field)', 'link_cell_sql(plinth.field)', 'link_text_sql(plinth.field, text)',
  'readable_among(uuid, uuid[])', 'record_ids(jsonb, bigint)', 'link_condition(plinth.field, text, jsonb)', 'linked_sql(uuid, jsonb)',
  'pair_json(plinth.field)', 'clean_link_options(jsonb)', 'free_link_name(text)', 'link_action(uuid, uuid)',
  'renew_link_key(plinth_private.link, text, uuid, text)', 'renew_link_index(plinth_private.link, text, boolean)', 'renew_link(uuid)',
  'link_policy(plinth_private.link)', 'make_link_relation(plinth_private.link)', 'count_links()',
  'hold_ends(plinth_private.link, uuid[], uuid[])',
  'add_link_field(plinth."table", jsonb)', 'create_link(plinth."table", jsonb)', 'change_link(plinth.field, jsonb)', 'links_several(plinth_private.link_end)',
  'link_error(text, text, text)'
]);
