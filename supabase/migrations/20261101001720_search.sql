-- Searches: where a piece of text stands in the fields that the caller sees, without regard to case. Texts, addresses, labels of
-- options, names of people and the first fields of linked records hold it anywhere; numbers as their digits, without separators;
-- lengths of time as they are shown; dates when it is the whole day,
-- YYYY-MM-DD.

-- Where a piece of text stands in a field that is no text itself; null: nowhere.
create or replace function plinth_private.holds_sql(p_field plinth.field, p_text text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_column text := plinth_private.column_ref(p_field);
  v_ids text[];
begin
  if plinth_private.has_options(p_field.type) or plinth_private.family_of(p_field.type) = 'person' then
    select array_agg(c.id) into v_ids
      from (select o.value ->> 'id' as id, o.value ->> 'label' as label
            from jsonb_array_elements(case when plinth_private.family_of(p_field.type) <> 'person' then p_field.options -> 'options' else '[]' end) as o
            union all
            select p.id::text, p.name from plinth_private.people_of(p_field.table_id) as p
            where plinth_private.family_of(p_field.type) = 'person') as c
      where strpos(plinth_private.folded(c.label), plinth_private.folded(p_text)) > 0;
    return case when v_ids is not null then
      format(case p_field.type when 'multi_select' then '%s && %L::%s' else '%s = any (%L::%s[])' end, v_column, v_ids::text,
             plinth_private.column_type(p_field.type)) end;
  elsif p_field.type in ('integer', 'number', 'rating') and p_text ~ '^-?[0-9]*[.]?[0-9]+$' then
    -- Without exponents.
    return format(case p_field.type when 'number' then 'strpos(%s::text::numeric::text, %L) > 0' else 'strpos(%s::text, %L) > 0' end,
                  v_column, p_text);
  elsif p_field.type = 'json' then
    return plinth_private.text_condition(v_column || '::text', 'contains', to_jsonb(p_text));
  elsif p_field.type = 'autonumber' then
    return plinth_private.text_condition(
      format('plinth_private.number_label(%s, %L)', v_column, p_field.options), 'contains', to_jsonb(p_text));
  elsif p_field.type = 'currency' and p_text ~ '^-?[0-9]*[.]?[0-9]+$' then
    return format('strpos(plinth_private.money_text(%s, %L), %L) > 0', v_column, p_field.options ->> 'currency', p_text);
  elsif p_field.type = 'duration' and p_text ~ '^-?[0-9:]*[0-9][0-9:]*$' then
    return format('strpos(plinth_private.duration_shown(%s, %L), %L) > 0', v_column, p_field.options ->> 'unit', p_text);
  elsif p_field.type = 'percent' and p_text ~ '^-?[0-9]*[.]?[0-9]+%?$' then
    -- As it is read: 12.5 % is kept as 0.125.
    return format('strpos(trim_scale(%s::text::numeric * 100)::text || ''%%'', %L) > 0', v_column, p_text);
  elsif plinth_private.family_of(p_field.type) in ('date', 'datetime') and p_text ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    return plinth_private.time_condition(p_field.type, v_column, 'is', to_jsonb(p_text), plinth_private.zone_of(p_field.table_id), 1);
  elsif p_field.type = 'link' then
    return plinth_private.link_text_sql(p_field, p_text);
  end if;
  return null;
end
$$;

-- SQL of several texts one behind the other, each on a line of its own. A call takes at most 100 arguments.
create or replace function plinth_private.lines_sql(p_columns text[]) returns text
language sql immutable security invoker set search_path = ''
as $$
  select format('concat_ws(E''\n'', %s)', string_agg(part.body, ', ' order by part.n))
  from (select (c.n - 1) / 90 as n, format('concat_ws(E''\n'', %s)', string_agg(c.name, ', ' order by c.n)) as body
        from unnest(p_columns) with ordinality as c (name, n) group by 1) as part
$$;

-- The condition that all of these pieces stand somewhere in a record, and where the columns stand that it looks at. The texts of a
-- record are put together, and folded once where several pieces are looked for; one is looked for without a subquery, which
-- the planner may share out to several processes.
create or replace function plinth_private.search_sql(p_table uuid, p_pieces text[], out sql text, out places text[])
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_texts text[];
  v_folded text;
  v_pieces text[];
begin
  select array_agg(plinth_private.column_ref(f) order by f.position, f.id) filter (where plinth_private.family_of(f.type) = 'text'),
         array_agg(distinct plinth_private.place_of(f))
    into v_texts, places
    from plinth_private.seen_fields(p_table) as f where f.type not in ('attachment', 'checkbox');
  v_folded := plinth_private.folded_sql(plinth_private.lines_sql(v_texts));
  select array_agg(coalesce(nullif(concat_ws(' or ',
           case when v_texts is not null then
             format('strpos(%s, %L) > 0', case when cardinality(p_pieces) = 1 then v_folded else 'x.folded' end,
                    plinth_private.folded(p.piece)) end,
           (select string_agg(h.sql, ' or ') from plinth_private.seen_fields(p_table) as f
            cross join lateral (select plinth_private.holds_sql(f, p.piece) as sql) as h where h.sql is not null)), ''), 'false'))
    into v_pieces from unnest(p_pieces) as p (piece);
  places := coalesce(places, '{}');
  sql := case when cardinality(p_pieces) = 1 then v_pieces[1]
    else format('(select (%s) from (select %s as folded offset 0) as x)', array_to_string(v_pieces, ') and ('),
                case when v_texts is null then 'null::text' else v_folded end) end;
end
$$;

-- The words of a search.
create or replace function plinth_private.search_words(p_table uuid, p_search jsonb) returns text[]
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_text text := plinth_private.trim_text(p_search #>> '{}');
  v_words text[];
begin
  if coalesce(jsonb_typeof(p_search), 'null') = 'null' then
    return '{}';
  end if;
  v_words := array(select distinct w.word from unnest(regexp_split_to_array(v_text, '[\u0009-\u000d\u0020\u00a0\u3000]+')) as w (word)
                   where w.word <> '');
  if jsonb_typeof(p_search) <> 'string' or char_length(v_text) > plinth_private.limit_of('searchLength')
     or cardinality(v_words) > plinth_private.limit_of('searchWords') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'rule', 'search'));
  end if;
  return v_words;
end
$$;
