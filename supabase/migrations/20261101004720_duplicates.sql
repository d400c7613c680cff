-- Copies of fields and tables. What a copy of a table is kept from, it is kept from like the table itself.

-- Gives a field rules that another one had, or itself before: what records break holds for new and changed values, and a default
-- that breaks them came with them.
create or replace function plinth_private.adopt_rules(p_field uuid, p_rules jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  if p_rules - 'newOnly' <> '{}' then
    perform plinth_private.put_field_rules(p_field, p_rules - 'newOnly', true);
  end if;
end
$$;

-- Gives a field the grants of another one: its copy is no way around them.
create or replace function plinth_private.copy_field_grants(p_field uuid, p_copy uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into plinth.field_grant (role_id, field_id, access)
    select g.role_id, p_copy, g.access from plinth.field_grant as g where g.field_id = p_field;
end
$$;

-- Gives a field of states the transitions of another one. Their conditions are compiled when the field is one of its table
-- (renew_transitions).
create or replace function plinth_private.copy_transitions(p_field uuid, p_copy uuid, p_ids jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into plinth.transition
    select (jsonb_populate_record(n, plinth_private.exchange_ids(to_jsonb(n), p_ids)
              || jsonb_build_object('id', plinth_private.uuid_v7(), 'field_id', p_copy,
                                    'condition', case when n.guard is not null then 'false' end))).*
    from plinth.transition as n where n.field_id = p_field;
end
$$;

-- Refuses to copy more records than go into one call.
create or replace function plinth_private.require_few_rows(p_relation text, p_limit bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rows bigint;
begin
  execute format('select count(*) from (select 1 from data.%I limit $1) as t', p_relation)
    into v_rows using p_limit + 1;
  perform plinth_private.stay_within(v_rows, p_limit, '{"rule": "duplicate"}');
end
$$;

-- Puts a copy of a field into the trash, as if it had been deleted: from there it comes by the steps of a restored field, and
-- stays restorable if nobody goes on. Its values are those of this moment; files stay with the field that they are in.
create or replace function plinth_private.begin_copy(
  p_table plinth."table", p_field plinth.field, p_copy uuid, p_name text, p_with_values boolean
) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_copy plinth.field;
  v_holder uuid;
begin
  perform plinth_private.require_field_room(p_table.id);
  v_copy := plinth_private.add_field_row(p_table.id,
    plinth_private.field_json(p_field) || jsonb_build_object('id', p_copy, 'name', p_name), p_field.position + 1);
  v_holder := plinth_private.keep_values(p_table, p_field.column_name, v_copy,
    coalesce(p_with_values and p_field.type <> 'attachment' and plinth_private.has_own_values(p_field), false), null);
  update plinth.field set table_id = v_holder, description = p_field.description, default_value = p_field.default_value,
      rules = p_field.rules
    where id = p_copy;
  perform plinth_private.copy_field_grants(p_field.id, p_copy);
  perform plinth_private.copy_transitions(p_field.id, p_copy, jsonb_build_object(p_field.id, p_copy));
  insert into plinth_private.trash (table_id, base_id, field_id, home, copied, origin, position, total, trashed_by)
    values (v_holder, p_table.base_id, p_copy, p_table.id, true, p_field.id, p_field.position + 1,
            plinth_private.count_kept(v_holder, v_copy), plinth_private.caller());
end
$$;

-- Copies a field under a new id and name, behind it, with or without its values, in one call or, where the table has many
-- records, in several: {done, total, field}. Called again until then.
create or replace function plinth_private.duplicate_field(p_field uuid, p_copy uuid, p_name text, p_with_values boolean)
returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
  v_table plinth."table";
begin
  if plinth_private.is_late(p_field) then
    return plinth_private.duplicate_late(p_field, p_copy, p_name);
  end if;
  v_field := plinth_private.take_field(p_field);
  if v_field.formula is not null then
    return plinth_private.duplicate_formula(v_field, p_copy, p_name);
  elsif not exists (select 1 from plinth_private.trash as x
                 where x.field_id = p_copy and x.home = v_field.table_id and x.copied) then
    if v_field.side is not null then
      return plinth_private.duplicate_side(v_field, p_copy, p_name, p_with_values);
    end if;
    perform plinth_private.require_settled(v_field);
    select t.* into v_table from plinth."table" as t where t.id = v_field.table_id;
    if v_field.type = 'link' then
      return plinth_private.duplicate_link(v_table, v_field, p_copy, p_name, p_with_values);
    end if;
    perform plinth_private.begin_copy(v_table, v_field, p_copy, p_name, p_with_values);
  end if;
  return plinth_private.restore_field(p_copy);
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_field.table_id));
end
$$;

-- JSON with the ids of a table's fields exchanged for those of its copy.
create or replace function plinth_private.exchange_ids(p_document jsonb, p_ids jsonb) returns jsonb
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_text text := p_document::text;
  v_pair record;
begin
  for v_pair in select i.key, i.value from jsonb_each_text(p_ids) as i loop
    v_text := replace(v_text, v_pair.key, v_pair.value);
  end loop;
  return v_text::jsonb;
end
$$;

-- Gives the copy of a table the grants and locks of the table: a copy is no way around them.
create or replace function plinth_private.copy_grants(p_table uuid, p_copy uuid, p_ids jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into plinth.role_grant (role_id, table_id, action, scope, rule, condition, fields, options, hand_over)
    select g.role_id, p_copy, g.action, g.scope, r.rule,
           case when r.rule is not null then plinth_private.rule_condition(p_copy, r.rule, 't') end,
           array(select (p_ids ->> f::text)::uuid from unnest(g.fields) as f),
           array(select jsonb_array_elements_text(plinth_private.exchange_ids(to_jsonb(g.options), p_ids))), g.hand_over
    from plinth.role_grant as g
    cross join lateral (select plinth_private.exchange_ids(g.rule, p_ids) as rule) as r
    where g.table_id = p_table;
  perform plinth_private.copy_field_grants(f.id, (p_ids ->> f.id::text)::uuid)
    from plinth.field as f where f.table_id = p_table and p_ids ? f.id::text;
  perform plinth_private.save_record_lock(p_copy, plinth_private.uuid_v7(), jsonb_build_object('name', l.name,
      'rule', plinth_private.exchange_ids(l.rule, p_ids), 'creators', l.creators, 'roles', to_jsonb(l.roles)))
    from plinth.record_lock as l where l.table_id = p_table;
end
$$;

-- Copies the values of a table's fields that stand aside. The records are there, copied from those of the first list under the
-- ids of the second.
create or replace function plinth_private.copy_sides(p_table uuid, p_ids jsonb, p_from uuid[], p_to uuid[]) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_pair record;
begin
  for v_pair in
    select f.column_name as "from", n.column_name as "to", plinth_private.home_relation(f) as home,
           plinth_private.home_relation(n) as copy
    from plinth.field as f join plinth.field as n on n.id = (p_ids ->> f.id::text)::uuid
    where f.table_id = p_table and f.side is not null and f.type <> 'attachment'
  loop
    execute format('alter table data.%I disable trigger user', v_pair.copy);
    execute format('update data.%I as c set %I = s.%I
                    from unnest($1, $2) as u (id, copy) join data.%I as s on s.id = u.id where c.id = u.copy',
                   v_pair.copy, v_pair."to", v_pair."from", v_pair.home) using p_from, p_to;
    execute format('alter table data.%I enable trigger user', v_pair.copy);
  end loop;
end
$$;

-- Copies the records of a table, in their order, with who made them when; files stay with the originals. Answers which is the copy
-- of which.
create or replace function plinth_private.copy_records(
  p_table uuid, p_copy uuid, p_ids jsonb, out records uuid[], out copies uuid[]
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_from text := (select t.relation from plinth."table" as t where t.id = p_table);
  v_to text := (select t.relation from plinth."table" as t where t.id = p_copy);
  -- A copy may hold people who have left, and states that no record begins in.
  v_checks text[] := array(
    select g.tgname from pg_catalog.pg_trigger as g
    where g.tgrelid = format('data.%I', v_to)::regclass and g.tgname ~ '^plinth_(people|states|access)_?');
  v_name text;
begin
  execute format('select array_agg(o.id order by o.id), array_agg(o.copy order by o.id)
                  from (select t.id, plinth_private.uuid_v7() as copy from data.%I as t order by t.id) as o', v_from)
    into records, copies;
  foreach v_name in array v_checks loop
    execute format('alter table data.%I disable trigger %I', v_to, v_name);
  end loop;
  execute format('insert into data.%I (id, created_at, created_by, changed_at, changed_by %s)
                  select u.copy, t.created_at, t.created_by, t.changed_at, t.changed_by %s
                  from unnest($1, $2) as u (id, copy) join data.%I as t on t.id = u.id order by u.copy',
    v_to, (select string_agg(format(', %I', n.column_name), '' order by f.position, f.id)
           from plinth.field as f join plinth.field as n on n.id = (p_ids ->> f.id::text)::uuid
           where f.table_id = p_table and f.type <> 'attachment' and f.side is null and plinth_private.has_own_values(f)),
    (select string_agg(format(', t.%I', f.column_name), '' order by f.position, f.id)
     from plinth.field as f
     where f.table_id = p_table and f.type <> 'attachment' and f.side is null and plinth_private.has_own_values(f)), v_from)
    using records, copies;
  perform plinth_private.copy_sides(p_table, p_ids, records, copies);
  foreach v_name in array v_checks loop
    execute format('alter table data.%I enable trigger %I', v_to, v_name);
  end loop;
end
$$;

-- Gives the copy of a table the rules and workflows of the table and its fields.
create or replace function plinth_private.copy_rules(p_table uuid, p_copy uuid, p_ids jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.adopt_rules((p_ids ->> f.id::text)::uuid, f.rules),
          plinth_private.copy_transitions(f.id, (p_ids ->> f.id::text)::uuid, p_ids)
    from plinth.field as f where f.table_id = p_table;
  perform plinth_private.renew_transitions(p_copy);
  perform plinth_private.save_table_rule(p_copy, plinth_private.uuid_v7(),
      jsonb_build_object('message', r.message, 'rule', plinth_private.exchange_ids(r.rule, p_ids)), true)
    from plinth.table_rule as r where r.table_id = p_table;
  perform plinth_private.copy_link_filter(f.id, (p_ids ->> f.id::text)::uuid, p_ids)
    from plinth.field as f where f.table_id = p_table and f.type = 'link' and p_ids ? f.id::text;
end
$$;

-- Copies a table under a new id and name, behind it, with or without its records. Its links are copied as ones that are seen from the
-- copy alone.
create or replace function plinth_private.duplicate_table(p_table uuid, p_copy uuid, p_name text, p_with_records boolean)
returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table plinth."table" := plinth_private.take_table(p_table);
  -- Links to a table in the trash are left behind.
  v_ids jsonb := (
    select jsonb_object_agg(f.id, plinth_private.uuid_v7()) from plinth.field as f
    where f.table_id = p_table and (f.type <> 'link' or exists (
      select 1 from plinth."table" as t where t.id = plinth_private.as_uuid(f.options ->> 'target') and t.base_id is not null)));
  -- What needs the links comes behind them.
  v_rolled uuid[] := plinth_private.rolled_fields(p_table);
  v_copied record;
begin
  if p_with_records then
    perform plinth_private.require_few_rows(v_table.relation, plinth_private.limit_of('rowsPerDuplicate'));
  end if;
  perform plinth_private.create_table(v_table.base_id, jsonb_build_object('id', p_copy, 'name', p_name,
    'description', v_table.description, 'fields', (
      select jsonb_agg(plinth_private.copied_field(f, v_ids) order by f.position, f.id)
      from plinth.field as f where f.table_id = p_table and f.type <> 'link' and f.id <> all (v_rolled))));
  perform plinth_private.copy_link_fields(p_table, p_copy, v_ids);
  perform plinth_private.copy_rollups(p_copy, v_rolled, v_ids);
  v_ids := plinth_private.copy_late(p_table, p_copy, v_ids);
  perform plinth_private.place_table(v_table.base_id, p_copy, v_table.position + 1);
  perform plinth_private.copy_grants(p_table, p_copy, v_ids);
  if p_with_records then
    v_copied := plinth_private.copy_records(p_table, p_copy, v_ids);
    perform plinth_private.copy_links(p_table, v_ids, v_copied.records, v_copied.copies);
    -- The copies have the numbers of their records, and new ones go on behind these.
    perform plinth_private.begin_numbering(t, f) from plinth.field as f join plinth."table" as t on t.id = f.table_id
      where f.table_id = p_copy and f.type = 'autonumber';
  end if;
  perform plinth_private.copy_rules(p_table, p_copy, v_ids);
  perform plinth_private.copy_views(p_table, p_copy, v_ids);
  update plinth."table" set icon = v_table.icon where id = p_copy;
  perform plinth_private.copy_layout(p_table, p_copy, v_ids);
  if p_with_records then
    perform plinth_private.copy_orders(p_table, p_copy, v_copied.records, v_copied.copies);
  end if;
  return (select plinth_private.table_json(t) from plinth."table" as t where t.id = p_copy);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', p_table));
end
$$;
