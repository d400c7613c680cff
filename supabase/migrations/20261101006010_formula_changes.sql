-- Formulas made and changed: what they compute is filled in, in one call or, where a table has many records, in steps. The new column
-- stands beside the old one until all records are done; the table's trigger keeps both, so people go on writing. What reads the changed
-- formula is computed again with it, and takes its place in the same moment.

-- Computes the formulas of the next records behind an id, as if it had always been so: no record gets another version. Readers go on,
-- writers wait. Answers the last id and how many they were.
create or replace function plinth_private.compute_step(p_relation text, p_after uuid, out last uuid, out moved bigint)
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  execute format('lock table data.%I in exclusive mode', p_relation);
  execute format('alter table data.%I disable trigger user', p_relation);
  execute format('alter table data.%I enable trigger plinth_values', p_relation);
  execute format('with part as materialized (select t.id from data.%1$I as t where t.id > $1 order by t.id limit $2),
                  written as (update data.%1$I as t set ver = t.ver from part where t.id = part.id)
                  select (array_agg(part.id order by part.id desc))[1], count(*) from part', p_relation)
    into last, moved using p_after, plinth_private.limit_of('rowsPerStep');
  execute format('alter table data.%I enable trigger user', p_relation);
end
$$;

-- Does a rule, a lock, a workflow or a condition of links look at one of these fields?
create or replace function plinth_private.is_ruled(p_fields uuid[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.require_no_rule(f) from unnest(p_fields) as f;
  return false;
exception
  when sqlstate 'PT409' then
    return true;
end
$$;

-- Are these fields of a table computed in steps, into columns that take the place of theirs? Not where a rule looks at one: it holds for the
-- column that is there, so all is computed in that one at once, or nothing is.
create or replace function plinth_private.goes_by_steps(p_table plinth."table", p_fields uuid[]) returns boolean
language sql stable security definer set search_path = ''
as $$ select plinth_private.is_large(p_table) and not plinth_private.is_ruled(p_fields) $$;

-- The same for all records, where these are few, or a rule looks at them; one of the table that would be broken refuses it.
create or replace function plinth_private.compute_all(p_table plinth."table") returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_step record;
  v_after uuid := '00000000-0000-0000-0000-000000000000';
  v_constraint text;
begin
  loop
    v_step := plinth_private.compute_step(p_table.relation, v_after);
    exit when v_step.moved < plinth_private.limit_of('rowsPerStep');
    v_after := v_step.last;
  end loop;
  perform plinth_private.log_change(p_table.id, 'update', null, null, 0);
exception
  when check_violation then
    get stacked diagnostics v_constraint = constraint_name;
    perform plinth_private.fail(409, 'used_by_rule', jsonb_build_object('table', r.table_id, 'rule', r.id,
        'needed', jsonb_build_object('kind', 'rule', 'name', r.message)))
      from plinth.table_rule as r where r.table_id = p_table.id and plinth_private.table_check(r.id) = v_constraint;
    raise;
end
$$;

-- Formulas of a table that read one of these, directly or through others.
create or replace function plinth_private.formulas_behind(p_table uuid, p_fields uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_found uuid[] := p_fields;
  v_next uuid[];
begin
  loop
    v_next := array(select f.id from plinth.field as f
      where f.table_id = p_table and f.formula is not null and f.reads && v_found and f.id <> all (v_found) order by f.id);
    exit when v_next = '{}';
    v_found := v_found || v_next;
  end loop;
  return v_found[cardinality(p_fields) + 1:];
end
$$;

drop function if exists plinth_private.begin_computing(plinth."table", uuid, jsonb, boolean);
-- Begins to fill columns for formulas that are as in this list: {field: {formula, type, options}}, all under the first of them; p_kept: from
-- where in the trash that one comes back.
create or replace function plinth_private.begin_computing(
  p_table plinth."table", p_lead uuid, p_list jsonb, p_first boolean, p_kept uuid default null
) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_total bigint := coalesce((
    select c.total from plinth.base as b cross join lateral plinth_private.row_totals(b.workspace_id) as c
    where b.id = p_table.base_id and c.table_id = p_table.id), 0);
begin
  insert into plinth_private.type_change (field_id, type, options, total, formula, lead, is_first, kept)
    select l.key::uuid, l.value ->> 'type', l.value -> 'options', v_total, l.value -> 'formula', p_lead, p_first, p_kept
    from jsonb_each(p_list) as l;
  perform plinth_private.add_pending(p_table.relation, f.column_name, p_list #>> array[f.id::text, 'type'])
    from plinth.field as f where p_list ? f.id::text;
  perform plinth_private.renew_formulas(p_table.id);
end
$$;

-- A formula as an entry of that list.
create or replace function plinth_private.formula_json(p_field plinth.field) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_build_object(p_field.id,
    jsonb_build_object('formula', p_field.formula, 'type', p_field.type, 'options', p_field.options))
$$;

-- A formula that has a column and no values yet: few records are computed at once.
create or replace function plinth_private.begin_formula(p_table plinth."table", p_field plinth.field) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  if plinth_private.is_large(p_table) then
    perform plinth_private.begin_computing(p_table, p_field.id, plinth_private.formula_json(p_field), true);
    return;
  end if;
  perform plinth_private.renew_formulas(p_table.id);
  perform plinth_private.compute_all(p_table);
end
$$;

-- Begins to change a formula. What rules look at does not change under them, and what other formulas compute with keeps its type.
create or replace function plinth_private.begin_formula_change(p_table plinth."table", p_old plinth.field, p_new plinth.field) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_behind uuid[] := plinth_private.formulas_behind(p_table.id, array[p_old.id]);
  v_list jsonb := plinth_private.formula_json(p_new);
  v_field plinth.field;
begin
  perform plinth_private.refuse_ring(p_table.id, p_old.id,
    plinth_private.computed_edges(p_table.base_id) || jsonb_build_object(p_old.id, p_new.reads));
  perform plinth_private.require_no_rule(p_old.id);
  if plinth_private.family_of(p_new.type) <> plinth_private.family_of(p_old.type) then
    perform plinth_private.require_no_formula(p_old.id, null);
    perform plinth_private.require_no_late(p_old.id, null);
  end if;
  for v_field in select f.* from plinth.field as f where f.id = any (v_behind) order by f.position, f.id loop
    perform plinth_private.require_settled(v_field);
    perform plinth_private.require_no_rule(v_field.id);
    v_list := v_list || plinth_private.formula_json(v_field);
  end loop;
  perform plinth_private.begin_computing(p_table, p_old.id, v_list, false);
end
$$;

-- Begins to compute a field again that people write by now, by what it was computed by before (docs/type-changes.md). Nobody writes it from
-- this moment on, so its rules and its default are put aside with the change, and it shows what they wrote until all is computed.
create or replace function plinth_private.begin_computing_again(
  p_table plinth."table", p_field plinth.field, p_change plinth_private.type_change
) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_new plinth.field := p_field;
begin
  perform plinth_private.require_unused(p_field.id);
  v_new.type := p_change.type;
  v_new.options := p_change.options;
  v_new.formula := p_change.formula;
  -- Checked again: what it reads may be gone, or kept from somebody by now.
  v_new := plinth_private.read_formula(v_new, plinth_private.formula_json(v_new) -> v_new.id::text);
  if v_new.type <> p_change.type then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table.id, 'field', p_field.id, 'rule', 'formula'));
  end if;
  execute format('revoke insert (%I), update (%1$I) on data.%I from authenticated', p_field.column_name, p_table.relation);
  execute format('alter table data.%I alter column %I drop default', p_table.relation, p_field.column_name);
  execute format('drop index if exists data.%I', plinth_private.unique_index(p_field.id));
  perform plinth_private.replace_checks(p_table.relation, plinth_private.field_checks(p_field, p_field.rules), '{}');
  update plinth.field set formula = v_new.formula, reads = v_new.reads, rules = '{}', default_value = null where id = p_field.id;
  perform plinth_private.renew_rule_triggers(p_table.id);
  perform plinth_private.begin_computing(p_table, p_field.id, plinth_private.formula_json(v_new), false, p_change.kept);
  update plinth_private.type_change set rules = p_field.rules, default_value = p_field.default_value where field_id = p_field.id;
end
$$;

-- What people wrote goes to the trash, and what it was computed by comes out of there: the column that is filled takes its place. Answers the
-- id of what went to the trash.
create or replace function plinth_private.end_computing_again(p_table plinth."table", p_field plinth.field) returns uuid
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_written plinth.field := p_field;
  v_change plinth_private.type_change;
  v_old uuid;
begin
  select c.* into v_change from plinth_private.type_change as c where c.field_id = p_field.id;
  v_written.formula := null;
  v_written.reads := '{}';
  v_written.rules := v_change.rules;
  v_written.default_value := v_change.default_value;
  v_old := plinth_private.trash_old_values(p_table, v_written);
  perform plinth_private.drop_relation(v_change.kept);
  return v_old;
end
$$;

-- Makes indexes for filled columns where those that they take the place of have one; answers whether there was one to make.
create or replace function plinth_private.index_computed(p_table plinth."table", p_lead uuid) returns boolean
language sql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
  select coalesce(bool_or(plinth_private.index_next(f.id, p_table.relation, plinth_private.pending_column(f.column_name), c.type)), false)
  from plinth_private.type_change as c join plinth.field as f on f.id = c.field_id where c.lead = p_lead
$$;

drop function if exists plinth_private.finish_computing(plinth."table", uuid);
-- The filled columns take the place of those that were there; answers the id that what people had written has in the trash.
create or replace function plinth_private.finish_computing(p_table plinth."table", p_lead uuid, out old uuid)
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field record;
  v_done uuid[] := array(select c.field_id from plinth_private.type_change as c where c.lead = p_lead);
begin
  execute format('lock table data.%I in exclusive mode', p_table.relation);
  for v_field in
    select f.id, f.column_name, c.type, c.options, c.formula, c.kept, f as present
    from plinth_private.type_change as c join plinth.field as f on f.id = c.field_id where c.lead = p_lead order by f.id
  loop
    if v_field.kept is not null then
      old := plinth_private.end_computing_again(p_table, v_field.present);
    else
      execute format('alter table data.%I drop column %I', p_table.relation, v_field.column_name);
    end if;
    execute format('alter table data.%I rename column %I to %I', p_table.relation,
                   plinth_private.pending_column(v_field.column_name), v_field.column_name);
    perform plinth_private.name_next_index(v_field.id);
    update plinth.field set type = v_field.type, options = v_field.options, formula = v_field.formula,
        reads = plinth_private.fields_of_tree(v_field.formula)
      where id = v_field.id;
  end loop;
  delete from plinth_private.type_change where lead = p_lead;
  perform plinth_private.renew_formulas(p_table.id);
  perform plinth_private.log_change(p_table.id, 'update', null, null, 0);
  perform plinth_private.compute_behind(v_done);
end
$$;

-- Goes on with what was begun under this field, to its end where the records are few: TypeChangeStep.
create or replace function plinth_private.go_on_computing(p_table plinth."table", p_lead uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_change plinth_private.type_change;
  v_step record;
  v_old uuid;
begin
  select c.* into v_change from plinth_private.type_change as c where c.field_id = p_lead;
  v_step := plinth_private.compute_step(p_table.relation, v_change.filled_to);
  if v_step.moved = plinth_private.limit_of('rowsPerStep') then
    update plinth_private.type_change set filled_to = v_step.last, done = done + v_step.moved where field_id = p_lead;
    return plinth_private.change_json(v_change.done + v_step.moved, v_change.total, null, null);
  elsif plinth_private.index_computed(p_table, p_lead) and plinth_private.is_large(p_table) then
    -- Readers wait for what comes now, and not for that.
    return plinth_private.change_json(v_change.total, v_change.total, null, null);
  end if;
  v_old := plinth_private.finish_computing(p_table, p_lead);
  perform plinth_private.send_schema_changed(p_table.base_id);
  perform pg_notify('pgrst', 'reload schema');
  return plinth_private.change_json(v_change.total, v_change.total, p_lead, v_old);
end
$$;

-- Changes what a field is computed by, {formula or rollup, type?, options?}, or (null) goes on with what has begun: FieldStep, with the field when
-- it is done. Called again until then, by whoever shapes the base; meanwhile the field shows what it did.
create or replace function plinth_private.change_formula(p_field uuid, p_definition jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
  v_new plinth.field;
  v_table plinth."table";
  v_change plinth_private.type_change;
begin
  if plinth_private.is_late(p_field) then
    return plinth_private.change_late(p_field, p_definition);
  end if;
  v_field := plinth_private.take_field(p_field);
  select t.* into v_table from plinth."table" as t where t.id = v_field.table_id;
  select c.* into v_change from plinth_private.type_change as c where c.field_id = p_field;
  if v_field.formula is null then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_table.id, 'field', p_field, 'rule', 'formula'));
  elsif v_change.field_id is null then
    v_new := plinth_private.read_formula(v_field, coalesce(p_definition, plinth_private.formula_json(v_field) -> p_field::text));
    if v_new.formula ? 'rollup' <> v_field.formula ? 'rollup' then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_table.id, 'field', p_field, 'rule', 'formula'));
    elsif plinth_private.formula_json(v_new) = plinth_private.formula_json(v_field) then
      return plinth_private.step_json(0, 0, p_field);
    end if;
    perform plinth_private.begin_formula_change(v_table, v_field, v_new);
    if plinth_private.is_large(v_table) then
      perform plinth_private.send_schema_changed(v_table.base_id);
      return plinth_private.step_json(0, (select c.total from plinth_private.type_change as c where c.field_id = p_field), null);
    end if;
  elsif v_change.lead is distinct from p_field or coalesce(plinth_private.definition_tree(p_definition) <> v_change.formula, false) then
    perform plinth_private.fail(409, 'field_changing', jsonb_build_object('table', v_table.id, 'field', p_field));
  end if;
  return plinth_private.go_on_computing(v_table, p_field);
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_table.id));
end
$$;

-- Gives up what has begun: formulas are as they were, one that has no values yet is gone, and one on its way back is what people write. Not what
-- the base's new time zone asks for.
create or replace function plinth_private.cancel_formula_change(p_table plinth."table", p_field plinth.field) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_change plinth_private.type_change;
  v_column text;
begin
  select c.* into v_change from plinth_private.type_change as c where c.field_id = p_field.id;
  if v_change.lead <> p_field.id or v_change.kept is null and not v_change.is_first and v_change.formula = p_field.formula
        and v_change.type = p_field.type and v_change.options = p_field.options then
    perform plinth_private.fail(409, 'field_changing', jsonb_build_object('table', p_table.id, 'field', p_field.id));
  end if;
  for v_column in
    select f.column_name from plinth_private.type_change as c join plinth.field as f on f.id = c.field_id where c.lead = p_field.id
  loop
    execute format('alter table data.%I drop column %I', p_table.relation, plinth_private.pending_column(v_column));
  end loop;
  delete from plinth_private.type_change where lead = p_field.id;
  if v_change.kept is not null then
    update plinth.field set formula = null, reads = '{}', default_value = v_change.default_value
      where id = p_field.id returning * into p_field;
    perform plinth_private.set_column_default(p_field);
    perform plinth_private.grant_column(p_table.relation, p_field);
    perform plinth_private.adopt_rules(p_field.id, v_change.rules);
  elsif v_change.is_first then
    delete from plinth.field where id = p_field.id;
    execute format('alter table data.%I drop column %I', p_table.relation, p_field.column_name);
    perform plinth_private.place_field(p_table.id, null, null);
  end if;
  perform plinth_private.renew_formulas(p_table.id);
  perform plinth_private.send_schema_changed(p_table.base_id);
  perform pg_notify('pgrst', 'reload schema');
end
$$;

-- Copies a formula under a new id and name, behind it. Called again until it is computed.
create or replace function plinth_private.duplicate_formula(p_field plinth.field, p_copy uuid, p_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  if not exists (select 1 from plinth.field as f where f.id = p_copy and f.table_id = p_field.table_id) then
    perform plinth_private.require_settled(p_field);
    perform plinth_private.create_field(p_field.table_id,
      plinth_private.field_json(p_field) || jsonb_build_object('id', p_copy, 'name', p_name));
    perform plinth_private.place_field(p_field.table_id, p_copy, p_field.position + 1);
  end if;
  return plinth_private.change_formula(p_copy, null);
end
$$;

-- Brings a formula back from the trash, computed anew from the fields that are there now.
create or replace function plinth_private.restore_formula(p_home plinth."table", p_trash plinth_private.trash) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
begin
  perform plinth_private.require_field_room(p_home.id);
  select f.* into v_field from plinth.field as f where f.id = p_trash.field_id;
  v_field.table_id := p_home.id;
  v_field := plinth_private.read_formula(v_field, plinth_private.formula_json(v_field) -> v_field.id::text);
  v_field.name := plinth_private.free_title(v_field.name, array(
    select o.name from plinth.field as o where o.table_id = p_home.id));
  update plinth.field set table_id = p_home.id, name = v_field.name, type = v_field.type, options = v_field.options where id = v_field.id;
  execute format('alter table data.%I add column %I %s', p_home.relation, v_field.column_name,
                 plinth_private.column_type(v_field.type));
  perform plinth_private.place_field(p_home.id, v_field.id, p_trash.position);
  perform plinth_private.drop_relation(p_trash.table_id);
  perform plinth_private.begin_formula(p_home, v_field);
  perform plinth_private.send_schema_changed(p_home.base_id);
  perform pg_notify('pgrst', 'reload schema');
  return plinth_private.step_json(0, 0, v_field.id);
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', p_home.id));
end
$$;

drop function if exists plinth_private.formulas_follow(plinth."table");
-- Formulas that ask for parts of date-times mean others in another time zone, and those that read what options are called when these are renamed:
-- those of a table are computed again where theirs do. p_values_stay: only what is written from now on may be another.
create or replace function plinth_private.formulas_follow(p_table plinth."table", p_values_stay boolean default false) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_fields uuid[] := plinth_private.needed_first(plinth_private.formula_edges(p_table.id, false));
  v_list jsonb := '{}';
begin
  if plinth_private.formula_body(p_table.id) is not distinct from (
       select p.prosrc from pg_catalog.pg_proc as p
       where p.oid = to_regproc(format('plinth_private.%I', plinth_private.formula_function(p_table.id))))
     or not exists (select 1 from plinth.field as f where f.table_id = p_table.id and f.formula is not null) then
    return;
  elsif p_values_stay then
    perform plinth_private.renew_formulas(p_table.id);
    return;
  end if;
  perform plinth_private.require_settled(f) from plinth.field as f where f.table_id = p_table.id and f.formula is not null;
  if not plinth_private.goes_by_steps(p_table, v_fields) then
    perform plinth_private.renew_formulas(p_table.id);
    perform plinth_private.compute_all(p_table);
    perform plinth_private.compute_behind(v_fields);
    return;
  end if;
  select jsonb_object_agg(f.id, plinth_private.formula_json(f) -> f.id::text) into v_list
    from plinth.field as f where f.id = any (v_fields);
  perform plinth_private.begin_computing(p_table, v_fields[1], v_list, false);
end
$$;

-- The base got another time zone.
create or replace function plinth_private.formulas_follow_zone() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.formulas_follow(t) from plinth."table" as t where t.base_id = new.id;
  return null;
end
$$;

drop trigger if exists formulas_follow_zone on plinth.base;
create trigger formulas_follow_zone after update of time_zone on plinth.base
  for each row when (old.time_zone <> new.time_zone) execute function plinth_private.formulas_follow_zone();

-- Changes a formula, or goes on with it.
create or replace function plinth.change_formula(field uuid, definition jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.change_formula($1, $2) $$;

select plinth_private.close_functions(array[
  'compute_step(text, uuid)', 'is_ruled(uuid[])', 'goes_by_steps(plinth."table", uuid[])', 'compute_all(plinth."table")', 'formulas_behind(uuid, uuid[])',
  'begin_computing(plinth."table", uuid, jsonb, boolean, uuid)', 'begin_computing_again(plinth."table", plinth.field, plinth_private.type_change)',
  'end_computing_again(plinth."table", plinth.field)', 'formula_json(plinth.field)', 'begin_formula(plinth."table", plinth.field)',
  'begin_formula_change(plinth."table", plinth.field, plinth.field)', 'index_computed(plinth."table", uuid)', 'finish_computing(plinth."table", uuid)',
  'go_on_computing(plinth."table", uuid)', 'change_formula(uuid, jsonb)', 'cancel_formula_change(plinth."table", plinth.field)',
  'duplicate_formula(plinth.field, uuid, text)', 'restore_formula(plinth."table", plinth_private.trash)',
  'formulas_follow(plinth."table", boolean)', 'formulas_follow_zone()'
]);
select plinth_private.open_calls(array['change_formula(uuid, jsonb)']);
