-- Fields that become links, and links that become something else (docs/type-changes.md). Texts name records, links are named. While the
-- texts are read, the links stand in a relation that no field shows yet; it is the field's when the columns change places.

-- The table that a change to links is about, if it is of the same base and there.
create or replace function plinth_private.linking_target(p_table uuid, p_options jsonb) returns plinth."table"
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_target plinth."table";
begin
  select o.* into v_target from plinth."table" as t
    join plinth."table" as o on o.base_id = t.base_id and o.id = plinth_private.as_uuid(p_options ->> 'target')
    where t.id = p_table;
  if v_target.id is null then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'rule', 'target'));
  end if;
  return v_target;
end
$$;

-- The field of the target whose values the texts are: its first one, or (`by`) another that names records.
create or replace function plinth_private.linking_by(p_field uuid, p_options jsonb) returns plinth.field
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_target uuid := plinth_private.as_uuid(p_options ->> 'target');
  v_by plinth.field := plinth_private.label_field(v_target);
begin
  if coalesce(p_options -> 'by', 'null') <> 'null' then
    select f.* into v_by from plinth_private.seen_fields(v_target) as f where f.id = plinth_private.as_uuid(p_options ->> 'by');
  end if;
  if not plinth_private.is_naming(v_by) or v_by.id = p_field or coalesce(p_options -> 'create', 'null') not in ('null', 'true', 'false')
     or p_options -> 'create' = 'true' and (v_by.type not in ('text', 'long_text') or v_by.formula is not null) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_target, 'field', v_by.id, 'rule', 'by'));
  end if;
  perform plinth_private.require_settled(v_by);
  return v_by;
end
$$;

-- The options of a field that becomes a link, checked: those of a link, with what is for the change alone: `by`, `create` (records that
-- no name finds are made) and `pair` (the field for the other side, {id, name}).
create or replace function plinth_private.options_for_linking(p_field plinth.field, p_options jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_options jsonb := plinth_private.clean_link_options(p_options);
  v_pair jsonb := coalesce(nullif(p_options -> 'pair', 'null'), '{}');
  v_target plinth."table";
begin
  v_target := plinth_private.linking_target(p_field.table_id, p_options);
  perform plinth_private.linking_by(p_field.id, p_options);
  if not exists (select 1 from plinth.field as f where f.table_id = p_field.table_id and f.id <> p_field.id and f.type <> 'link') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_field.table_id, 'rule', 'last_field'));
  elsif jsonb_typeof(v_pair) <> 'object' or v_pair ? 'single' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_field.table_id, 'rule', 'pair'));
  elsif v_pair <> '{}' then
    -- What would be refused at the end is refused before anything begins.
    perform plinth_private.clean_name(v_pair ->> 'name');
    perform plinth_private.require_field_room(v_target.id);
    if plinth_private.as_uuid(v_pair ->> 'id') is null or exists (select 1 from plinth.field as f where f.id = plinth_private.as_uuid(v_pair ->> 'id')) then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_field.table_id, 'rule', 'id'));
    end if;
  end if;
  return v_options || jsonb_strip_nulls(jsonb_build_object('by', p_options -> 'by', 'create', p_options -> 'create', 'pair', nullif(v_pair, '{}')));
end
$$;

-- The options of a link without those of the change that makes it.
create or replace function plinth_private.link_after(p_options jsonb) returns jsonb
language sql immutable security invoker set search_path = ''
as $$ select p_options - '{by,create,pair}'::text[] $$;

-- The names in a text: each once, in their order. Where it is one name alone a comma may be part of it.
create or replace function plinth_private.names_in(p_text text, p_is_one boolean) returns text[]
language sql immutable parallel safe security invoker set search_path = ''
as $$
  select case when p_is_one and cardinality(n.names) <> 1 then array[btrim(p_text, E' \t\r\n')] else n.names end
  from (select plinth_private.split_labels(p_text) as names) as n
$$;

-- SQL of the records of a field whose texts name others: id, those that are named (ids), whether all of them are found (fits), and
-- which names nobody has (missing). p_only: a condition of the records t.
create or replace function plinth_private.named_records_sql(p_field plinth.field, p_options jsonb, p_only text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_by plinth.field := plinth_private.linking_by(p_field.id, p_options);
begin
  v_by.type := case v_by.type when 'created_time' then 'datetime' else v_by.type end;
  return format('with part as materialized (
                   select t.id, %1$s as text from %2$s as t where %3$s),
                 named as materialized (
                   select p.id, u.label, u.n from part as p
                   cross join lateral unnest(plinth_private.names_in(p.text, %4$L)) with ordinality as u (label, n)
                   where p.text is not null and u.label <> ''''),
                 known as materialized (
                   select k.label, (array_agg(k.id))[1] as id, count(*) as total
                   from (select t.id, (%5$s) collate "C" as label from %6$s as t) as k
                   where k.label in (select n.label collate "C" from named as n) group by 1)
                 select n.id, coalesce(array_agg(k.id order by n.n) filter (where k.total = 1), ''{}'') as ids,
                        bool_and(coalesce(k.total, %7$s) = 1 and char_length(n.label) <= 2000) and count(*) <= %8$s as fits,
                        coalesce(array_agg(n.label order by n.n) filter (where k.total is null), ''{}'') as missing
                 from named as n left join known as k on k.label = n.label collate "C" group by n.id',
    plinth_private.as_text_sql(p_field), plinth_private.relation_of(p_field.table_id), p_only,
    -- An option is one name.
    coalesce(p_options -> 'single' = 'true', false) or p_field.type = 'single_select',
    plinth_private.as_text_sql(v_by), plinth_private.relation_of(v_by.table_id),
    case when p_options -> 'create' = 'true' then 1 else 0 end,
    case when p_options -> 'single' = 'true' then 1 else coalesce((p_options ->> 'limit')::int, plinth_private.limit_of('linkLimit')::int) end);
end
$$;

-- What a change to links would do: TypeChangePreview, with how many names nobody has.
create or replace function plinth_private.preview_linking(p_table plinth."table", p_field plinth.field, p_options jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text text := plinth_private.as_text_sql(p_field);
  v_filled text := plinth_private.is_filled_sql(p_field);
  v_counts record;
  v_examples jsonb;
begin
  execute format('with found as materialized (%s)
                  select count(*) filter (where f.fits) as converts, count(*) filter (where f.fits is not true) as empties,
                         (select count(distinct m.name) from found as o cross join lateral unnest(o.missing) as m (name)
                          where o.fits or not %L) as missing
                  from data.%I as t left join found as f on f.id = t.id where %s',
                 plinth_private.named_records_sql(p_field, p_options, v_filled), coalesce(p_options -> 'create' = 'true', false), p_table.relation,
                 v_filled) into v_counts;
  if v_counts.empties > 0 then
    execute format('with found as materialized (%s)
                    select jsonb_agg(jsonb_build_array(e.id, left(e.value, 200)) order by e.id)
                    from (select t.id, coalesce(%s, '''') as value from data.%I as t left join found as f on f.id = t.id
                          where %s and f.fits is not true order by t.id limit 20) as e',
                   plinth_private.named_records_sql(p_field, p_options, v_filled), v_text, p_table.relation, v_filled) into v_examples;
  end if;
  return jsonb_build_object('converts', v_counts.converts, 'empties', v_counts.empties, 'missing', v_counts.missing,
                            'options', plinth_private.link_after(p_options), 'examples', coalesce(v_examples, '[]'));
end
$$;

-- The links that a change to them makes, from the side of the field: those that came back from the trash with it, or new ones.
create or replace function plinth_private.link_of_change(p_change plinth_private.type_change) returns plinth_private.link_end
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_end plinth_private.link_end;
begin
  if p_change.kept is not null then
    return plinth_private.link_end_of((select f.id from plinth.field as f where f.table_id = p_change.kept));
  end if;
  select l.id, p_change.field_id, l.a_table, l.b_table, plinth_private.link_place(l.relation), 'a', 'b'
    into v_end.link, v_end.field, v_end.table_id, v_end.target, v_end.place, v_end.own, v_end.other
    from plinth_private.link as l where l.id = p_change.link;
  if not found then
    -- The table that was to be linked is gone for good.
    perform plinth_private.fail(404, 'not_found', jsonb_build_object('field', p_change.field_id));
  end if;
  return v_end;
end
$$;

-- SQL of the ids of the records that one is linked with, in their order; null: with none.
create or replace function plinth_private.linked_ids_sql(p_end plinth_private.link_end, p_own text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select format('(select array_agg(j.%I order by j.id) from %s as j where j.%I = %s)', p_end.other, p_end.place, p_end.own, p_own)
$$;

-- Makes room for the links of a field that becomes one: a relation that nobody reads yet.
create or replace function plinth_private.begin_linking(p_table plinth."table", p_field plinth.field, p_options jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_target plinth."table" := plinth_private.linking_target(p_table.id, p_options);
  v_link plinth_private.link;
begin
  v_link := (plinth_private.uuid_v7(), p_table.id, v_target.id, null, null, plinth_private.free_link_name(p_table.relation));
  insert into plinth_private.link values (v_link.*);
  perform plinth_private.make_link_relation(v_link);
  update plinth_private.type_change set link = v_link.id where field_id = p_field.id;
end
$$;

-- Makes the records that these names are to find: one for each, by whoever changes the field. What a rule of their table refuses is told as
-- of any record that is made.
create or replace function plinth_private.make_named(p_by plinth.field, p_named text, p_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_state text;
  v_message text;
  v_detail text;
  v_constraint text;
  v_relation text;
  v_error jsonb;
begin
  execute format('insert into %s (%I)
                  select m.name from (%s) as s cross join lateral unnest(s.missing) with ordinality as m (name, n)
                  where s.fits group by m.name order by min(s.id::text), min(m.n)',
                 plinth_private.relation_of(p_by.table_id), p_by.column_name, p_named) using p_ids;
exception
  when integrity_constraint_violation then
    get stacked diagnostics v_state = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
      v_constraint = constraint_name, v_relation = table_name;
    v_error := plinth_private.error_json(v_state, v_message, v_detail, v_constraint, v_relation);
    perform plinth_private.fail(422, v_error ->> 'code', v_error -> 'details');
end
$$;

-- Links what the texts of the next records name, and fills their new column with how many that are: as fill_step.
create or replace function plinth_private.link_step(
  p_table plinth."table", p_field plinth.field, p_change plinth_private.type_change, out last uuid, out moved bigint
)
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_of_change(p_change);
  v_ids uuid[];
  v_named text;
begin
  if p_change.kept is null then
    perform plinth_private.linking_target(p_table.id, p_change.options);
    execute format('lock table data.%I in exclusive mode', p_table.relation);
    execute format('select coalesce(array_agg(s.id), ''{}'') from (select t.id from data.%I as t where t.id > $1 order by t.id limit $2) as s',
                   p_table.relation) into v_ids using p_change.filled_to, plinth_private.limit_of('rowsPerStep');
    v_named := plinth_private.named_records_sql(p_field, p_change.options, 't.id = any ($1)');
    if p_change.options -> 'create' = 'true' then
      perform plinth_private.make_named(plinth_private.linking_by(p_field.id, p_change.options), v_named, v_ids);
    end if;
    execute format('alter table %s disable trigger user', v_end.place);
    execute format('insert into %s (a, b) select s.id, u.id from (%s) as s cross join lateral unnest(s.ids) with ordinality as u (id, n)
                    where s.fits order by s.id, u.n on conflict do nothing', v_end.place, v_named) using v_ids;
    execute format('alter table %s enable trigger user', v_end.place);
  end if;
  select s.last, s.moved into last, moved from plinth_private.fill_step(p_table.relation, plinth_private.next_column(p_field),
    format('select t.id, nullif((select count(*)::int from %s as j where j.%I = t.id), 0) from data.%I as t', v_end.place, v_end.own,
           p_table.relation), p_change.filled_to) as s;
end
$$;

-- Unlinks what somebody changed in the cells of a field that goes back to its links; answers what those cells name now: [{record, ids}].
create or replace function plinth_private.unlink_changed(p_table plinth."table", p_field plinth.field, p_change plinth_private.type_change)
returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_of_change(p_change);
  v_name plinth.field := plinth_private.label_field(v_end.target);
  v_changed uuid[];
  v_named jsonb;
begin
  execute format('select coalesce(array_agg(t.id), ''{}'') from data.%I as t left join %s as k on k.id = t.id
                  where t.%I is distinct from k.became', p_table.relation, plinth_private.relation_of(p_change.kept), p_field.column_name)
    into v_changed;
  execute format('delete from %s as j where j.%I = any ($1)', v_end.place, v_end.own) using v_changed;
  if v_changed <> '{}' and plinth_private.is_naming(v_name) and v_name.id <> p_field.id then
    execute format('select jsonb_agg(jsonb_build_object(''record'', s.id, ''ids'', s.ids) order by s.id) from (%s) as s where s.fits',
                   plinth_private.named_records_sql(p_field, p_change.options, 't.id = any ($1)')) into v_named using v_changed;
  end if;
  return coalesce(v_named, '[]');
end
$$;

-- Links what these cells name, now that the field is there again with what it lets be linked: a cell that names what may not be stays empty.
create or replace function plinth_private.relink_cells(p_field uuid, p_cells jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of(p_field);
  v_cell record;
begin
  for v_cell in select * from jsonb_to_recordset(p_cells) as c (record uuid, ids uuid[]) loop
    begin
      execute format('insert into %s (%I, %I) select $1, u.id from unnest($2) with ordinality as u (id, n) order by u.n',
                     v_end.place, v_end.own, v_end.other) using v_cell.record, v_cell.ids;
    exception
      when integrity_constraint_violation or sqlstate 'PT403' or sqlstate 'PT409' or sqlstate 'PT422' then
        null;
    end;
  end loop;
end
$$;

-- Notes beside the old values of a field which records the cells link that were linked anew: what they became.
create or replace function plinth_private.note_relinked(p_field uuid, p_old uuid, p_cells jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  execute format('update %s as k set became = %s where k.id in (select (c.value ->> ''record'')::uuid from jsonb_array_elements($1) as c)',
                 plinth_private.relation_of((select f.table_id from plinth.field as f where f.id = p_old)),
                 plinth_private.linked_ids_sql(plinth_private.link_end_of(p_field), 'k.id')) using p_cells;
end
$$;

-- Sets the new column of a field to how many records are linked by now: some may have gone since it was filled.
create or replace function plinth_private.recount_pending(p_table plinth."table", p_field plinth.field, p_change plinth_private.type_change)
returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.count_into(plinth_private.relation_of(p_table.id), plinth_private.next_column(p_field),
                                    plinth_private.link_of_change(p_change));
end
$$;

-- Gives links to a field, with what may be linked, from another one or from none.
create or replace function plinth_private.hand_link(p_link uuid, p_from uuid, p_to uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  update plinth_private.link as l
    set a_field = case when l.a_field is not distinct from p_from then p_to else l.a_field end,
        b_field = case when p_from is not null and l.b_field = p_from then p_to else l.b_field end
    where l.id = p_link;
  update plinth_private.link_filter set field_id = p_to where field_id = p_from;
end
$$;

-- Makes the links of a change those of its field, whose columns have changed places: whoever reads the table reads them. With the
-- field for the other side, if there is to be one, and with what is to be linked by the rules of the field (p_cells).
create or replace function plinth_private.settle_links(
  p_table plinth."table", p_field plinth.field, p_change plinth_private.type_change, p_cells jsonb
) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_pair jsonb := p_change.options -> 'pair';
  v_target plinth."table";
  v_back plinth.field;
  v_link uuid := (plinth_private.link_of_change(p_change)).link;
begin
  perform plinth_private.hand_link(v_link, (select f.id from plinth.field as f where f.table_id = p_change.kept), p_field.id);
  if v_pair is not null then
    v_target := plinth_private.linking_target(p_table.id, p_change.options);
    v_back := plinth_private.add_link_field(v_target, jsonb_build_object('id', v_pair -> 'id', 'type', 'link',
      -- Somebody may have taken the name meanwhile.
      'name', plinth_private.free_title(plinth_private.clean_name(v_pair ->> 'name'),
        array(select f.name from plinth.field as f where f.table_id = v_target.id)),
      'options', jsonb_build_object('target', p_table.id)));
    update plinth_private.link set b_field = v_back.id where id = v_link;
  end if;
  perform plinth_private.renew_link(v_link);
  if v_back.id is not null then
    perform plinth_private.recount_links(v_back.id);
    perform plinth_private.renew_guards(v_target.id);
  end if;
  perform plinth_private.relink_cells(p_field.id, p_cells);
end
$$;

-- Takes away the links of a change that is given up.
create or replace function plinth_private.drop_pending_link(p_change plinth_private.type_change) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_relation text;
begin
  delete from plinth_private.link as l where l.id = p_change.link returning l.relation into v_relation;
  if found then
    execute format('drop table %s', plinth_private.link_place(v_relation));
  end if;
end
$$;

select plinth_private.close_functions(array[
  'linking_target(uuid, jsonb)', 'linking_by(uuid, jsonb)', 'options_for_linking(plinth.field, jsonb)', 'link_after(jsonb)',
  'names_in(text, boolean)', 'named_records_sql(plinth.field, jsonb, text)', 'preview_linking(plinth."table", plinth.field, jsonb)',
  'link_of_change(plinth_private.type_change)', 'linked_ids_sql(plinth_private.link_end, text)',
  'begin_linking(plinth."table", plinth.field, jsonb)',
  'make_named(plinth.field, text, uuid[])', 'link_step(plinth."table", plinth.field, plinth_private.type_change)',
  'unlink_changed(plinth."table", plinth.field, plinth_private.type_change)', 'relink_cells(uuid, jsonb)', 'note_relinked(uuid, uuid, jsonb)',
  'recount_pending(plinth."table", plinth.field, plinth_private.type_change)', 'hand_link(uuid, uuid, uuid)',
  'settle_links(plinth."table", plinth.field, plinth_private.type_change, jsonb)', 'drop_pending_link(plinth_private.type_change)'
]);
