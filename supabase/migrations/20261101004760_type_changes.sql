-- The type of a field changed: looked at before, then done in one call or, where there are many records, in several. The
-- new column is filled beside the old one, which nobody may write meanwhile; then they change places, and the old values
-- are in the trash (docs/decisions/0010-trash.md).

-- The options of a field after a change to this type, checked. Where none are named, fields of choices keep each
-- other's, and others' are made of the values. Refuses types that this one cannot become.
create or replace function plinth_private.options_for_change(p_field plinth.field, p_type text, p_options jsonb)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_field.side is not null then
    perform plinth_private.fail(409, 'field_hidden',
      jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', 'type'));
  elsif p_type is null or p_type <> all (plinth_private.targets_of_field(p_field)) then
    perform plinth_private.fail(400, 'invalid_input',
      jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', 'type'));
  elsif p_type = p_field.type then
    return p_field.options;
  elsif p_type = 'link' then
    return plinth_private.options_for_linking(p_field, p_options);
  elsif p_field.type = 'link' then
    perform plinth_private.linking_target(p_field.table_id, p_field.options);
  end if;
  if plinth_private.has_options(p_type) and coalesce(p_options -> 'options', '[]') = '[]' then
    p_options := case when plinth_private.has_options(p_field.type) then p_field.options
      else plinth_private.options_from_values(p_field, p_type,
        (select t.relation from plinth."table" as t where t.id = p_field.table_id)) end;
  end if;
  return plinth_private.clean_options(p_type, p_options);
end
$$;

-- The time zone of a table's base.
create or replace function plinth_private.zone_of(p_table uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select b.time_zone from plinth."table" as t join plinth.base as b on b.id = t.base_id where t.id = p_table
$$;

-- Do expressions read values of both types alike, so that formulas stay what they are under a change from one to the other?
create or replace function plinth_private.reads_alike(p_type text, p_other text) returns boolean
language sql immutable security invoker set search_path = ''
as $$ select array[p_type, p_other] <@ '{integer,number}' or array[p_type, p_other] <@ '{text,long_text}' $$;

-- Is each value of the one the same value of the other?
create or replace function plinth_private.keeps_values(p_type text, p_other text) returns boolean
language sql immutable security invoker set search_path = ''
as $$ select (p_type, p_other) in (('integer', 'number'), ('text', 'long_text')) $$;

-- Refuses a change of type under what needs the field as it is. Formulas read on where they read both types alike: no rule looks at one, as its
-- values may become others, and none is changing. What other tables make of the field is of its type.
create or replace function plinth_private.require_changeable(p_field plinth.field, p_type text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_field.formula is not null or not plinth_private.reads_alike(p_field.type, p_type)
     or exists (select 1 from plinth.field as o where o.formula ? 'rollup' and p_field.id = any (o.reads))
     or exists (select 1 from plinth_private.late_field as l where l.tree ? 'rollup' and p_field.id = any (l.reads))
     or exists (select 1 from plinth_private.type_change as c where p_field.id = any (plinth_private.fields_of_tree(c.formula))) then
    perform plinth_private.require_unused(p_field.id);
    return;
  end if;
  perform plinth_private.require_no_rule(p_field.id);
  perform plinth_private.require_settled(f), plinth_private.require_no_rule(f.id)
    from plinth.field as f where f.id = any (plinth_private.formulas_behind(p_field.table_id, array[p_field.id]));
end
$$;

-- What a change of type would do: TypeChangePreview. Counted; examples are records whose value does not fit.
create or replace function plinth_private.preview_type_change(p_field uuid, p_type text, p_options jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field plinth.field;
  v_table plinth."table";
  v_options jsonb;
  v_convert text;
  v_filled text;
  v_counts record;
  v_examples jsonb;
begin
  select t.* into v_table from plinth.field as f join plinth."table" as t on t.id = f.table_id
    where f.id = p_field and plinth_private.sees_field(f.id);
  perform plinth_private.require_scope(v_table.id, 'read');
  perform plinth_private.require_base(v_table.base_id, 'creator');
  select f.* into v_field from plinth.field as f where f.id = p_field;
  v_options := plinth_private.options_for_change(v_field, p_type, p_options);
  -- What would be refused is refused before people have read and chosen.
  perform plinth_private.require_changeable(v_field, p_type);
  if p_type = 'link' then
    return plinth_private.preview_linking(v_table, v_field, v_options);
  end if;
  v_convert := plinth_private.convert_sql(v_field, p_type, v_options, plinth_private.zone_of(v_table.id));
  v_filled := plinth_private.is_filled_sql(v_field);
  execute format('select count(*) filter (where c.fits) as converts, count(*) filter (where not c.fits) as empties
                  from (select (%s) is not null as fits from data.%I as t where %s) as c',
                 v_convert, v_table.relation, v_filled) into v_counts;
  if v_counts.empties > 0 then
    execute format('select jsonb_agg(jsonb_build_array(e.id, coalesce(left(e.value, 200), '''')) order by e.id)
                    from (select t.id, %s as value from data.%I as t where %s and (%s) is null
                          order by t.id limit 20) as e',
                   plinth_private.as_text_sql(v_field), v_table.relation, v_filled, v_convert) into v_examples;
  end if;
  return jsonb_build_object('converts', v_counts.converts, 'empties', v_counts.empties, 'options', v_options,
                            'examples', coalesce(v_examples, '[]'));
end
$$;

-- A change to a type, as it will be noted.
create or replace function plinth_private.plan_type_change(p_field plinth.field, p_type text, p_options jsonb)
returns plinth_private.type_change
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_change plinth_private.type_change;
begin
  v_change.type := p_type;
  v_change.options := plinth_private.options_for_change(p_field, p_type, p_options);
  return v_change;
end
$$;

-- A change back to what a field was before one of its changes, with the old values of that one: these say the type, the options, the
-- rules and the default. Any type comes back, also one that this one cannot become. Refused where they became another type than the
-- field has by now: which values are still as they were could not be told.
create or replace function plinth_private.plan_change_back(p_field plinth.field, p_type text, p_kept uuid)
returns plinth_private.type_change
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_change plinth_private.type_change;
  v_trash plinth_private.trash;
begin
  select x.* into v_trash from plinth_private.trash as x
    where x.field_id = p_kept and x.origin = p_field.id and x.replaced and x.restored_to is null
    for update;
  if not found then
    perform plinth_private.fail(404, 'values_gone', jsonb_build_object('table', p_field.table_id, 'field', p_field.id));
  end if;
  select f.type, f.options, f.formula into v_change.type, v_change.options, v_change.formula from plinth.field as f where f.id = p_kept;
  if p_field.side is not null then
    perform plinth_private.fail(409, 'field_hidden',
      jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', 'type'));
  elsif v_change.type is distinct from p_type or v_trash.became is distinct from p_field.type then
    perform plinth_private.fail(400, 'invalid_input',
      jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', 'type'));
  end if;
  v_change.kept := v_trash.table_id;
  v_change.rules := v_trash.rules;
  v_change.default_value := v_trash.default_value;
  return v_change;
end
$$;

-- The column that a field has after a change, where that is another one than it has: what the database knows of each record stands in
-- columns of the table, and a field that showed it gets one of its own.
create or replace function plinth_private.column_after(p_field plinth.field, p_type text) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(plinth_private.system_column(p_type), case when plinth_private.system_column(p_field.type) is not null then
    plinth_private.free_name(plinth_private.slug(p_field.name, 36, 'field'), plinth_private.taken_columns(p_field.table_id)) end)
$$;

-- Where the values stand, until the columns change places, that a field will have after its change.
create or replace function plinth_private.next_column(p_field plinth.field) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(plinth_private.system_column(c.type), plinth_private.pending_column(coalesce(c.column_name, p_field.column_name)))
    from plinth_private.type_change as c where c.field_id = p_field.id);
end
$$;

-- SQL of what a cell of a field holds, as old values are compared with: of links which records.
create or replace function plinth_private.held_sql(p_field plinth.field) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_field.type = 'link' then plinth_private.linked_ids_sql(plinth_private.link_end_of(p_field.id), 't.id')
              else format('t.%I', p_field.column_name) end;
end
$$;

-- SQL of what a cell will hold after the change of its field that is under way; null: what it holds now stays where it is, or is computed
-- again when it is wanted.
create or replace function plinth_private.pending_sql(p_field plinth.field, p_change plinth_private.type_change) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when plinth_private.system_column(p_field.type) is not null or p_field.formula is not null then null
              when p_change.type = 'link' then plinth_private.linked_ids_sql(plinth_private.link_of_change(p_change), 't.id')
              else format('t.%I', plinth_private.next_column(p_field)) end;
end
$$;

-- Begins a change: a column beside the old one, which nobody may write from now on. Columns that the database fills in go on being
-- filled: records that come meanwhile have their values, too.
create or replace function plinth_private.begin_type_change(
  p_table plinth."table", p_field plinth.field, p_change plinth_private.type_change
) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.require_changeable(p_field, p_change.type);
  p_change.column_name := plinth_private.column_after(p_field, p_change.type);
  insert into plinth_private.type_change (field_id, type, options, column_name, kept, rules, default_value, total)
    values (p_field.id, p_change.type, p_change.options, p_change.column_name, p_change.kept, p_change.rules, p_change.default_value, coalesce((
      select c.total from plinth.base as b cross join lateral plinth_private.row_totals(b.workspace_id) as c
      where b.id = p_table.base_id and c.table_id = p_table.id), 0));
  execute format('revoke insert (%I), update (%1$I) on data.%I from authenticated', p_field.column_name, p_table.relation);
  if p_field.default_value is not null then
    execute format('alter table data.%I alter column %I drop default', p_table.relation, p_field.column_name);
  end if;
  if plinth_private.system_column(p_change.type) is null then
    perform plinth_private.add_pending(p_table.relation, coalesce(p_change.column_name, p_field.column_name), p_change.type);
  end if;
  -- It is built anew on the column that takes the place of this one.
  if p_field.type = 'person' and p_field.formula is not null then
    execute format('drop index if exists data.%I', plinth_private.person_index(p_field.id));
  end if;
  if p_change.type = 'link' and p_change.kept is null then
    perform plinth_private.begin_linking(p_table, p_field, p_change.options);
  end if;
end
$$;

-- SQL of the ids of a field's records with their values after a change back: who still has what the kept value became gets that value
-- back exactly; what somebody changed since, and what was not there, is converted. Numbers and files come back wherever they were: no
-- value becomes one.
create or replace function plinth_private.value_back_sql(p_field plinth.field, p_relation text, p_change plinth_private.type_change)
returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select format(case when p_change.type in ('autonumber', 'attachment') then 'select t.id, k.kept' else
                   'select t.id, case when k.id is not null and %1$s is not distinct from k.became then k.kept else %2$s end' end || '
                   from data.%3$I as t left join lateral (
                     -- Looked up one by one: a step is a small part of the table.
                     select h.id, h.%4$I as kept, h.became from %5$s as h where h.id = t.id limit 1) as k on true',
      plinth_private.held_sql(p_field),
      case when p_change.type not in ('autonumber', 'attachment') then
        plinth_private.convert_sql(p_field, p_change.type, p_change.options, plinth_private.zone_of(p_field.table_id)) end, p_relation,
      f.column_name, plinth_private.relation_of(p_change.kept))
    from plinth.field as f where f.table_id = p_change.kept);
end
$$;

-- What the ordinary steps of a change leave over, as far as one step goes; answers how many records it was. The database gives values
-- while the change is under way: other ones, or none, to records that are filled already, and numbers to records that came since they were
-- kept.
create or replace function plinth_private.fill_rest(
  p_table plinth."table", p_field plinth.field, p_change plinth_private.type_change, p_source text
) returns bigint
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_column text := plinth_private.next_column(p_field);
begin
  return (plinth_private.fill_step(p_table.relation, v_column, case
    when p_change.type = 'autonumber' then
      -- A number is taken for those alone that get it.
      format('select m.id, nextval(%L::regclass) from (select t.id from data.%I as t where t.%I is null order by t.id limit %s) as m',
        format('plinth_private.%I', plinth_private.number_sequence((select f.id from plinth.field as f where f.table_id = p_change.kept))),
        p_table.relation, v_column, plinth_private.limit_of('rowsPerStep'))
    else
      format('select s.id, s.value from (%s) as s (id, value) join data.%I as n on n.id = s.id
              where n.%I is distinct from s.value', p_source, p_table.relation, v_column)
    end, '00000000-0000-0000-0000-000000000000', true)).moved;
end
$$;

-- Fills the new column of the next records; answers how many they were. A column that every table has is filled.
create or replace function plinth_private.convert_values(p_table plinth."table", p_field plinth.field) returns bigint
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_change plinth_private.type_change;
  v_source text;
  v_step record;
begin
  select c.* into v_change from plinth_private.type_change as c where c.field_id = p_field.id;
  if p_field.type = 'link' then
    -- Names of records that are in the trash meanwhile nobody could tell.
    perform plinth_private.linking_target(p_table.id, p_field.options);
  end if;
  if plinth_private.system_column(v_change.type) is not null then
    return 0;
  elsif v_change.type = 'link' then
    v_step := plinth_private.link_step(p_table, p_field, v_change);
  else
    v_source := case when v_change.kept is not null then plinth_private.value_back_sql(p_field, p_table.relation, v_change)
      else format('select t.id, %s from data.%I as t', plinth_private.convert_sql(p_field, v_change.type, v_change.options,
        plinth_private.zone_of(p_table.id)), p_table.relation) end;
    v_step := plinth_private.fill_step(p_table.relation, plinth_private.next_column(p_field), v_source, v_change.filled_to);
  end if;
  update plinth_private.type_change set filled_to = coalesce(v_step.last, filled_to), done = done + v_step.moved
    where field_id = p_field.id;
  if v_step.moved < plinth_private.limit_of('rowsPerStep') and (plinth_private.is_computed_field(p_field) or v_change.type = 'autonumber') then
    begin
      return plinth_private.fill_rest(p_table, p_field, v_change, v_source);
    exception
      when unique_violation then
        -- What the database gave since is the same in two records: the index is built anew, for new and changed values.
        execute format('drop index data.%I', plinth_private.next_unique_index(p_field.id));
        update plinth_private.type_change set rules = rules || '{"newOnly": ["unique"]}' where field_id = p_field.id;
        return plinth_private.fill_rest(p_table, p_field, v_change, v_source);
    end;
  end if;
  return v_step.moved;
end
$$;

-- The rules of a field that mean something after a change to this type: bounds of numbers among numbers only.
create or replace function plinth_private.rules_for_change(p_field plinth.field, p_type text) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(jsonb_object_agg(r.key, r.value), '{}') from jsonb_each(p_field.rules) as r
  where r.key = any (plinth_private.rules_of_type(p_type))
    and (r.key not in ('min', 'max') or p_field.type || p_type in ('integernumber', 'numberinteger')
         and (r.value #>> '{}')::numeric = trunc((r.value #>> '{}')::numeric))
    -- Whether the others are for new values only is looked at anew.
    or r.key = 'newOnly' and r.value ? 'unique' and 'unique' = any (plinth_private.rules_of_type(p_type))
$$;

-- A field as it is after a change of type, as far as is known before the columns change places. Whatever it was, people write it then.
create or replace function plinth_private.changed_field(p_field plinth.field, p_change plinth_private.type_change)
returns plinth.field
language plpgsql immutable security invoker set search_path = ''
as $$
begin
  if p_change.type = 'link' then
    p_change.options := plinth_private.link_after(p_change.options);
  end if;
  p_field.rules := coalesce(p_change.rules, plinth_private.rules_for_change(p_field, p_change.type));
  p_field.type := p_change.type;
  p_field.options := p_change.options;
  p_field.column_name := coalesce(p_change.column_name, p_field.column_name);
  p_field.default_value := p_change.default_value;
  p_field.formula := null;
  p_field.reads := '{}';
  return p_field;
end
$$;

-- Name of the index that will keep a changed field's values unique: the old one stands until the columns change places.
create or replace function plinth_private.next_unique_index(p_field uuid) returns text
language sql immutable security invoker set search_path = ''
as $$ select plinth_private.unique_index(p_field) || '_next' $$;

-- Builds the indexes that a changed field needs; answers whether there was anything to build. In a field that
-- goes back, values are unique for new and changed records only where two have the same one by now: what people did since is not in
-- the way.
create or replace function plinth_private.index_changed(p_table plinth."table", p_field plinth.field) returns boolean
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_change plinth_private.type_change;
begin
  select c.* into v_change from plinth_private.type_change as c where c.field_id = p_field.id;
  return plinth_private.index_pending(p_table.relation, plinth_private.changed_field(p_field, v_change),
                                      plinth_private.next_unique_index(p_field.id));
exception
  when sqlstate 'PT409' then
    if v_change.kept is null then
      raise;
    end if;
    update plinth_private.type_change as c set rules = c.rules || '{"newOnly": ["unique"]}' where c.field_id = p_field.id
      returning c.* into v_change;
    return plinth_private.index_pending(p_table.relation, plinth_private.changed_field(p_field, v_change),
                                        plinth_private.next_unique_index(p_field.id));
end
$$;

-- Gives another field what hangs on the values of one: files, the sequence that gives numbers, links.
create or replace function plinth_private.move_values_kept(p_from plinth.field, p_to uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  if p_from.type = 'attachment' then
    update plinth.attachment as a set field_id = f.id, table_id = f.table_id
      from plinth.field as f where f.id = p_to and a.field_id = p_from.id;
  elsif p_from.type = 'autonumber' then
    execute format('alter sequence plinth_private.%I rename to %I', plinth_private.number_sequence(p_from.id),
                   plinth_private.number_sequence(p_to));
  elsif p_from.type = 'link' then
    perform plinth_private.hand_link((plinth_private.link_end_of(p_from.id)).link, p_from.id, p_to);
  end if;
end
$$;

-- Puts the old values of a field into the trash under an id of their own, which it answers; a workflow stays with them, and what they were
-- computed by instead of them. What the database knows of each record stays where it is, and with it the column.
create or replace function plinth_private.trash_old_values(p_table plinth."table", p_field plinth.field) returns uuid
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_old plinth.field := p_field;
  v_change plinth_private.type_change;
begin
  select c.* into v_change from plinth_private.type_change as c where c.field_id = p_field.id;
  v_old.id := plinth_private.uuid_v7();
  if p_field.formula is null then
    v_old.name := left('Old values of ' || p_field.name, plinth_private.limit_of('nameLength')::int);
  end if;
  if plinth_private.system_column(p_field.type) is null then
    v_old.column_name := plinth_private.free_name(left(p_field.column_name, 36) || '_old',
                                                  plinth_private.taken_columns(p_table.id));
  end if;
  v_old.default_value := null;
  v_old.rules := '{}';
  delete from plinth_private.state_entry where field_id = p_field.id;
  perform plinth_private.trash_field(p_table, p_field.column_name, v_old, p_field.id, plinth_private.pending_sql(p_field, v_change));
  update plinth_private.trash
    set rules = p_field.rules, default_value = p_field.default_value, became = v_change.type
    where field_id = v_old.id;
  perform plinth_private.copy_field_grants(p_field.id, v_old.id);
  update plinth.transition set field_id = v_old.id where field_id = p_field.id;
  return v_old.id;
end
$$;

-- Gives a field the workflow of the old values that it was filled from, which are needed no more; its files, as far as their records are
-- there, and the numbers that come.
create or replace function plinth_private.end_change_back(p_field plinth.field, p_kept uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.move_values_kept(f, p_field.id) from plinth.field as f where f.table_id = p_kept;
  if p_field.type = 'attachment' then
    perform plinth_private.restore_files(t, p_field.id) from plinth."table" as t where t.id = p_field.table_id;
  elsif p_field.type = 'autonumber' then
    perform plinth_private.begin_numbering(t, p_field) from plinth."table" as t where t.id = p_field.table_id;
  end if;
  update plinth.transition as n set field_id = p_field.id from plinth.field as f where f.table_id = p_kept and n.field_id = f.id;
  perform plinth_private.renew_transitions(p_field.table_id);
  perform plinth_private.drop_relation(p_kept);
end
$$;

-- The columns change places: the old values go to the trash, under the id that is answered, and the field goes on with the new ones.
-- Whatever reads the table comes first.
create or replace function plinth_private.finish_type_change(p_table plinth."table", p_field plinth.field) returns uuid
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_new plinth.field;
  v_old uuid;
  v_change plinth_private.type_change;
  v_cells jsonb := '[]';
  v_index text := plinth_private.next_unique_index(p_field.id);
begin
  execute format('lock table data.%I in exclusive mode', p_table.relation);
  select c.* into v_change from plinth_private.type_change as c where c.field_id = p_field.id;
  if v_change.type = 'link' then
    -- Who deletes linked records unlinks them: before the links are counted, or after.
    execute format('lock table %s in share row exclusive mode', (plinth_private.link_of_change(v_change)).place);
    if v_change.kept is not null then
      v_cells := plinth_private.unlink_changed(p_table, p_field, v_change);
    end if;
    perform plinth_private.recount_pending(p_table, p_field, v_change);
  end if;
  v_new := plinth_private.changed_field(p_field, v_change);
  if v_new.options ? 'single' and v_new.type = 'link' and plinth_private.links_several(plinth_private.link_of_change(v_change)) then
    v_new.options := v_new.options - 'single';
  end if;
  v_new.rules := plinth_private.rules_held(jsonb_populate_record(v_new,
    jsonb_build_object('column_name', plinth_private.next_column(p_field))));
  v_old := plinth_private.trash_old_values(p_table, p_field);
  if v_new.rules ? 'unique' then
    execute format('alter index data.%I rename to %I', v_index, plinth_private.unique_index(p_field.id));
  else
    execute format('drop index if exists data.%I', v_index);
  end if;
  update plinth.field
    set type = v_new.type, options = v_new.options, default_value = v_new.default_value, rules = v_new.rules,
        column_name = v_new.column_name, formula = v_new.formula, reads = v_new.reads
    where id = p_field.id;
  if plinth_private.system_column(v_new.type) is null then
    perform plinth_private.settle_column(p_table.relation, v_new);
  end if;
  -- That of another column goes with it.
  if plinth_private.system_column(p_field.type) is not null then
    execute format('drop index if exists data.%I', plinth_private.index_name(p_field.id));
  end if;
  perform plinth_private.name_next_index(p_field.id);
  perform plinth_private.renew_rule_triggers(p_table.id);
  if p_field.formula is not null or plinth_private.formulas_behind(p_table.id, array[p_field.id]) <> '{}' then
    perform plinth_private.renew_formulas(p_table.id);
  end if;
  delete from plinth_private.type_change where field_id = p_field.id;
  if v_new.type = 'link' then
    perform plinth_private.settle_links(p_table, v_new, v_change, v_cells);
    perform plinth_private.note_relinked(p_field.id, v_old, v_cells);
  end if;
  perform plinth_private.renew_guards(p_table.id);
  if v_new.type = 'person' then
    perform plinth_private.guard_values(p_table.id);
  end if;
  if v_change.kept is not null then
    perform plinth_private.end_change_back(v_new, v_change.kept);
  end if;
  -- Fractions are cut, long texts gone, and what was written since is another value too on the way back.
  if not plinth_private.keeps_values(p_field.type, v_new.type) or v_change.kept is not null then
    perform plinth_private.compute_behind(array[p_field.id]);
  end if;
  perform plinth_private.log_change(p_table.id, 'update', null, null, 0);
  return v_old;
end
$$;

-- Changes the type of a field, or goes on with a change that has begun: {done, total, field, kept}, with the field, and with the id that
-- its old values have in the trash, when it is done. Called again until then, by whoever shapes the base; meanwhile the field is
-- read-only. With such old values (p_kept) the field goes back to them.
create or replace function plinth_private.change_type(p_field uuid, p_type text, p_options jsonb, p_kept uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
  v_table plinth."table";
  v_change plinth_private.type_change;
  v_moved bigint;
  v_built boolean;
  v_old uuid;
begin
  select t.* into v_table from plinth."table" as t where t.id = v_field.table_id;
  select c.* into v_change from plinth_private.type_change as c where c.field_id = p_field;
  if v_field.type = 'autonumber' and p_type = v_field.type and v_change.type = p_type then
    return plinth_private.go_on_numbering(v_table, v_field);
  elsif v_change.field_id is null then
    v_change := case when p_kept is null then plinth_private.plan_type_change(v_field, p_type, p_options)
                else plinth_private.plan_change_back(v_field, p_type, p_kept) end;
    if v_change.formula is not null then
      perform plinth_private.begin_computing_again(v_table, v_field, v_change);
    else
      perform plinth_private.begin_type_change(v_table, v_field, v_change);
    end if;
    select c.* into v_change from plinth_private.type_change as c where c.field_id = p_field;
    if plinth_private.is_large(v_table) then
      perform plinth_private.send_schema_changed(v_table.base_id);
      return plinth_private.change_json(0, v_change.total, null, null);
    end if;
  elsif v_change.type is distinct from p_type or v_change.formula is not null and v_change.kept is null
    or p_kept is not null and p_kept is distinct from (select f.id from plinth.field as f where f.table_id = v_change.kept) then
    perform plinth_private.fail(409, 'field_changing', jsonb_build_object('table', v_table.id, 'field', p_field));
  end if;
  if v_change.formula is not null then
    return plinth_private.go_on_computing(v_table, p_field);
  end if;
  v_moved := plinth_private.convert_values(v_table, v_field);
  if v_moved = plinth_private.limit_of('rowsPerStep') then
    return plinth_private.change_json(v_change.done + v_moved, v_change.total, null, null);
  end if;
  v_built := plinth_private.index_changed(v_table, v_field);
  if plinth_private.system_column(v_change.type) is null then
    v_built := plinth_private.index_next(p_field, v_table.relation, plinth_private.next_column(v_field), v_change.type) or v_built;
  end if;
  if v_built and plinth_private.is_large(v_table) then
    return plinth_private.change_json(v_change.total, v_change.total, null, null);
  end if;
  v_old := plinth_private.finish_type_change(v_table, v_field);
  perform plinth_private.send_schema_changed(v_table.base_id);
  perform pg_notify('pgrst', 'reload schema');
  return plinth_private.change_json(v_change.total, v_change.total, p_field, v_old);
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_table.id));
end
$$;

-- The change of a field's type that is under way, as the field's readers are told: {changing: {type, done, total, new?, plain?}}, else {}. New: it
-- has no values before that is done, and is gone when it is given up. Plain: what is computed becomes what people write.
create or replace function plinth_private.changing_json(p_field uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('changing', jsonb_build_object('type', p.type, 'done', c.done, 'total', greatest(c.total, c.done))
      || case when p.is_first then '{"new": true}' when p.formula is null and f.formula is not null then '{"plain": true}' else '{}' end::jsonb)
    from plinth_private.type_change as p join plinth.field as f on f.id = p.field_id
    join plinth_private.type_change as c on c.field_id = coalesce(p.lead, p.field_id) where p.field_id = p_field), '{}')
$$;

-- Takes back all that a change of a field has begun: the field is as it was. Nothing where none is under way. For code that has asked.
create or replace function plinth_private.undo_begun(p_field plinth.field) returns boolean
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table plinth."table";
  v_column text := plinth_private.next_column(p_field);
  v_change plinth_private.type_change;
begin
  delete from plinth_private.type_change as c where c.field_id = p_field.id returning c.* into v_change;
  if not found then
    return false;
  end if;
  if plinth_private.system_column(v_change.type) is null then
    execute format('alter table %s drop column %I', plinth_private.relation_of(p_field.table_id), v_column);
  end if;
  perform plinth_private.drop_pending_link(v_change);
  select t.* into v_table from plinth."table" as t where t.id = p_field.table_id;
  -- In the trash nobody writes.
  if v_table.base_id is not null then
    if p_field.default_value is not null then
      perform plinth_private.set_column_default(p_field);
    end if;
    perform plinth_private.grant_column(v_table.relation, p_field);
    perform plinth_private.guard_values(v_table.id);
  end if;
  return true;
end
$$;

-- Gives up the changes of a table on its way into the trash that need something outside of it: what a field goes back to may go for good
-- before the table comes back, and what is computed is computed anew then.
create or replace function plinth_private.give_up_changes(p_table plinth."table") returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_open record;
begin
  for v_open in
    select f as field, c.formula is not null as is_back from plinth.field as f join plinth_private.type_change as c on c.field_id = f.id
    where f.table_id = p_table.id and (c.kept is not null or c.formula is null and f.formula is not null) order by f.id
  loop
    if v_open.is_back then
      perform plinth_private.cancel_formula_change(p_table, v_open.field);
    else
      perform plinth_private.undo_begun(v_open.field);
    end if;
  end loop;
end
$$;

-- Gives up a change that has begun: the field is as it was.
create or replace function plinth_private.cancel_type_change(p_field uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
  v_table plinth."table";
begin
  select t.* into v_table from plinth."table" as t where t.id = v_field.table_id;
  if exists (select 1 from plinth_private.type_change as c where c.field_id = p_field and c.formula is not null) then
    perform plinth_private.cancel_formula_change(v_table, v_field);
    return;
  elsif v_field.type = 'autonumber' and exists (
    select 1 from plinth_private.type_change as c where c.field_id = p_field and c.type = 'autonumber') then
    -- Numbers that are given stay; the field may go when all are.
    perform plinth_private.require_settled(v_field);
  end if;
  if not plinth_private.undo_begun(v_field) then
    return;
  end if;
  perform plinth_private.send_schema_changed(v_table.base_id);
  perform pg_notify('pgrst', 'reload schema');
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_field.table_id));
end
$$;
