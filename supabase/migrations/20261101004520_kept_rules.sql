-- Rules that no constraint can keep: those that hold for new and changed values only, and those that depend on who writes or
-- when. A trigger behind each statement looks at the records that it wrote.

-- The rules of a table as conditions over relation t, false where broken, with the columns that they look at and the relation in
-- which those stand.
create or replace function plinth_private.rules_of_table(p_table uuid)
returns table (n bigint, code text, field uuid, rule text, body text, columns text[], new_only boolean, home text)
language sql stable security definer set search_path = ''
as $$
  select row_number() over (order by r.kind, r.position, r.id, r.rule), r.code, r.field, r.rule, r.body, r.columns, r.new_only,
         coalesce(r.side, t.relation)
  from (
    select 1 as kind, f.position, f.id, plinth_private.code_of_rule(c.rule) as code, f.id as field, c.rule, c.body,
           array[f.column_name] as columns, plinth_private.is_new_only(f.rules, c.rule) as new_only, f.side
    from plinth.field as f
    cross join lateral plinth_private.field_conditions(f, f.rules, format('t.%I', f.column_name)) as c
    where f.table_id = p_table and f.rules <> '{}'
    union all
    -- For all values an index keeps it.
    select 1, f.position, f.id, 'not_unique', f.id, 'unique',
           plinth_private.alone_condition(plinth_private.home_relation(f), f.column_name), array[f.column_name], true, f.side
    from plinth.field as f where f.table_id = p_table and plinth_private.is_new_only(f.rules, 'unique')
    union all
    select 2, r.position, r.id, 'rule_violated', null, r.id::text, format('(%s) is true', r.condition),
           array(select f.column_name from plinth.field as f where f.table_id = p_table and f.id = any (r.fields) order by 1),
           r.new_only, null
    from plinth.table_rule as r where r.table_id = p_table
  ) as r join plinth."table" as t on t.id = p_table
$$;

-- Refuses a value that breaks a rule of a field, or (null) of the table. Who does not see the field is not told of it.
create or replace function plinth_private.refuse_broken(p_table uuid, p_code text, p_field uuid, p_rule text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not plinth_private.sees_field(p_field) then
    perform plinth_private.fail(422, 'value_invalid', jsonb_build_object('table', p_table));
  end if;
  perform plinth_private.fail(422, p_code, jsonb_build_object('table', p_table, 'field', p_field, 'rule', p_rule));
end
$$;

-- Is it another value than before? p_columns are those that a rule looks at, of t, the record, and of o, as it was.
create or replace function plinth_private.changed_condition(p_columns text[]) returns text
language sql immutable security invoker set search_path = ''
as $$
  select format('(o.id is null or row(%s) is distinct from row(%s))', string_agg(format('t.%I', c), ', '),
                string_agg(format('o.%I', c), ', '))
  from unnest(p_columns) as c
$$;

-- Refuses a statement when a record that it wrote breaks a rule kept here. A record that was there counts only where a value
-- changed that the rule looks at. Stands behind the table's relation and behind those of its fields that stand aside.
create or replace function plinth_private.keep_rules() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_table uuid := tg_argv[0];
  v_from text := 'new_rows as t' || case when tg_op = 'UPDATE' then ' left join old_rows as o on o.id = t.id' else '' end;
  v_cases text;
  v_any text;
  v_broken bigint;
  v_rule record;
  v_unique record;
begin
  select string_agg(format('when %s then %s', b.broken, b.n), ' ' order by b.n), string_agg(b.broken, ' or ' order by b.n)
    into v_cases, v_any
    from (
      select r.n, format('(%s) is false', r.body)
        || case when tg_op = 'UPDATE' then ' and ' || plinth_private.changed_condition(r.columns) else '' end as broken
      from plinth_private.rules_of_table(v_table) as r where r.new_only and r.home = tg_table_name) as b;
  if v_any is null then
    return null;
  end if;
  for v_unique in
    select r.field, r.columns[1] as name,
           case when tg_op = 'UPDATE' then plinth_private.changed_condition(r.columns) else 'true' end as changed
    from plinth_private.rules_of_table(v_table) as r
    where r.new_only and r.rule = 'unique' and r.home = tg_table_name order by r.field
  loop
    -- Another level would look with the eyes from before the wait.
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'values are unique for new records here: write them in a transaction that is read committed'
        using errcode = 'feature_not_supported';
    end if;
    -- Whoever writes the same value waits here until this transaction is done, and then sees it. A thousand locks at most, so
    -- that a large import does not take all there are.
    execute format('select pg_advisory_xact_lock(hashtext(%1$L), k.n) from (
                      select distinct hash_record(row(t.%2$I)) & 1023 as n from %3$s where t.%2$I is not null and %4$s order by 1) as k',
                   v_unique.field, v_unique.name, v_from, v_unique.changed);
  end loop;
  execute format('select case %s end from %s where %s limit 1', v_cases, v_from, v_any) into v_broken;
  if v_broken is not null then
    select r.code, r.field, r.rule into v_rule from plinth_private.rules_of_table(v_table) as r where r.n = v_broken;
    perform plinth_private.refuse_broken(v_table, v_rule.code, v_rule.field, v_rule.rule);
  end if;
  return null;
end
$$;

-- The relations in data that hold the fields of a table: its own, then those of fields that stand aside.
create or replace function plinth_private.homes_of(p_table uuid) returns setof text
language sql stable security definer set search_path = ''
as $$
  select h.name from (
    select t.relation as name, 0 as n from plinth."table" as t where t.id = p_table
    union all
    select f.side, 1 from plinth.field as f where f.table_id = p_table and f.side is not null) as h
  where to_regclass(format('data.%I', h.name)) is not null order by h.n, h.name
$$;

-- Gives a table's relations the triggers where they have such rules, and takes them away where they have none any more.
create or replace function plinth_private.renew_rule_triggers(p_table uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_home record;
begin
  for v_home in
    select h.name,
      exists (select 1 from plinth_private.rules_of_table(p_table) as r where r.new_only and r.home = h.name) as wanted,
      exists (select 1 from pg_catalog.pg_trigger as g
              where g.tgrelid = format('data.%I', h.name)::regclass and g.tgname = 'plinth_rules_insert') as present
    from plinth_private.homes_of(p_table) as h (name)
  loop
    if v_home.wanted and not v_home.present then
      execute format('create trigger plinth_rules_insert after insert on data.%I referencing new table as new_rows
                      for each statement execute function plinth_private.keep_rules(%L)', v_home.name, p_table);
      execute format('create trigger plinth_rules_update after update on data.%I
                      referencing old table as old_rows new table as new_rows
                      for each statement execute function plinth_private.keep_rules(%L)', v_home.name, p_table);
    elsif v_home.present and not v_home.wanted then
      execute format('drop trigger plinth_rules_insert on data.%I', v_home.name);
      execute format('drop trigger plinth_rules_update on data.%I', v_home.name);
    end if;
  end loop;
end
$$;

-- The changes to a relation's constraints that a new list of checks asks for, as one ALTER TABLE: checks are added without
-- a look at what is there, so the lock is held for a moment. {name: SQL} before and after.
create or replace function plinth_private.replace_checks(p_relation text, p_before jsonb, p_after jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_actions text;
begin
  select string_agg(a.action, ', ' order by a.n, a.name) into v_actions
    from (
      select 1 as n, b.key as name, format('drop constraint if exists %I', b.key) as action
      from jsonb_each_text(p_before) as b where b.value is distinct from p_after ->> b.key
      union all
      select 2, c.key, format('add constraint %I check (%s) not valid', c.key, c.value)
      from jsonb_each_text(p_after) as c where c.value is distinct from p_before ->> c.key
    ) as a;
  if v_actions is not null then
    execute format('alter table data.%I %s', p_relation, v_actions);
  end if;
end
$$;
