-- Rules of fields: what a value must be beyond its type. {required, unique, min, max, minLength, maxLength, pattern:
-- {text, message}}; newOnly names those that hold for new and changed values only.

-- The rules that a field of this type may have.
create or replace function plinth_private.rules_of_type(p_type text) returns text[]
language sql immutable security invoker set search_path = ''
as $$
  select case
    when p_type in ('attachment', 'checkbox', 'link') or plinth_private.is_computed(p_type) then '{}'::text[]
    when p_type = 'rating' then '{required}'
    when plinth_private.family_of(p_type) in ('integer', 'number', 'date', 'datetime') then '{required,unique,min,max}'
    when p_type in ('text', 'email', 'url', 'phone') then '{required,unique,minLength,maxLength,pattern}'
    when p_type = 'long_text' then '{required,minLength,maxLength}'
    else '{required}'
  end
$$;

-- Refuses a rule of a field that is not as it must be.
create or replace function plinth_private.refuse_field_rule(p_field uuid, p_rule text) returns void
language plpgsql stable security invoker set search_path = ''
as $$
begin
  perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('field', p_field, 'rule', p_rule));
end
$$;

-- One rule's value in the form in which it is kept; refuses what is none.
create or replace function plinth_private.clean_field_rule(p_field plinth.field, p_rule text, p_value jsonb) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_good boolean;
begin
  case
    when p_rule in ('required', 'unique') then
      v_good := p_value = 'true';
    when p_rule in ('min', 'max') then
      v_good := p_value not in ('""', 'null') and plinth_private.value_problem(p_field.type, null, p_value) is null;
      p_value := plinth_private.canonical(p_field.type, p_value);
    when p_rule in ('minLength', 'maxLength') then
      v_good := jsonb_typeof(p_value) = 'number' and p_value #>> '{}' ~ '^[1-9]\d{0,5}$';
    else
      v_good := jsonb_typeof(p_value) = 'object' and jsonb_typeof(p_value -> 'text') = 'string'
        and coalesce(jsonb_typeof(p_value -> 'message'), 'null') in ('string', 'null')
        and char_length(coalesce(p_value ->> 'message', '')) <= plinth_private.limit_of('ruleMessageLength')
        and coalesce(p_value ->> 'message' = plinth_private.plain_text(p_value ->> 'message'), true)
        and plinth_private.compile_pattern(p_value ->> 'text') is not null;
      p_value := jsonb_strip_nulls(jsonb_build_object('text', p_value -> 'text',
                                                      'message', nullif(btrim(p_value ->> 'message'), '')));
  end case;
  if v_good is not true then
    perform plinth_private.refuse_field_rule(p_field.id, p_rule);
  end if;
  return p_value;
end
$$;

-- The rules of a field, checked; without those that are null or false.
create or replace function plinth_private.clean_field_rules(p_field plinth.field, p_rules jsonb) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_rules jsonb := '{}';
  v_rule record;
begin
  if coalesce(jsonb_typeof(p_rules), '') <> 'object' then
    perform plinth_private.refuse_field_rule(p_field.id, 'rules');
  end if;
  for v_rule in select r.key, r.value from jsonb_each(p_rules - 'newOnly') as r where r.value not in ('null', 'false') loop
    if p_field.formula is not null or v_rule.key <> all (plinth_private.rules_of_type(p_field.type)) then
      perform plinth_private.refuse_field_rule(p_field.id, 'rules');
    end if;
    v_rules := v_rules || jsonb_build_object(v_rule.key, plinth_private.clean_field_rule(p_field, v_rule.key, v_rule.value));
  end loop;
  if (v_rules ->> 'minLength')::int > (v_rules ->> 'maxLength')::int then
    perform plinth_private.refuse_field_rule(p_field.id, 'maxLength');
  elsif jsonb_typeof(v_rules -> 'min') = 'number' and v_rules -> 'min' > v_rules -> 'max'
     or jsonb_typeof(v_rules -> 'min') = 'string'
        and v_rules ->> 'min' collate "C" > v_rules ->> 'max' then
    perform plinth_private.refuse_field_rule(p_field.id, 'max');
  end if;
  return v_rules;
end
$$;

-- The rules as conditions on a value (p_value is SQL): false where it breaks the rule. Empty values break `required` only.
-- What is unique also fits into an index (keyLength); that it stands once is for the index to say.
create or replace function plinth_private.field_conditions(p_field plinth.field, p_rules jsonb, p_value text)
returns table (rule text, body text)
language sql stable security invoker set search_path = ''
as $$
  select c.rule, c.body
  from (
    select case when t.is_text then format('nullif(%s, '''')', p_value) else p_value end as filled,
           split_part(plinth_private.column_type(p_field.type), ' not null', 1) as type
    from (select plinth_private.family_of(p_field.type) = 'text' as is_text) as t
  ) as v
  cross join lateral (values
    (1, 'required', p_rules ? 'required', format('%s is not null', v.filled)),
    (2, 'min', p_rules ? 'min', format('%s >= %L::%s', v.filled, p_rules ->> 'min', v.type)),
    (3, 'max', p_rules ? 'max', format('%s <= %L::%s', v.filled, p_rules ->> 'max', v.type)),
    (4, 'minLength', p_rules ? 'minLength', format('char_length(%s) >= %L::int', v.filled, p_rules ->> 'minLength')),
    (5, 'maxLength', p_rules ? 'maxLength', format('char_length(%s) <= %L::int', v.filled, p_rules ->> 'maxLength')),
    (6, 'pattern', p_rules ? 'pattern',
      format('%s collate "C" ~ %L', v.filled, plinth_private.compile_pattern(p_rules #>> '{pattern,text}'))),
    (7, 'keyLength', p_rules ? 'unique' and p_field.type in ('text', 'url'), format('octet_length(%s) <= 2600', v.filled))
  ) as c (n, rule, is_set, body)
  where c.is_set
  order by c.n
$$;

-- Does a rule hold for new and changed values only?
create or replace function plinth_private.is_new_only(p_rules jsonb, p_rule text) returns boolean
language sql immutable security invoker set search_path = ''
as $$ select coalesce(p_rules -> 'newOnly' ? p_rule, false) $$;

-- A condition that is false for a record whose value of the field another one has: what an index finds for a few records.
create or replace function plinth_private.alone_condition(p_relation text, p_column text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select format('(t.%1$I::text <> '''' and exists (select from data.%2$I as d where d.%1$I = t.%1$I and d.id <> t.id)) is not true',
                p_column, p_relation)
$$;

-- A condition that is false for the records whose value of the field stands more than once.
create or replace function plinth_private.single_condition(p_relation text, p_column text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select format('(t.%1$I in (select d.%1$I from data.%2$I as d where d.%1$I::text <> ''''
                             group by d.%1$I having count(*) > 1)) is not true', p_column, p_relation)
$$;

-- SQL that makes the index which keeps values unique; its name, the relation and the column are to be filled in. An empty text
-- that came by the table's own route is as empty as no value. p_new_only: records have the same value, and a trigger looks for
-- that of a new one; such an index takes texts of any length.
create or replace function plinth_private.unique_index_sql(p_type text, p_new_only boolean) returns text
language sql immutable security invoker set search_path = ''
as $$
  select case when p_new_only then 'create index if not exists %I on data.%I using hash (%I)'
    else 'create unique index if not exists %I on data.%I (%I)'
         || case when p_type = 'text' then ' where %3$I <> ''''' else '' end end
$$;

-- Name of the index that keeps a field's values unique.
create or replace function plinth_private.unique_index(p_field uuid) returns text
language sql immutable security invoker set search_path = ''
as $$ select format('plinth_%s__unique', replace(p_field::text, '-', '')) $$;

-- Records of a table that break one of these conditions (SQL of our own over relation t, false where broken):
-- {violations, byRule: {name: count}, records: the first 50}. One pass over the table, and one for the list.
create or replace function plinth_private.find_violations(p_relation text, p_names text[], p_bodies text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_any text := coalesce((select string_agg(format('(%s) is false', b), ' or ') from unnest(p_bodies) as b), 'false');
  v_counts text := coalesce((select string_agg(format('%L, count(*) filter (where (%s) is false)', u.name, u.body), ', ')
                             from unnest(p_names, p_bodies) as u (name, body)), '');
  v_answer jsonb;
  v_records jsonb;
begin
  execute format('select jsonb_build_object(''violations'', count(*) filter (where %s), ''byRule'', jsonb_build_object(%s))
                  from data.%I as t', v_any, v_counts, p_relation)
    into v_answer;
  if v_answer -> 'violations' = '0' then
    return v_answer || '{"records": []}';
  end if;
  execute format('select jsonb_agg(f.id) from (select t.id from data.%I as t where %s order by t.id limit 50) as f',
                 p_relation, v_any)
    into v_records;
  return v_answer || jsonb_build_object('records', v_records);
end
$$;

-- Which records break these rules of a field.
create or replace function plinth_private.field_violations(p_field plinth.field, p_rules jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_relation text := plinth_private.home_relation(p_field);
  v_names text[];
  v_bodies text[];
begin
  select coalesce(array_agg(c.rule), '{}'), coalesce(array_agg(c.body), '{}') into v_names, v_bodies
    from plinth_private.field_conditions(p_field, p_rules, format('t.%I', p_field.column_name)) as c;
  if p_rules ? 'unique' then
    v_names := v_names || 'unique'::text;
    v_bodies := v_bodies || plinth_private.single_condition(v_relation, p_field.column_name);
  end if;
  return plinth_private.find_violations(v_relation, v_names, v_bodies);
end
$$;
