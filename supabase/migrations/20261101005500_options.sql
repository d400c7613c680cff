-- Options of choice fields made and merged: one more without replacing the list, and several that become one, with a way back for a day.

-- Options that became one: what the field was, so that it can be again.
create table if not exists plinth_private.option_merge (
  id uuid primary key default gen_random_uuid(),
  field_id uuid not null references plinth.field (id) on delete cascade,
  from_options text[] not null,
  into_option text not null,
  -- The whole list and the default as they were, and the default that was made of it.
  options jsonb not null,
  default_value jsonb,
  merged_default jsonb,
  is_done boolean not null default false,
  -- The options are there again, and the records follow in steps.
  is_going_back boolean not null default false,
  at timestamptz not null default now()
);
create index if not exists option_merge_field on plinth_private.option_merge (field_id);
create index if not exists option_merge_age on plinth_private.option_merge (at);
alter table plinth_private.option_merge enable row level security;

-- Which of the options a record held before.
create table if not exists plinth_private.merged_record (
  merge_id uuid not null references plinth_private.option_merge (id) on delete cascade,
  record_id uuid not null,
  held text[] not null,
  primary key (merge_id, record_id)
);
alter table plinth_private.merged_record enable row level security;
revoke all on plinth_private.option_merge, plinth_private.merged_record from public, anon, authenticated, service_role;

-- Appends an option to those of a field; creators only. Two people who add one at the same time both keep theirs. One of the
-- same name is refused.
create or replace function plinth_private.add_option(p_field uuid, p_option jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
  v_options jsonb := coalesce(v_field.options -> 'options', '[]');
begin
  if not plinth_private.has_options(v_field.type) or v_field.formula is not null then
    perform plinth_private.fail(400, 'invalid_input',
      jsonb_build_object('table', v_field.table_id, 'field', p_field, 'rule', 'options'));
  elsif exists (select 1 from jsonb_array_elements(v_options) as o where o.value ->> 'label' = btrim(p_option ->> 'label')) then
    perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', v_field.table_id, 'field', p_field));
  end if;
  return plinth_private.update_field(p_field,
    jsonb_build_object('options', v_field.options || jsonb_build_object('options', v_options || jsonb_build_array(p_option))));
end
$$;

-- SQL of the records of a choice field that hold one of these options.
create or replace function plinth_private.holding_options_sql(p_field plinth.field, p_options text[]) returns text
language sql stable security definer set search_path = ''
as $$
  select format(case p_field.type when 'multi_select' then 't.%I && %L::text[]' else 't.%I = any (%L::text[])' end,
                p_field.column_name, p_options::text)
$$;

-- The field, after checking that these are options of it that may become this one; the states of a workflow stay.
create or replace function plinth_private.take_mergeable(p_field uuid, p_from text[], p_into text) returns plinth.field
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
  v_ids text[] := plinth_private.option_ids(v_field.options);
begin
  perform plinth_private.require_settled(v_field);
  if v_field.type not in ('single_select', 'multi_select') or v_field.formula is not null or coalesce(cardinality(p_from), 0) = 0 or p_into = any (p_from)
     or not p_from || p_into <@ v_ids then
    perform plinth_private.fail(400, 'invalid_input',
      jsonb_build_object('table', v_field.table_id, 'field', p_field, 'rule', 'options'));
  end if;
  perform plinth_private.require_unused(p_field, p_from);
  perform plinth_private.require_told_settled(p_field);
  return v_field;
end
$$;

-- How many records hold one of these options: what a merge would change.
create or replace function plinth_private.count_options(p_field uuid, p_from text[], p_into text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field := plinth_private.take_mergeable(p_field, p_from, p_into);
  v_records bigint;
begin
  execute format('select count(*) from data.%I as t where %s', plinth_private.home_relation(v_field),
                 plinth_private.holding_options_sql(v_field, p_from)) into v_records;
  return jsonb_build_object('records', v_records);
end
$$;

-- The merge of these options that is under way, or a new one. What is older than a day is forgotten, a few at a time.
create or replace function plinth_private.merge_of(p_field plinth.field, p_from text[], p_into text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  delete from plinth_private.option_merge as m using (
      select o.id from plinth_private.option_merge as o where o.at < now() - interval '1 day' order by o.at limit 10) as g
    where m.id = g.id;
  select m.id into v_id from plinth_private.option_merge as m
    where m.field_id = p_field.id and not m.is_done and m.from_options = p_from and m.into_option = p_into;
  if v_id is null then
    insert into plinth_private.option_merge (field_id, from_options, into_option, options, default_value)
      values (p_field.id, p_from, p_into, p_field.options -> 'options', p_field.default_value)
      returning id into v_id;
  end if;
  return v_id;
end
$$;

-- Keeps what the next records of a step hold of the options that go and of the one that stays.
create or replace function plinth_private.keep_merged(p_merge uuid, p_field plinth.field, p_from text[], p_into text, p_after uuid)
  returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  execute format('insert into plinth_private.merged_record (merge_id, record_id, held)
                  select $1, t.id, %s from data.%I as t where %s and t.id > $2 order by t.id limit $3
                  on conflict (merge_id, record_id) do update set held = excluded.held',
                 format(case p_field.type
                   when 'multi_select' then 'array(select i.id from unnest(t.%I) as i (id) where i.id = any (%L::text[]))'
                   else 'array[t.%I]' end, p_field.column_name, (p_from || p_into)::text),
                 plinth_private.home_relation(p_field), plinth_private.holding_options_sql(p_field, p_from))
    using p_merge, p_after, plinth_private.limit_of('rowsPerStep');
end
$$;

-- Makes one option of several: the next records that hold one of them hold the other one, as if it had always been so, from a record on
-- (null: from the first); when none is left, the options are gone and the field is answered, with what takes it back:
-- {moved, last, field, merge}. Called again until then. Readers never wait, and writers for one step.
create or replace function plinth_private.merge_options(p_field uuid, p_from text[], p_into text, p_after uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field := plinth_private.take_mergeable(p_field, p_from, p_into);
  v_relation text := plinth_private.home_relation(v_field);
  v_holding text := plinth_private.holding_options_sql(v_field, p_from);
  v_merge uuid := plinth_private.merge_of(v_field, p_from, p_into);
  v_after uuid := coalesce(p_after, '00000000-0000-0000-0000-000000000000');
  v_step record;
  v_left boolean;
begin
  execute format('lock table data.%I in exclusive mode', v_relation);
  perform plinth_private.keep_merged(v_merge, v_field, p_from, p_into, v_after);
  v_step := plinth_private.fill_step(v_relation, v_field.column_name, format(
      case v_field.type
        when 'multi_select' then 'select t.id, array(select distinct case when i.id = any (%1$L::text[]) then %2$L else i.id end
                                                      from unnest(t.%3$I) as i (id)) from data.%4$I as t where %5$s'
        else 'select t.id, %2$L::text from data.%4$I as t where %5$s' end,
      p_from::text, p_into, v_field.column_name, v_relation, v_holding),
    v_after);
  -- Somebody may have chosen one of them in a record that was passed.
  execute format('select exists (select 1 from data.%I as t where %s)', v_relation, v_holding) into v_left;
  if v_left then
    return jsonb_build_object('moved', v_step.moved, 'field', null, 'merge', null,
      'last', case when v_step.moved = plinth_private.limit_of('rowsPerStep') then v_step.last end);
  end if;
  perform plinth_private.drop_options(v_field, p_from, p_into);
  update plinth_private.option_merge as m set is_done = true, at = now(), merged_default = f.default_value
    from plinth.field as f where m.id = v_merge and f.id = p_field;
  return jsonb_build_object('moved', v_step.moved, 'last', null, 'merge', v_merge,
    'field', (select plinth_private.field_json(f) from plinth.field as f where f.id = p_field));
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_field.table_id));
end
$$;

-- The list of options with those of an older list that are gone from it, each behind what stood before it.
create or replace function plinth_private.options_again(p_options jsonb, p_before jsonb, p_gone text[]) returns jsonb
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_options jsonb := p_options;
  v_gone jsonb;
  v_place int;
begin
  for v_gone in
    select o.value from jsonb_array_elements(p_before) with ordinality as o
    where o.value ->> 'id' = any (p_gone) order by o.ordinality
  loop
    select coalesce(max(n.ordinality), 0) into v_place
      from jsonb_array_elements(v_options) with ordinality as n
      where n.value ->> 'id' in (
        select b.value ->> 'id' from jsonb_array_elements(p_before) with ordinality as b
        where b.ordinality < (select o.ordinality from jsonb_array_elements(p_before) with ordinality as o where o.value = v_gone));
    select jsonb_agg(n.value order by n.place) into v_options from (
      select o.value, o.ordinality::numeric as place from jsonb_array_elements(v_options) with ordinality as o
      union all select v_gone, v_place + 0.5) as n;
  end loop;
  return v_options;
end
$$;

-- The caller's field and a merge of its options that can be taken back, held; a merge of somebody else's field is not there.
create or replace function plinth_private.take_merge(p_merge uuid, out field plinth.field, out merge plinth_private.option_merge)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  field := plinth_private.take_field((select m.field_id from plinth_private.option_merge as m where m.id = p_merge));
  select m.* into merge from plinth_private.option_merge as m where m.id = p_merge and m.is_done for update;
  -- Of another type by now, or merged on.
  if merge.id is null or field.type not in ('single_select', 'multi_select')
     or not merge.into_option = any (plinth_private.option_ids(field.options)) then
    perform plinth_private.fail(404, 'not_found', jsonb_build_object('table', field.table_id, 'field', field.id));
  end if;
  perform plinth_private.require_settled(field);
  perform plinth_private.require_told_settled(field.id);
end
$$;

-- Puts the options of a merge back into their list, and the default, unless it was changed since.
create or replace function plinth_private.restore_options(p_field plinth.field, p_merge plinth_private.option_merge) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_gone text[] := array(select unnest(p_merge.from_options) except select unnest(plinth_private.option_ids(p_field.options)));
  v_options jsonb := plinth_private.options_again(p_field.options -> 'options', p_merge.options, v_gone);
begin
  if exists (select 1 from jsonb_array_elements(v_options) as o group by o.value ->> 'label' having count(*) > 1) then
    perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', p_field.table_id, 'field', p_field.id));
  end if;
  perform plinth_private.update_field(p_field.id,
    jsonb_build_object('options', p_field.options || jsonb_build_object('options', v_options)));
  if p_field.default_value is not distinct from p_merge.merged_default then
    update plinth.field set default_value = p_merge.default_value where id = p_field.id returning * into p_field;
    perform plinth_private.set_column_default(p_field);
  end if;
  update plinth_private.option_merge set is_going_back = true where id = p_merge.id;
end
$$;

-- Takes a merge back: its options are there again, and the next records from one on (null: from the first) hold what they held, where
-- they still hold what was made of it: {moved, last, field}; the field is answered with the last step. Called again until then.
create or replace function plinth_private.unmerge_options(p_merge uuid, p_after uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_taken record;
  v_field plinth.field;
  v_merge plinth_private.option_merge;
  v_step record;
begin
  v_taken := plinth_private.take_merge(p_merge);
  v_field := v_taken.field;
  v_merge := v_taken.merge;
  if not v_merge.is_going_back then
    perform plinth_private.restore_options(v_field, v_merge);
  end if;
  v_step := plinth_private.fill_step(plinth_private.home_relation(v_field), v_field.column_name, format(
      case v_field.type
        when 'multi_select' then 'select t.id, array(select i.id from unnest(t.%1$I) as i (id) where i.id <> %2$L union select unnest(m.held))
                                  from plinth_private.merged_record as m join data.%3$I as t on t.id = m.record_id
                                  where m.merge_id = %4$L and %2$L = any (t.%1$I)'
        else 'select t.id, m.held[1] from plinth_private.merged_record as m join data.%3$I as t on t.id = m.record_id
              where m.merge_id = %4$L and t.%1$I = %2$L' end,
      v_field.column_name, v_merge.into_option, plinth_private.home_relation(v_field), p_merge),
    coalesce(p_after, '00000000-0000-0000-0000-000000000000'));
  perform plinth_private.log_change(v_field.table_id, 'update', null, null, 0);
  if v_step.moved = plinth_private.limit_of('rowsPerStep') then
    return jsonb_build_object('moved', v_step.moved, 'last', v_step.last, 'field', null);
  end if;
  delete from plinth_private.option_merge where id = p_merge;
  perform plinth_private.computed_follow_options(v_field.id);
  perform plinth_private.send_schema_changed((select t.base_id from plinth."table" as t where t.id = v_field.table_id));
  return jsonb_build_object('moved', v_step.moved, 'last', null,
    'field', (select plinth_private.field_json(f) from plinth.field as f where f.id = v_field.id));
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_field.table_id));
end
$$;

-- Takes options that no record holds from a field, and from its default, where another one stands from now on.
create or replace function plinth_private.drop_options(p_field plinth.field, p_from text[], p_into text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_options jsonb := p_field.options || jsonb_build_object('options', (
    select jsonb_agg(o.value order by o.ordinality) from jsonb_array_elements(p_field.options -> 'options') with ordinality as o
    where o.value ->> 'id' <> all (p_from)));
  v_default jsonb := p_field.default_value -> 'value';
begin
  perform plinth_private.change_options(p_field, v_options);
  p_field.options := v_options;
  if jsonb_typeof(v_default) = 'array' then
    p_field.default_value := jsonb_set(p_field.default_value, '{value}', (
      select to_jsonb(array_agg(distinct case when d.value = any (p_from) then p_into else d.value end))
      from jsonb_array_elements_text(v_default) as d));
  elsif v_default #>> '{}' = any (p_from) then
    p_field.default_value := jsonb_set(p_field.default_value, '{value}', to_jsonb(p_into));
  end if;
  update plinth.field set options = p_field.options, default_value = p_field.default_value where id = p_field.id;
  perform plinth_private.set_column_default(p_field);
  perform plinth_private.computed_follow_options(p_field.id);
  perform plinth_private.send_schema_changed((select t.base_id from plinth."table" as t where t.id = p_field.table_id));
  perform plinth_private.log_change(p_field.table_id, 'update', null, null, 0);
end
$$;

-- Field.
create or replace function plinth.add_option(field uuid, option jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.add_option($1, $2) $$;

-- How many records a merge would change.
create or replace function plinth.count_options(field uuid, "from" text[], "into" text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.count_options($1, $2, $3) $$;

-- A step of a merge.
create or replace function plinth.merge_options(field uuid, "from" text[], "into" text, after uuid default null) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.merge_options($1, $2, $3, $4) $$;

-- A step of taking a merge back.
create or replace function plinth.unmerge_options(merge uuid, after uuid default null) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.unmerge_options($1, $2) $$;

select plinth_private.close_functions(array[
  'merge_of(plinth.field, text[], text)', 'keep_merged(uuid, plinth.field, text[], text, uuid)',
  'options_again(jsonb, jsonb, text[])', 'take_merge(uuid)',
  'restore_options(plinth.field, plinth_private.option_merge)', 'unmerge_options(uuid, uuid)',
  'add_option(uuid, jsonb)', 'holding_options_sql(plinth.field, text[])', 'take_mergeable(uuid, text[], text)',
  'count_options(uuid, text[], text)', 'merge_options(uuid, text[], text, uuid)', 'drop_options(plinth.field, text[], text)'
]);
select plinth_private.open_calls(array[
  'add_option(uuid, jsonb)', 'count_options(uuid, text[], text)', 'merge_options(uuid, text[], text, uuid)',
  'unmerge_options(uuid, uuid)'
]);
