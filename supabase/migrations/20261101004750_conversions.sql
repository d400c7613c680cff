-- Which type of field can become which, and how its values do (docs/type-changes.md). Every conversion is total: a value
-- that does not fit is empty, and is told before.

-- The types that a type can become; equal to `becomes` in packages/domain/src/field-types.
create or replace function plinth_private.targets_of(p_type text) returns text[]
language sql immutable security invoker set search_path = ''
as $$
  select array_remove(case
    when p_type = 'json' then '{text,long_text}'
    when p_type in ('text', 'long_text', 'single_select') then
      ('{text,long_text,integer,number,percent,rating,duration,currency,checkbox,date,datetime,single_select,multi_select,status,email,'
       'url,phone,person,json,link}')::text[]
    when p_type = 'email' then
      '{text,long_text,integer,number,checkbox,date,datetime,single_select,email,url,person,link}'
    when p_type = 'url' then '{text,long_text,integer,number,checkbox,date,datetime,single_select,email,url}'
    when p_type = 'integer' then '{text,long_text,number,percent,rating,duration,currency,checkbox,single_select,link}'
    when p_type = 'number' then '{text,long_text,integer,percent,rating,duration,currency,checkbox,single_select}'
    when p_type in ('percent', 'rating', 'duration', 'currency') then '{text,long_text,integer,number,single_select}'
    when p_type = 'checkbox' then '{text,long_text,integer,number,single_select}'
    when p_type = 'multi_select' then '{text,long_text,single_select,link}'
    when p_type = 'link' then '{text,long_text,single_select,multi_select}'
    when p_type = 'phone' then '{text,long_text,single_select}'
    when p_type in ('date', 'datetime') then '{text,long_text,date,datetime,single_select}'
    when p_type = 'status' then '{text,long_text,single_select}'
    when p_type = 'person' then '{text,long_text,single_select,email}'
    when p_type = 'autonumber' then '{text,long_text,integer,number}'
    when p_type in ('created_time', 'changed_time') then '{text,long_text,date,datetime}'
    when p_type in ('created_by', 'changed_by') then '{text,long_text,email,person}'
    when p_type = 'attachment' then '{text,long_text}'
    else '{}'
  end, p_type)
$$;

-- The same of a field. One that is computed can also keep what it shows, and becomes no link: records could be named anew while the links
-- are made. Equal to `targetsOf` in packages/domain/src/field-types/traits.ts.
create or replace function plinth_private.targets_of_field(p_field plinth.field) returns text[]
language sql immutable security invoker set search_path = ''
as $$
  select case when p_field.formula is null then plinth_private.targets_of(p_field.type)
              else array_remove(plinth_private.targets_of(p_field.type), 'link') || p_field.type end
$$;

-- The people of a table's base: `named` finds the id by what names one of them and no other (their id, e-mail address, else
-- name, in small letters), `labels` that name by the id, `emails` the address. As packages/domain/src/field-types/person.ts.
create or replace function plinth_private.people_maps(p_table uuid, out named jsonb, out labels jsonb, out emails jsonb)
language sql stable security definer set search_path = ''
as $$
  with people as (
    select p.id, p.name, p.email, lower(btrim(p.name)) as by_name, lower(btrim(p.email)) as by_email
    from plinth."table" as t join plinth.base as b on b.id = t.base_id
    join plinth.workspace_member as m on m.workspace_id = b.workspace_id
    join plinth.profile as p on p.id = m.user_id
    left join plinth.base_member as bm on bm.base_id = b.id and bm.user_id = m.user_id
    where t.id = p_table and (m.role = 'owner' or bm.user_id is not null)
  ), names as (
    select e.by_email as text, min(e.id::text) as id from people as e group by 1 having count(*) = 1
    union all
    select n.by_name, min(n.id::text) from people as n
    where not exists (select 1 from people as e where e.by_email = n.by_name) group by 1 having count(*) = 1
    union all
    select p.id::text, p.id::text from people as p
  ), found as (
    select coalesce(jsonb_object_agg(n.text, n.id), '{}') as named from names as n
  )
  select f.named,
    coalesce((select jsonb_object_agg(p.id, case when f.named ->> p.by_name = p.id::text then p.name else p.email end)
              from people as p), '{}'),
    coalesce((select jsonb_object_agg(p.id, p.email) from people as p), '{}')
  from found as f
$$;

-- The moment that a text writes as ISO; without an offset it is a clock in the zone. Empty for every other text.
create or replace function plinth_private.text_moment(p_text text, p_zone text) returns timestamptz
language plpgsql immutable strict security invoker set search_path = ''
as $$
declare
  v_day date := plinth_private.ex_to_date(left(p_text, 10));
begin
  if v_day is null or p_text !~ '^.{10}[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):?[0-5]\d)?$' then
    return null;
  elsif p_text ~ '(Z|[+-]\d\d:?\d\d)$' then
    return plinth_private.ex_moment(date_trunc('milliseconds', p_text::timestamptz));
  end if;
  return plinth_private.ex_moment(date_trunc('milliseconds',
    plinth_private.ex_datetime_of(v_day, substr(p_text, 12, 2)::int, substr(p_text, 15, 2)::int, p_zone)
      + coalesce(nullif(substr(p_text, 18), '')::numeric, 0) * interval '1 second'));
end
$$;

-- A share as people read it, 12.5% for 0.125, with every digit that it has.
create or replace function plinth_private.percent_text(p_value double precision) returns text
language sql immutable strict parallel safe security invoker set search_path = ''
as $$ select trim_scale(plinth_private.ex_decimal(p_value) * 100)::text || '%' $$;

-- The share that a text says: 0.125 for 12.5% and for 12.5. Empty for every other text.
create or replace function plinth_private.percent_of(p_text text) returns double precision
language sql immutable strict parallel safe security invoker set search_path = ''
as $$
  select case when plinth_private.ex_number(s.share) is not null then (s.share::numeric * 0.01)::double precision end
  from (select regexp_replace(btrim(p_text), ' ?%$', '') as share) as s
$$;

drop function if exists plinth_private.duration_text(bigint);
-- The seconds that a text says: 1:30:00, 1:30 and 90 by the smallest unit that the field shows, 1d 2h 30m 15s. Empty for every
-- other text. Equal to packages/domain/src/formats/duration-text.ts.
create or replace function plinth_private.duration_of(p_text text, p_unit text) returns bigint
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_text text := lower(btrim(p_text));
  v_rest text := btrim(regexp_replace(v_text, '^[+-]', ''));
  v_clock text[] := regexp_match(v_rest, '^([0-9]{1,13}):([0-5][0-9])(?::([0-5][0-9]))?$');
  v_words text[] := regexp_match(v_rest,
    '^(?:([0-9]{1,9}) ?d)? ?(?:([0-9]{1,10}) ?h)? ?(?:([0-9]{1,11}) ?m(?:in)?)? ?(?:([0-9]{1,12}) ?s)?$');
  v_seconds numeric := case
    when v_clock is not null and v_clock[3] is null and p_unit = 'second' then v_clock[1]::numeric * 60 + v_clock[2]::numeric
    when v_clock is not null then v_clock[1]::numeric * 3600 + v_clock[2]::numeric * 60 + coalesce(v_clock[3], '0')::numeric
    when v_rest ~ '^[0-9]{1,13}$' then v_rest::numeric * case p_unit when 'second' then 1 else 60 end
    when v_rest <> '' and v_words is not null then coalesce(v_words[1], '0')::numeric * 86400 + coalesce(v_words[2], '0')::numeric * 3600
      + coalesce(v_words[3], '0')::numeric * 60 + coalesce(v_words[4], '0')::numeric end;
begin
  return case when v_seconds <= 9007199254740991 then case when v_text like '-%' then -v_seconds else v_seconds end::bigint end;
end
$$;

-- How a currency is signed, beside its code.
create or replace function plinth_private.currency_sign(p_code text) returns text
language sql immutable strict parallel safe security invoker set search_path = ''
as $$
  select case
    when p_code in ('USD', 'AUD', 'CAD', 'NZD', 'MXN', 'SGD', 'HKD') then '$'
    when p_code in ('JPY', 'CNY') then '¥'
    else '{"EUR": "€", "GBP": "£", "INR": "₹", "KRW": "₩", "TRY": "₺", "RUB": "₽", "UAH": "₴", "VND": "₫", "ILS": "₪", "THB": "฿"}'::jsonb
      ->> p_code
  end
$$;

-- The minor units of a sum that a text says: digits, in groups of three by commas or not, a point and no more digits behind it than
-- the currency has; its code or sign before or behind. Empty for every other text.
create or replace function plinth_private.money_of(p_text text, p_code text) returns bigint
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_parts text[] := regexp_match(btrim(p_text),
    '^([+-]?) ?([A-Z]{3}|[^-+0-9., A-Za-z])? ?([+-]?)([0-9]{1,20}|[0-9]{1,3}(?:,[0-9]{3}){1,6})(?:\.([0-9]{1,4}))? ?([A-Z]{3}|[^-+0-9., A-Za-z])?$');
  v_unit text := coalesce(v_parts[2], v_parts[6]);
  v_minor numeric;
begin
  if v_parts is null or v_parts[1] <> '' and v_parts[3] <> '' or v_parts[2] is not null and v_parts[6] is not null
     or v_unit not in (p_code, coalesce(plinth_private.currency_sign(p_code), p_code)) then
    return null;
  end if;
  v_minor := (replace(v_parts[4], ',', '') || '.' || coalesce(v_parts[5], '0'))::numeric * 10::numeric ^ plinth_private.currency_digits(p_code);
  return case when v_minor = trunc(v_minor) and v_minor <= 9007199254740991
              then case when '-' in (v_parts[1], v_parts[3]) then -v_minor else v_minor end::bigint end;
end
$$;

-- A number of whole units in minor ones; null where it has more digits than the currency or is too large.
create or replace function plinth_private.minor_units(p_value double precision, p_digits int) returns bigint
language sql immutable strict parallel safe security invoker set search_path = ''
as $$
  select case when abs(v.minor) <= 9007199254740991 and v.minor = trunc(v.minor) then v.minor::bigint end
  from (select plinth_private.ex_decimal(p_value) * 10::numeric ^ p_digits as minor) as v
$$;

-- Names side by side: those that hold a comma, a quote or a line's end, or begin or end with a blank, stand in quotes. Equal to
-- packages/domain/src/field-types/link-text.ts.
create or replace function plinth_private.joined_names(p_names text[]) returns text
language sql immutable strict parallel safe security invoker set search_path = ''
as $$
  select string_agg(case when u.name ~ E'[,"\r\n]|^\\s|\\s$' then '"' || replace(u.name, '"', '""') || '"' else u.name end, ', ' order by u.n)
  from unnest(p_names) with ordinality as u (name, n)
$$;

-- The labels of options that are chosen, in the order of the list.
create or replace function plinth_private.labels_of(p_ids text[], p_options jsonb) returns text[]
language sql immutable strict parallel safe security invoker set search_path = ''
as $$
  select array_agg(o.value ->> 'label' order by o.ordinality)
  from jsonb_array_elements(p_options -> 'options') with ordinality as o where o.value ->> 'id' = any (p_ids)
$$;

-- The labels of a set of options, in the order of the field's, side by side.
create or replace function plinth_private.joined_labels(p_ids text[], p_options jsonb) returns text
language sql immutable strict parallel safe security invoker set search_path = ''
as $$ select plinth_private.joined_names(plinth_private.labels_of(p_ids, p_options)) $$;

-- The labels in a text that was written so, or as a list with commas; each once, none empty.
create or replace function plinth_private.split_labels(p_text text) returns text[]
language sql immutable strict parallel safe security invoker set search_path = ''
as $$
  select array(
    select l.label from (
      select coalesce(replace(m.parts[1], '""', '"'), btrim(m.parts[2], E' \t\r\n')) as label, min(m.n) as n
      -- The longest match counts here: what may be read as a quoted label is one.
      from regexp_matches(p_text, '\s*(?:"((?:[^"]|"")*)"|(?!"(?:[^"]|"")*"\s*(?:,|$))([^,]*))\s*(?:,|$)', 'g')
        with ordinality as m (parts, n) group by 1) as l
    where l.label <> '' order by l.n)
$$;

-- The set of options that a text names: the one whose label it is, commas and all, or all of its labels; else null. `p_ids`: ids by labels.
create or replace function plinth_private.set_named(p_text text, p_ids jsonb) returns text[]
language sql immutable strict parallel safe security invoker set search_path = ''
as $$
  select case
    when p_ids ? btrim(p_text, E' \t\r\n') then array[p_ids ->> btrim(p_text, E' \t\r\n')]
    else (select case when bool_and(p_ids ? l.label) then array_agg(distinct p_ids ->> l.label) end
          from unnest(plinth_private.split_labels(p_text)) as l (label)) end
$$;

-- SQL of what the records are called that a field links to record t, side by side; null: none that has a name, or more than a thousand. That of
-- a field for one record stands as it is.
create or replace function plinth_private.linked_names_sql(p_field uuid) returns text
language plpgsql stable security invoker set search_path = ''
as $$
begin
  -- Of the record by another name: what is linked is a t of its own.
  return format(case when exists (select 1 from plinth.field as f where f.id = p_field and f.options ? 'single')
                  then '(select (%s)[1] from (select t.id as record) as home)'
                  else '(select plinth_private.joined_names(%s) from (select t.id as record) as home)' end,
                plinth_private.names_sql(p_field, 'home.record'));
end
$$;

-- The names of files, in their order, joined as labels are.
create or replace function plinth_private.joined_files(p_files uuid[]) returns text
language sql stable security invoker set search_path = ''
as $$
  select plinth_private.joined_names(array_agg(a.name order by array_position(p_files, a.id)))
  from plinth.attachment as a where a.id = any (p_files)
$$;

-- The type that values of a field are written as: what the database knows of each record is a moment or somebody.
create or replace function plinth_private.spoken_type(p_type text) returns text
language sql immutable security invoker set search_path = ''
as $$ select case when plinth_private.system_column(p_type) is null then p_type else plinth_private.family_of(p_type) end $$;

-- SQL that says whether a field has a value in relation t.
create or replace function plinth_private.is_filled_sql(p_field plinth.field) returns text
language sql immutable security invoker set search_path = ''
as $$
  select format('t.%I %s', p_field.column_name,
                case p_field.type when 'attachment' then '<> ''{}''' when 'link' then '> 0' else 'is not null' end)
$$;

-- SQL of a field's value in relation t as a text that says it exactly.
create or replace function plinth_private.as_text_sql(p_field plinth.field) returns text
language sql stable security invoker set search_path = ''
as $$
  select format(case plinth_private.spoken_type(p_field.type)
    when 'integer' then 't.%1$I::text'
    when 'rating' then 't.%1$I::text'
    when 'percent' then 'plinth_private.percent_text(t.%1$I)'
    when 'currency' then 'plinth_private.money_text(t.%1$I, %4$L)'
    when 'duration' then 'plinth_private.ex_duration_text(t.%1$I)'
    when 'number' then 'plinth_private.ex_number_text(t.%1$I)'
    when 'checkbox' then 'case t.%1$I when true then ''Yes'' when false then ''No'' end'
    when 'date' then 'to_char(t.%1$I::timestamp, ''YYYY-MM-DD'')'
    when 'datetime' then 'to_char(t.%1$I at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'')'
    when 'single_select' then '(%2$L::jsonb ->> t.%1$I)'
    when 'status' then '(%2$L::jsonb ->> t.%1$I)'
    when 'json' then 't.%1$I::text'
    when 'autonumber' then 'plinth_private.number_label(t.%1$I, %5$L)'
    when 'multi_select' then 'plinth_private.joined_labels(t.%1$I, %5$L)'
    when 'attachment' then 'plinth_private.joined_files(t.%1$I)'
    -- Who has left is their id.
    when 'person' then 'coalesce(%3$L::jsonb ->> t.%1$I::text, t.%1$I::text)'
    when 'link' then '%6$s'
    else 'nullif(t.%1$I, '''')' end,
    p_field.column_name, (
      select jsonb_object_agg(o ->> 'id', o ->> 'label') from jsonb_array_elements(p_field.options -> 'options') as o),
    case when plinth_private.spoken_type(p_field.type) = 'person' then (plinth_private.people_maps(p_field.table_id)).labels end,
    p_field.options ->> 'currency', p_field.options,
    case when p_field.type = 'link' then plinth_private.linked_names_sql(p_field.id) end)
$$;

-- SQL of the value of a type that a text (an expression) says; null for every text that says none.
create or replace function plinth_private.from_text_sql(p_type text, p_options jsonb, p_text text, p_zone text) returns text
language sql stable security invoker set search_path = ''
as $$
  select format(case p_type
    when 'text' then 'case when char_length(%1$s) <= 2000 then %1$s end'
    when 'long_text' then 'case when char_length(%1$s) <= 100000 then %1$s end'
    when 'email' then 'case when plinth_private.value_problem(''email'', null, to_jsonb(btrim(%1$s))) is null
                            then nullif(btrim(%1$s), '''') end'
    when 'url' then 'case when plinth_private.value_problem(''url'', null, to_jsonb(btrim(%1$s))) is null
                          then nullif(btrim(%1$s), '''') end'
    when 'phone' then 'case when plinth_private.value_problem(''phone'', null, to_jsonb(btrim(%1$s))) is null
                            then nullif(btrim(%1$s), '''') end'
    when 'percent' then 'plinth_private.percent_of(%1$s)'
    when 'duration' then 'plinth_private.duration_of(%1$s, %5$L)'
    when 'currency' then 'plinth_private.money_of(%1$s, %6$L)'
    when 'rating' then 'case when btrim(%1$s) ~ ''^([1-9]|10)$'' and btrim(%1$s)::int <= %4$s then btrim(%1$s)::bigint end'
    when 'integer' then 'case when btrim(%1$s) ~ ''^[+-]?[0-9]{1,20}$'' and abs(btrim(%1$s)::numeric) <= 9007199254740991
                              then btrim(%1$s)::bigint end'
    when 'number' then 'plinth_private.ex_number(%1$s)'
    when 'checkbox' then 'case when lower(btrim(%1$s)) in (''true'', ''t'', ''yes'', ''y'', ''on'', ''1'', ''x'', ''✓'', ''✔'', ''☑'') then true
                               when lower(btrim(%1$s)) in (''false'', ''f'', ''no'', ''n'', ''off'', ''0'', ''☐'') then false end'
    when 'date' then 'plinth_private.ex_to_date(translate(btrim(%1$s), ''/.'', ''--''))'
    when 'datetime' then 'coalesce(plinth_private.text_moment(btrim(%1$s), %3$L),
      plinth_private.ex_datetime_of(plinth_private.ex_to_date(translate(btrim(%1$s), ''/.'', ''--'')), 0, 0, %3$L))'
    when 'json' then 'plinth_private.json_of(%1$s)'
    when 'multi_select' then 'plinth_private.set_named(%1$s, coalesce(%2$L::jsonb, ''{}''))'
    else '(%2$L::jsonb ->> btrim(%1$s))' end,
    p_text, (
      select jsonb_object_agg(o.value ->> 'label', o.value ->> 'id' order by o.ordinality desc)
      from jsonb_array_elements(p_options -> 'options') with ordinality as o), p_zone, coalesce(p_options ->> 'max', '5'),
    coalesce(p_options ->> 'unit', 'minute'), p_options ->> 'currency')
$$;

-- SQL of an option as the set of it alone, or of a set of one as that option; by their labels, as the options may be others.
create or replace function plinth_private.other_choice_sql(p_field plinth.field, p_type text, p_options jsonb) returns text
language sql stable security invoker set search_path = ''
as $$
  select format(case p_type
      when 'multi_select' then 'case when %2$L::jsonb ? t.%1$I then array[%2$L::jsonb ->> t.%1$I] end'
      else 'case when cardinality(t.%1$I) = 1 then %2$L::jsonb ->> t.%1$I[1] end' end, p_field.column_name,
    coalesce((
      select jsonb_object_agg(old.value ->> 'id', new.value ->> 'id' order by new.ordinality desc)
      from jsonb_array_elements(p_field.options -> 'options') as old
      join jsonb_array_elements(p_options -> 'options') with ordinality as new on new.value ->> 'label' = old.value ->> 'label'), '{}'))
$$;

-- SQL of a field's value in relation t as it is after a change to this type; null where it does not fit.
create or replace function plinth_private.convert_sql(p_field plinth.field, p_type text, p_options jsonb, p_zone text)
returns text
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_text text := plinth_private.as_text_sql(p_field);
  v_families text := plinth_private.family_of(p_field.type) || ' to ' || plinth_private.family_of(p_type);
  v_special text := format(case p_field.type || ' to ' || p_type
    when 'checkbox to integer' then 't.%1$I::int::bigint'
    when 'checkbox to number' then 't.%1$I::int::double precision'
    when 'date to datetime' then 'plinth_private.ex_datetime_of(t.%1$I, 0, 0, %2$L)'
    when 'datetime to date' then 'plinth_private.ex_date_of(t.%1$I, %2$L)'
  end, p_field.column_name, p_zone);
  v_number text := format(case
    -- Whole units become minor ones, and the other way: 12.5 is 1250 of a currency with two digits.
    when p_type = 'currency' and v_families in ('integer to integer', 'number to integer') then
      'plinth_private.minor_units(t.%1$I, %3$s)'
    when p_field.type = 'currency' and v_families = 'integer to integer' then
      'case when t.%1$I %% (10 ^ %3$s)::bigint = 0 then t.%1$I / (10 ^ %3$s)::bigint end'
    when p_field.type = 'currency' and v_families = 'integer to number' then 't.%1$I / 1e%3$s::double precision'
    when p_type = 'rating' and v_families in ('integer to integer', 'number to integer') then
      'case when t.%1$I = trunc(t.%1$I) and t.%1$I between 1 and %2$s then t.%1$I::bigint end'
    when v_families = 'integer to integer' then 't.%1$I'
    when v_families = 'number to integer' then
      'case when t.%1$I = trunc(t.%1$I) and abs(t.%1$I) <= 9007199254740991 then t.%1$I::bigint end'
    when v_families in ('integer to number', 'number to number') then 't.%1$I::double precision'
  end, p_field.column_name, coalesce(p_options ->> 'max', '5'), plinth_private.currency_digits(
    case when p_type = 'currency' then p_options ->> 'currency' else p_field.options ->> 'currency' end));
begin
  if p_type = p_field.type then
    return format('t.%I', p_field.column_name);
  elsif plinth_private.system_column(p_field.type) is not null then
    p_field.type := plinth_private.spoken_type(p_field.type);
    return case when p_type <> p_field.type then plinth_private.convert_sql(p_field, p_type, p_options, p_zone)
                -- The database knows more of a moment than fields keep and show.
                when p_type = 'datetime' then format('date_trunc(''milliseconds'', t.%I)', p_field.column_name)
                else format('t.%I', p_field.column_name) end;
  elsif p_field.type = 'multi_select' and p_type = 'single_select' or p_field.type = 'single_select' and p_type = 'multi_select' then
    return plinth_private.other_choice_sql(p_field, p_type, p_options);
  elsif p_field.type || ' to ' || p_type in ('single_select to status', 'status to single_select')
     and p_options -> 'options' = p_field.options -> 'options' then
    return format('t.%I', p_field.column_name);
  elsif p_type = 'person' then
    return format('(%L::jsonb ->> lower(btrim(%s)))::uuid', (plinth_private.people_maps(p_field.table_id)).named, v_text);
  elsif p_field.type = 'person' and p_type = 'email' then
    v_text := format('(%L::jsonb ->> t.%I::text)', (plinth_private.people_maps(p_field.table_id)).emails, p_field.column_name);
  end if;
  return coalesce(v_special, v_number, plinth_private.from_text_sql(p_type, p_options, v_text, p_zone));
end
$$;

-- Options for a field that becomes one of choices, made of its values: the most frequent ones, as many as fit.
create or replace function plinth_private.options_from_values(p_field plinth.field, p_type text, p_relation text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_hues constant text[] := '{blue,amber,green,purple,red,teal,orange,indigo,lime,pink,cyan}';
  v_options jsonb;
begin
  execute format('select jsonb_agg(jsonb_build_object(''id'', ''v'' || o.n, ''label'', o.label,
                                                      ''hue'', ($1::text[])[(1 + (o.n - 1) %% 11)::int]) order by o.n)
                  from (select c.label, row_number() over (order by c.label collate plinth.natural) as n
                        from (select btrim(p.part) as label, count(*) as uses
                              from data.%2$I as t cross join lateral unnest(%4$s) as p (part) where t.%3$I is not null
                              group by 1 order by 2 desc, 1 limit $2) as c
                        where char_length(c.label) between 1 and $3) as o',
                 null, p_relation, p_field.column_name,
                 format(case p_type when 'multi_select' then 'plinth_private.split_labels(%s)' else 'array[%s]' end,
                        plinth_private.as_text_sql(p_field)))
    into v_options using v_hues, plinth_private.limit_of('optionsPerField'), plinth_private.limit_of('optionLength');
  return jsonb_build_object('options', coalesce(v_options, '[]'));
end
$$;
