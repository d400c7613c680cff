-- What a field of a link lets be linked (docs/decisions/0041-limits-of-links.md): how many records a record of its table links at most
-- (`limit` among its options), and a condition of the linked record (`accepts`). Both hold for new links, from either side, on every way:
-- the relation's own trigger keeps them.

-- The conditions. The tree holds values, and the field's options are told to everybody who reads its table: so it stands here.
create table if not exists plinth_private.link_filter (
  field_id uuid primary key references plinth.field (id) on delete cascade,
  accepts jsonb not null,
  -- SQL over a record t of the target.
  condition text not null,
  -- What it reads, as the tables of rules keep it.
  fields uuid[] not null,
  options text[] not null
);
create index if not exists link_filter_fields on plinth_private.link_filter using gin (fields);
alter table plinth_private.link_filter enable row level security;
revoke all on plinth_private.link_filter from public, anon, authenticated, service_role;

-- A condition of records of a table as it is kept; refuses what is none. What holds today, or for who asks, is none that a database
-- could keep on every way; of what is computed from other records, the very link might change it.
create or replace function plinth_private.read_link_filter(p_table uuid, p_accepts jsonb) returns plinth_private.link_filter
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_filter plinth_private.link_filter;
  v_reads uuid[] := plinth_private.read_rollup_filter(p_table, p_accepts);
begin
  if v_reads = '{}' then
    perform plinth_private.refuse_expression(jsonb_build_object('table', p_table), 'field', '');
  elsif v_reads && plinth_private.rolled_fields(p_table) then
    perform plinth_private.refuse_expression(jsonb_build_object('table', p_table), 'rollup', '');
  end if;
  perform plinth_private.require_settled(f) from plinth.field as f where f.id = any (v_reads);
  v_filter.accepts := p_accepts;
  v_filter.condition := plinth_private.rule_condition(p_table, p_accepts, 't');
  select r.fields, r.options into v_filter.fields, v_filter.options from plinth_private.rule_fields(p_accepts) as r;
  return v_filter;
end
$$;

-- Takes the condition that options of a field of a link tell: null takes it away, without a word of it it stays. For a caller who
-- shapes the base.
create or replace function plinth_private.set_link_filter(p_field uuid, p_options jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_filter plinth_private.link_filter;
begin
  if (p_options ? 'accepts') is not true then
    return;
  end if;
  delete from plinth_private.link_filter where field_id = p_field;
  if p_options -> 'accepts' <> 'null' then
    v_filter := plinth_private.read_link_filter((plinth_private.link_end_of(p_field)).target, p_options -> 'accepts');
    v_filter.field_id := p_field;
    insert into plinth_private.link_filter values (v_filter.*);
  end if;
end
$$;

-- Compiles the conditions of a link anew, of fields that are there. One that reads what has gone while its field was in the trash, where
-- it makes no rules, goes.
create or replace function plinth_private.renew_link_filters(p_link plinth_private.link) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_side record;
begin
  for v_side in
    select x.field_id, x.accepts, e.target
    from (values (p_link.a_field, p_link.a_table, p_link.b_table), (p_link.b_field, p_link.b_table, p_link.a_table)) as e (id, home, target)
    join plinth_private.link_filter as x on x.field_id = e.id
    join plinth."table" as t on t.id = e.target and t.base_id is not null
    where plinth_private.is_live(e.id, e.home)
  loop
    begin
      update plinth_private.link_filter set condition = (plinth_private.read_link_filter(v_side.target, v_side.accepts)).condition
        where field_id = v_side.field_id;
    exception
      when sqlstate 'PT400' or sqlstate 'PT404' or sqlstate 'PT409' then
        delete from plinth_private.link_filter where field_id = v_side.field_id;
    end;
  end loop;
end
$$;

-- Days and hours of conditions are those of the base's zone.
create or replace function plinth_private.link_filters_follow_zone() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update plinth_private.link_filter as x set condition = plinth_private.rule_condition(t.id, x.accepts, 't')
    from plinth.field as f join plinth."table" as t on t.id = plinth_private.as_uuid(f.options ->> 'target')
    where f.id = x.field_id and t.base_id = new.id
      and exists (select 1 from plinth."table" as h where h.id = f.table_id and h.base_id = new.id);
  return null;
end
$$;

drop trigger if exists link_filters_follow_zone on plinth.base;
create trigger link_filters_follow_zone after update of time_zone on plinth.base
  for each row when (old.time_zone <> new.time_zone) execute function plinth_private.link_filters_follow_zone();

-- Refuses to take away a field, or options of it, that the condition of a link needs. Fields in the trash, and those of tables there,
-- make no rules.
create or replace function plinth_private.require_no_link_filter(p_field uuid, p_options text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field plinth.field;
begin
  select f.* into v_field
    from plinth_private.link_filter as x
    join plinth.field as f on f.id = x.field_id
    join plinth."table" as t on t.id = f.table_id and t.base_id is not null
    where x.fields @> array[p_field]
      and (p_options is null or x.options && array(select format('%s/%s', p_field, o) from unnest(p_options) as o))
    order by f.table_id, f.position, f.id limit 1;
  if found then
    perform plinth_private.fail(409, 'used_by_rule', jsonb_build_object('table', v_field.table_id, 'field', p_field,
      'link', v_field.id));
  end if;
end
$$;

-- Gives a copy of a field the condition of the original; p_ids: which field is the copy of which.
create or replace function plinth_private.copy_link_filter(p_field uuid, p_copy uuid, p_ids jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.set_link_filter(p_copy, jsonb_build_object('accepts', case
      when (plinth_private.link_end_of(p_field)).target = (plinth_private.link_end_of(p_copy)).target then x.accepts
      else plinth_private.exchange_ids(x.accepts, p_ids) end))
    from plinth_private.link_filter as x where x.field_id = p_field;
end
$$;

-- A refusal of what a field does not let be linked; which field it is, who reads something of its table is told.
create or replace function plinth_private.refuse_link(p_code text, p_field plinth.field) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.fail(422, p_code, case
    when plinth_private.scope(p_field.table_id, 'read') <> 'none' and plinth_private.sees_field(p_field.id)
      then jsonb_build_object('table', p_field.table_id, 'field', p_field.id)
        || case p_code when 'link_limit' then jsonb_build_object('limit', p_field.options -> 'limit') else '{}' end
    else '{}' end);
end
$$;

-- The sides of a link whose fields have a limit or a condition, the first one first: the field, its end of these pairs of records, the
-- other one, and the table there.
create or replace function plinth_private.link_limits(p_link plinth_private.link, p_a uuid[], p_b uuid[])
  returns table (field plinth.field, own uuid[], other uuid[], target uuid, condition text)
language sql stable security definer set search_path = ''
as $$
  select f, s.own, s.other, s.target, x.condition
  from (values (1, p_link.a_field, p_link.a_table, p_link.b_table, p_a, p_b),
               (2, p_link.b_field, p_link.b_table, p_link.a_table, p_b, p_a)) as s (n, id, home, target, own, other)
  join plinth.field as f on f.id = s.id and f.table_id = s.home
  left join plinth_private.link_filter as x on x.field_id = f.id
  where f.options ? 'limit' or x.field_id is not null order by s.n
$$;

-- Refuses new links, as pairs of records at both ends, that the fields of both sides do not let be. Their records are counted already:
-- who counted holds them, so of two who take the last place the second finds it taken.
create or replace function plinth_private.require_link_fit(p_link plinth_private.link, p_a uuid[], p_b uuid[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_side record;
  v_is_wrong boolean;
begin
  for v_side in
    select l.* from plinth_private.link_limits(p_link, p_a, p_b) as l
  loop
    if (v_side.field).options ? 'limit' then
      execute format('select exists (select 1 from %s as t where t.id = any ($1) and t.%I > $2)',
                     plinth_private.relation_of((v_side.field).table_id), (v_side.field).column_name)
        into v_is_wrong using v_side.own, ((v_side.field).options ->> 'limit')::int;
      if v_is_wrong then
        perform plinth_private.refuse_link('link_limit', v_side.field);
      end if;
    end if;
    if v_side.condition is not null then
      execute format('select exists (select 1 from %s as t where t.id = any ($1) and (%s) is not true)',
                     plinth_private.relation_of(v_side.target), v_side.condition)
        into v_is_wrong using v_side.other;
      if v_is_wrong then
        perform plinth_private.refuse_link('link_refused', v_side.field);
      end if;
    end if;
  end loop;
end
$$;

-- The pairs, by their places, that the fields of both sides let be linked: what is linked again when a deletion is undone.
create or replace function plinth_private.fitting_links(p_link plinth_private.link, p_a uuid[], p_b uuid[]) returns int[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_side record;
  v_left int[] := array(select generate_subscripts(p_a, 1));
begin
  for v_side in
    select l.* from plinth_private.link_limits(p_link, p_a, p_b) as l
  loop
    execute format('select array(select p.n from (
                      select n, row_number() over (partition by ($2::uuid[])[n] order by o) as place, t.%1$I as total
                      from unnest($1) with ordinality as u (n, o)
                      join %2$s as t on t.id = ($2::uuid[])[n] join %3$s as x on x.id = ($3::uuid[])[n] and %4$s) as p
                    where $4 is null or p.total + p.place <= $4 order by p.n)',
                   (v_side.field).column_name, plinth_private.relation_of((v_side.field).table_id), plinth_private.relation_of(v_side.target),
                   case when v_side.condition is null then 'true' else format('exists (select 1 from %s as t where t.id = x.id and (%s))',
                     plinth_private.relation_of(v_side.target), v_side.condition) end)
      into v_left using v_left, v_side.own, v_side.other, ((v_side.field).options ->> 'limit')::int;
  end loop;
  return v_left;
end
$$;

-- Mutations of new records of a table that undo deletions, without those of their links that may not be any more: else the record could not
-- come back. Of records alone that the caller has made in this very transaction; what they do not read stays, to be refused as ever.
create or replace function plinth_private.links_that_fit(p_list jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_table uuid := plinth_private.as_uuid(p_list #>> '{0,table}');
  v_end plinth_private.link_end;
  v_link plinth_private.link;
  v_records uuid[];
  v_ids uuid[];
  v_read uuid[];
  v_fit int[];
begin
  if v_table is null or plinth_private.scope(v_table, 'read') = 'none' then
    return p_list;
  end if;
  for v_end in
    select e.* from plinth_private.link_ends(v_table) as e
    where e.table_id = v_table and exists (
      select 1 from plinth.field as f where f.id in (e.field, e.pair)
        and (f.options ? 'limit' or exists (select 1 from plinth_private.link_filter as x where x.field_id = f.id)))
      and exists (select 1 from jsonb_array_elements(p_list) as m where m.value ? 'undoes' and m.value -> 'values' ? e.field::text)
  loop
    select array_agg(u.record order by u.n, u.i), array_agg(u.id order by u.n, u.i) into v_records, v_ids
      from (
        select plinth_private.as_uuid(m.value ->> 'record') as record, c.id, m.n, c.i
        from jsonb_array_elements(p_list) with ordinality as m (value, n)
        cross join lateral unnest(plinth_private.change_ids(m.value -> 'values' -> v_end.field::text, 'link')) with ordinality as c (id, i)
        where m.value ? 'undoes') as u;
    continue when v_ids is null or not plinth_private.made_now(v_table, v_records);
    select l.* into v_link from plinth_private.link as l where l.id = v_end.link;
    v_fit := case v_end.own when 'a' then plinth_private.fitting_links(v_link, v_records, v_ids)
                            else plinth_private.fitting_links(v_link, v_ids, v_records) end;
    v_read := plinth_private.readable_among(v_end.target, v_ids);
    p_list := (
      select jsonb_agg(case when m.value ? 'undoes' and m.value -> 'values' ? v_end.field::text then jsonb_set(m.value, array['values', v_end.field::text],
               jsonb_build_object('link', (
                 select coalesce(jsonb_agg(v_ids[k] order by k), '[]') from generate_subscripts(v_ids, 1) as k
                 where v_records[k] = plinth_private.as_uuid(m.value ->> 'record') and (k = any (v_fit) or v_ids[k] <> all (v_read)))))
             else m.value end order by m.n)
      from jsonb_array_elements(p_list) with ordinality as m (value, n));
  end loop;
  return p_list;
end
$$;

-- Has the caller made all of these records in this very transaction?
create or replace function plinth_private.made_now(p_table uuid, p_records uuid[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_made boolean;
begin
  execute format('select not exists (select 1 from unnest($1) as u (id) where not exists (
                    select 1 from %s as t where t.id = u.id and t.created_by = $2 and t.created_at = now()))',
                 plinth_private.relation_of(p_table))
    into v_made using p_records, plinth_private.caller();
  return v_made;
end
$$;

-- The condition of a query of a table that only those records are wanted that may be linked through a field of another: {field, record?},
-- the record that is to link them. Null: the query asks for no such thing.
create or replace function plinth_private.linkable_sql(p_table uuid, p_linkable jsonb) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_record uuid := plinth_private.as_uuid(p_linkable ->> 'record');
  v_end plinth_private.link_end;
  v_pair plinth.field;
  v_condition text;
  v_fits boolean;
begin
  if coalesce(jsonb_typeof(p_linkable), 'null') = 'null' then
    return null;
  end if;
  select e.* into v_end
    from plinth.field as f cross join lateral plinth_private.link_end_of(f.id) as e
    where f.id = plinth_private.as_uuid(p_linkable ->> 'field') and f.type = 'link' and f.table_id = e.table_id and e.target = p_table
      and plinth_private.scope(f.table_id, 'read') <> 'none' and plinth_private.sees_field(f.id);
  if v_end.link is null or p_linkable ? 'record' and p_linkable -> 'record' <> 'null' and v_record is null then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'rule', 'linkable'));
  end if;
  select x.condition into v_condition from plinth_private.link_filter as x where x.field_id = v_end.pair;
  if v_condition is not null and v_record is not null then
    if plinth_private.may_reach(v_end.table_id, v_record, 'read') then
      execute format('select (%s) from %s as t where t.id = $1', v_condition, plinth_private.relation_of(v_end.table_id))
        into v_fits using v_record;
    end if;
    if v_fits is not true then
      return 'false';
    end if;
  end if;
  select x.condition into v_condition from plinth_private.link_filter as x where x.field_id = v_end.field;
  select f.* into v_pair from plinth.field as f where f.id = v_end.pair and f.options ? 'limit';
  return plinth_private.all_sql(coalesce(v_condition, 'true'), case when v_pair.id is null then 'true' else
    format('t.%I < %s', v_pair.column_name, (v_pair.options ->> 'limit')::int) end);
end
$$;

-- How many there are that a limit or a condition of a field of a link would not let be: {over: records with more links, refused: links
-- with a record that does not meet the condition}. Creators only.
create or replace function plinth_private.count_unfit_links(p_field uuid, p_limit int, p_accepts jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
  v_end plinth_private.link_end := plinth_private.link_end_of(v_field.id);
  v_over bigint := 0;
  v_refused bigint := 0;
begin
  if v_end.link is null then
    return '{"over": 0, "refused": 0}';
  end if;
  if p_limit is not null then
    execute format('select count(*) from %s as t where t.%I > $1', plinth_private.relation_of(v_field.table_id), v_field.column_name)
      into v_over using p_limit;
  end if;
  if coalesce(p_accepts, 'null') <> 'null' then
    execute format('select count(*) from %s as j join %s as t on t.id = j.%I where (%s) is not true', v_end.place,
                   plinth_private.relation_of(v_end.target), v_end.other,
                   (plinth_private.read_link_filter(v_end.target, p_accepts)).condition)
      into v_refused;
  end if;
  return jsonb_build_object('over', v_over, 'refused', v_refused);
end
$$;

-- The condition of what a field of a link takes, as its tree, or null. Creators only.
create or replace function plinth_private.link_accepts(p_field uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
begin
  return (select x.accepts from plinth_private.link_filter as x where x.field_id = v_field.id);
end
$$;

-- How many links do not fit.
create or replace function plinth.count_unfit_links(field uuid, "limit" int default null, accepts jsonb default null) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.count_unfit_links($1, $2, $3) $$;

-- The condition of what may be linked.
create or replace function plinth.link_accepts(field uuid) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.link_accepts($1) $$;

select plinth_private.close_functions(array[
  'read_link_filter(uuid, jsonb)', 'set_link_filter(uuid, jsonb)', 'renew_link_filters(plinth_private.link)', 'link_filters_follow_zone()',
  'require_no_link_filter(uuid, text[])', 'copy_link_filter(uuid, uuid, jsonb)', 'refuse_link(text, plinth.field)', 'link_limits(plinth_private.link, uuid[], uuid[])',
  'require_link_fit(plinth_private.link, uuid[], uuid[])', 'fitting_links(plinth_private.link, uuid[], uuid[])',
  'links_that_fit(jsonb)', 'made_now(uuid, uuid[])', 'linkable_sql(uuid, jsonb)', 'count_unfit_links(uuid, int, jsonb)', 'link_accepts(uuid)'
]);
-- Mutations run as the caller: it asks what the caller reads, and about records that they have just made.
grant execute on function plinth_private.links_that_fit(jsonb) to authenticated, service_role;
select plinth_private.open_calls(array['count_unfit_links(uuid, int, jsonb)', 'link_accepts(uuid)']);
