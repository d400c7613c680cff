-- What compiled expressions say about lists (docs/expressions.md): arrays without nulls; an empty list is empty (null).
-- Texts are in the order of the collation that is given with them, "C".

-- A list of these items without the empty ones; empty when none is left.
create or replace function plinth_private.ex_list(variadic p_items anyarray) returns anyarray
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return nullif(array_remove(p_items, null), '{}');
end
$$;

-- Does the value lie between two others? For values that are computed: BETWEEN would compute them twice.
create or replace function plinth_private.ex_between(p_value anyelement, p_low anyelement, p_high anyelement)
returns boolean
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return p_value between p_low and p_high;
end
$$;

-- The least item.
create or replace function plinth_private.ex_least(p_list anyarray) returns anyelement
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return (select min(u.item) from unnest(p_list) as u (item));
end
$$;

-- The greatest item.
create or replace function plinth_private.ex_greatest(p_list anyarray) returns anyelement
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return (select max(u.item) from unnest(p_list) as u (item));
end
$$;

-- Do two lists have an item in common? Long ones by hashing: the operator compares each with each.
create or replace function plinth_private.ex_has_any(p_list anyarray, p_other anyarray) returns boolean
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  if cardinality(p_list)::bigint * cardinality(p_other) < 100000 then
    return p_list && p_other;
  end if;
  return exists (select u.item from unnest(p_list) as u (item) intersect select u.item from unnest(p_other) as u (item));
end
$$;

-- Does a list have every item of another? Everything has all of nothing.
create or replace function plinth_private.ex_has_all(p_list anyarray, p_other anyarray) returns boolean
language plpgsql immutable parallel safe security invoker set search_path = ''
as $$
begin
  if p_list is null or p_other is null then
    return p_other is null;
  elsif cardinality(p_list)::bigint * cardinality(p_other) < 100000 then
    return p_list @> p_other;
  end if;
  return not exists (select u.item from unnest(p_other) as u (item) except select u.item from unnest(p_list) as u (item));
end
$$;

-- The list with the first of equal items only.
create or replace function plinth_private.ex_unique(p_list anyarray) returns anyarray
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return (select array_agg(i.item order by i.n)
          from (select u.item, min(u.n) as n from unnest(p_list) with ordinality as u (item, n) group by u.item) as i);
end
$$;

-- The last item.
create or replace function plinth_private.ex_last(p_list anyarray) returns anyelement
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return p_list[cardinality(p_list)];
end
$$;
