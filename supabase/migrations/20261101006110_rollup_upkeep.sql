-- Keeping rollups: when linked records change, the records that are linked to them are held in the order of their ids and computed anew,
-- one statement for each link and level; their tables' own triggers go on from there. Whoever changes what a rollup reads holds the
-- record with the rollup when computing it, and whoever links holds what is linked: so the last one of several sees what all did.

-- Computes the rollups of these records anew, and tells those as changed whose values are others now; fields say which may be.
create or replace function plinth_private.touch_rollups(p_table uuid, p_fields uuid[], p_records uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_relation text := plinth_private.relation_of(p_table);
  v_fields text := coalesce(current_setting('plinth.fields', true), '');
begin
  if cardinality(p_records) = 0 then
    return;
  end if;
  execute format('select 1 from %s as t where t.id = any ($1) order by t.id for no key update', v_relation) using p_records;
  perform set_config('plinth.fields', array_to_string(p_fields, ','), true);
  -- No version is 0: by that stamp and the table's plinth_values know what is asked.
  execute format('update %s as t set ver = 0 where t.id = any ($1)', v_relation) using p_records;
  perform set_config('plinth.fields', v_fields, true);
end
$$;

-- Rollups through each link to a table: the fields, the columns of the linked records that they read, and the link.
create or replace function plinth_private.followed_links(p_target uuid)
returns table (through plinth_private.link_end, fields uuid[], columns text[])
language sql stable security definer set search_path = ''
as $$
  select r.through, array_agg(distinct (r.field).id order by (r.field).id), array_agg(distinct f.column_name order by f.column_name) filter (where f.id is not null)
  from plinth_private.rollups_over(p_target) as r
  left join plinth_private.type_change as c on c.field_id = (r.field).id
  left join plinth.field as f on f.table_id = p_target and f.type not in ('created_time', 'created_by')
    and f.id = any ((r.field).reads || plinth_private.fields_of_tree(c.formula)) and f.id <> (r.through).field
  group by r.through
$$;

-- The body of that function: for each link, the records that are linked to those whose columns have changed.
create or replace function plinth_private.followed_body(p_target uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select E'\nbegin\n' || string_agg(format(
      E'  perform plinth_private.touch_rollups(%1$L, %2$L, array(select distinct j.%3$I from %4$s as j join (\n'
      || E'    select n.id from new_rows as n join old_rows as o on o.id = n.id where (%5$s)) as c on c.id = j.%6$I));\n',
      (l.through).table_id, l.fields::text, (l.through).own, (l.through).place,
      (select string_agg(format('n.%1$I is distinct from o.%1$I', c.name), ' or ' order by c.name) from unnest(l.columns) as c (name)),
      (l.through).other), '' order by (l.through).table_id, (l.through).field) || E'  return null;\nend\n'
  from plinth_private.followed_links(p_target) as l where l.columns is not null
$$;

-- Gives a table the trigger by which rollups of other tables follow it, as they are now, or takes it away with the last one.
create or replace function plinth_private.renew_followed_by(p_target uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_relation text := plinth_private.relation_of(p_target);
  v_name text := plinth_private.followed_function(p_target);
  v_body text := plinth_private.followed_body(p_target);
  v_present text := (select p.prosrc from pg_catalog.pg_proc as p where p.oid = to_regproc(format('plinth_private.%I', v_name)));
begin
  if v_body is not distinct from v_present then
    return;
  elsif v_body is null then
    execute format('drop trigger if exists plinth_followed on %s', v_relation);
    execute format('drop function if exists plinth_private.%I()', v_name);
    return;
  end if;
  execute format('create or replace function %I.%I() returns trigger language plpgsql volatile security definer
                  set search_path = '''' as %L', 'plinth_private', v_name, v_body);
  execute format('revoke all on function plinth_private.%I() from public, anon, authenticated, service_role', v_name);
  execute format('create or replace trigger plinth_followed after update on %s referencing old table as old_rows new table as new_rows
                  for each statement execute function plinth_private.%I()', v_relation, v_name);
end
$$;

-- The same of all tables that a table has links to.
create or replace function plinth_private.renew_followed(p_table uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.renew_followed_by(t.id)
    from (select distinct e.target as id from plinth_private.link_ends(p_table) as e where e.table_id = p_table) as e
    join plinth."table" as t on t.id = e.id where t.base_id is not null;
end
$$;

-- Records of other tables, and of this one, whose rollups may change with these fields of these records: level by level, by their tables.
create or replace function plinth_private.dependants_of(p_table uuid, p_fields uuid[], p_records uuid[])
returns table (table_id uuid, record_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_changed uuid[] := p_fields || plinth_private.formulas_behind(p_table, p_fields);
  v_end record;
  v_found uuid[];
begin
  if coalesce(cardinality(p_records), 0) = 0 then
    return;
  end if;
  for v_end in
    select e.*, f.fields
    from (
      select f.formula #>> '{rollup,link}' as link, array_agg(f.id) as fields from plinth.field as f
      where f.formula ? 'rollup' and f.reads && v_changed group by 1) as f
    cross join lateral plinth_private.link_end_of(f.link::uuid) as e
    join plinth."table" as t on t.id = e.table_id and t.base_id is not null
    where e.target = p_table
  loop
    execute format('select array_agg(distinct j.%I) from %s as j where j.%I = any ($1)', v_end.own, v_end.place, v_end.other)
      into v_found using p_records;
    return query select v_end.table_id, u.id from unnest(v_found) as u (id);
    return query select d.* from plinth_private.dependants_of(v_end.table_id, v_end.fields, v_found) as d;
  end loop;
end
$$;

-- Computes anew what reads these fields in tables other than theirs, each behind what it reads: at once where records are few, else in
-- steps that somebody goes on with (change_formula).
create or replace function plinth_private.compute_behind(p_fields uuid[]) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_behind uuid[] := plinth_private.computed_behind(p_fields);
  v_last uuid;
  v_here uuid[];
  v_table plinth."table";
  v_next record;
begin
  for v_next in
    select f.id, f.table_id from unnest(v_behind) with ordinality as u (id, n) join plinth.field as f on f.id = u.id order by u.n
  loop
    continue when v_next.table_id is not distinct from v_last;
    v_last := v_next.table_id;
    select t.* into v_table from plinth."table" as t where t.id = v_last;
    v_here := array(select f.id from plinth.field as f where f.table_id = v_last and f.id = any (v_behind));
    -- One that becomes a plain field is computed anew when it is that, or stays what it is: else it would end with what was before.
    perform plinth_private.require_settled(f) from plinth.field as f join plinth_private.type_change as c on c.field_id = f.id
      where f.id = any (v_here) and c.formula is null and plinth_private.is_large(v_table);
    if not plinth_private.goes_by_steps(v_table, v_here) then
      perform plinth_private.compute_all(v_table);
      continue;
    end if;
    if exists (select 1 from plinth_private.type_change as c join plinth.field as f on f.id = c.field_id
                  where f.table_id = v_last and c.formula is not null) then
      -- What is under way begins anew.
      update plinth_private.type_change as c set filled_to = '00000000-0000-0000-0000-000000000000', done = 0
        from plinth.field as f where f.id = c.field_id and f.table_id = v_last and c.formula is not null;
    else
      perform plinth_private.begin_computing(v_table, v_next.id,
        (select jsonb_object_agg(f.id, plinth_private.formula_json(f) -> f.id::text) from plinth.field as f where f.id = any (v_here)), false);
    end if;
  end loop;
end
$$;

-- Refuses where rollups of a table are not as they must be.
create or replace function plinth_private.require_rollups(p_table uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.read_rollup(f, plinth_private.formula_json(f) -> f.id::text)
    from plinth.field as f where f.table_id = p_table and f.formula ? 'rollup' order by f.position, f.id;
  perform plinth_private.require_late(p_table);
end
$$;

-- A table came back from the trash: its rollups are computed anew, and others follow it again.
create or replace function plinth_private.rollups_return(p_table plinth."table") returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_fields uuid[] := array(select f.id from plinth.field as f where f.table_id = p_table.id and f.formula ? 'rollup' order by f.id);
begin
  perform plinth_private.renew_followed_by(p_table.id);
  perform plinth_private.renew_formulas(p_table.id);
  if v_fields <> '{}' then
    perform plinth_private.compute_behind(array(select distinct (f.formula #>> '{rollup,link}')::uuid from plinth.field as f where f.id = any (v_fields)));
  end if;
end
$$;

-- Drops the computed fields of a table that read a field that goes for good.
create or replace function plinth_private.drop_computed(p_table plinth."table", p_field uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
begin
  for v_field in
    select f.* from plinth.field as f where f.id = any (plinth_private.formulas_behind(p_table.id, array[p_field])) order by f.id
  loop
    execute format('alter table %s drop column if exists %I, drop column if exists %I', plinth_private.relation_of(p_table.id),
                   v_field.column_name, plinth_private.pending_column(v_field.column_name));
    delete from plinth.field where id = v_field.id;
  end loop;
end
$$;

-- What needs links of its table: rollups, and the formulas that read them.
create or replace function plinth_private.rolled_fields(p_table uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select r.ids || plinth_private.formulas_behind(p_table, r.ids)
  from (select array(select f.id from plinth.field as f where f.table_id = p_table and f.formula ? 'rollup' order by f.id) as ids) as r
$$;

-- The definition of the copy of a field in the copy of its table.
create or replace function plinth_private.copied_field(p_field plinth.field, p_ids jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select plinth_private.field_json(p_field) - 'rollup' || jsonb_build_object('id', p_ids -> p_field.id::text,
    'formula', plinth_private.exchange_ids(p_field.formula, p_ids))
$$;

-- Gives the copy of a table the fields that need its links.
create or replace function plinth_private.copy_rollups(p_copy uuid, p_fields uuid[], p_ids jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
begin
  for v_field in
    select f.* from unnest(plinth_private.needed_first((
      select jsonb_object_agg(f.id, to_jsonb(f.reads)) from plinth.field as f where f.id = any (p_fields)))) with ordinality as u (id, n)
    join plinth.field as f on f.id = u.id order by u.n
  loop
    perform plinth_private.create_field(p_copy, plinth_private.copied_field(v_field, p_ids));
    perform plinth_private.place_field(p_copy, (p_ids ->> v_field.id::text)::uuid, v_field.position);
  end loop;
end
$$;

-- Refuses other options of a field while the change of a rollup is under way that tells them, or will: it has those with which it began.
create or replace function plinth_private.require_told_settled(p_field uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.require_settled(f) from plinth.field as f join plinth_private.type_change as c on c.field_id = f.id
    where p_field::text in (f.formula #>> '{rollup,field}', c.formula #>> '{rollup,field}')
      and (plinth_private.takes_options(f.type) or plinth_private.takes_options(c.type));
  perform plinth_private.require_told_settled(r.id) from plinth_private.rollups_alike(p_field) as r;
end
$$;

-- Gives the rollups that have the options of a field those that it has now, and those of rollups over them.
create or replace function plinth_private.options_follow(p_field plinth.field) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_rollup plinth.field;
begin
  for v_rollup in select r.* from plinth_private.rollups_alike(p_field.id) as r order by r.id loop
    v_rollup.options := plinth_private.clean_options(v_rollup.type, p_field.options);
    update plinth.field as f set options = v_rollup.options where f.id = v_rollup.id;
    update plinth_private.late_field as l set options = v_rollup.options where l.id = v_rollup.id;
    perform plinth_private.options_follow(v_rollup);
  end loop;
end
$$;

-- A field, and the rollups that have its options, and those over them.
create or replace function plinth_private.fields_of_options(p_field uuid) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return next p_field;
  return query select o.id from plinth_private.rollups_alike(p_field) as r cross join lateral plinth_private.fields_of_options(r.id) as o (id);
end
$$;

drop function if exists plinth_private.rollups_follow(plinth.field);
-- The options of a field that rollups and formulas read are others: its currency, its best rating, its choices and what they are called.
-- p_gains: there are only more of them, so that no value that is there is another.
create or replace function plinth_private.rollups_follow(p_field plinth.field, p_gains boolean default false) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.require_told_settled(p_field.id);
  perform plinth_private.options_follow(p_field);
  perform plinth_private.formulas_follow(t, p_gains)
    from (select distinct f.table_id as id from plinth.field as f
          where f.formula is not null and f.reads && array(select o from plinth_private.fields_of_options(p_field.id) as o)) as f
    join plinth."table" as t on t.id = f.id where t.base_id is not null;
  -- What is computed when it is read is another for whoever shows records.
  perform plinth_private.log_change(l.table_id, 'update', null, null, 0)
    from (select distinct l.table_id from plinth_private.late_field as l
          where p_gains is not true and l.reads && array(select o from plinth_private.fields_of_options(p_field.id) as o)) as l
    join plinth."table" as t on t.id = l.table_id where t.base_id is not null;
end
$$;

-- Values of a choice field became others without anybody having written them: options were merged, or are apart again. What reads the field
-- is computed anew, in its table and others.
create or replace function plinth_private.computed_follow_options(p_field uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.rollups_follow(f) from plinth.field as f where f.id = p_field;
  perform plinth_private.compute_behind(array[p_field]);
end
$$;

select plinth_private.close_functions(array[
  'computed_follow_options(uuid)', 'fields_of_options(uuid)', 'followed_function(uuid)', 'is_followed(uuid)', 'touch_rollups(uuid, uuid[], uuid[])', 'followed_links(uuid)', 'followed_body(uuid)',
  'renew_followed_by(uuid)', 'renew_followed(uuid)', 'dependants_of(uuid, uuid[], uuid[])',
  'compute_behind(uuid[])', 'require_rollups(uuid)', 'rolled_fields(uuid)', 'copied_field(plinth.field, jsonb)',
  'copy_rollups(uuid, uuid[], jsonb)', 'require_told_settled(uuid)', 'options_follow(plinth.field)', 'rollups_follow(plinth.field, boolean)', 'rollups_return(plinth."table")', 'drop_computed(plinth."table", uuid)'
]);

-- Tables that are there already compute as this file and those before it say now.
select plinth_private.renew_formulas(f.table_id)
  from (select distinct f.table_id from plinth.field as f where f.formula ? 'rollup') as f
  join plinth."table" as t on t.id = f.table_id where t.base_id is not null;
