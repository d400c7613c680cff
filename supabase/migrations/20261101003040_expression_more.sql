-- More of what compiled expressions say (docs/expressions.md): texts by their words and pieces, steps of numbers, working days, lists in
-- order. Each equals its function in packages/expression.

-- The text so many times.
create or replace function plinth_private.ex_repeat(p_text text, p_count double precision) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_count int := plinth_private.ex_count(p_count);
begin
  -- The length is known before a text is made that could be too long for any memory.
  return case when v_count > 0 and length(p_text)::bigint * v_count <= 100000 then nullif(repeat(p_text, v_count), '') end;
end
$$;

-- The text with its first character as a capital.
create or replace function plinth_private.ex_capitalize(p_text text) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return plinth_private.ex_text(plinth_private.ex_upper_case(left(p_text, 1)) || substr(p_text, 2));
end
$$;

-- Each word with its first character as a capital and small letters behind it. Words stand between blanks.
create or replace function plinth_private.ex_proper(p_text text) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return plinth_private.ex_text((
    select string_agg(plinth_private.ex_upper_case(left(m.piece, 1)) || plinth_private.ex_lower_case(substr(m.piece, 2)), '' order by m.n)
    from (select w.found[1] as piece, w.n
          from regexp_matches(p_text, E'[ \t\n\r]+|[^ \t\n\r]+', 'g') with ordinality as w (found, n)) as m));
end
$$;

-- The text without blanks at its ends, and one space in the place of blanks within.
create or replace function plinth_private.ex_squeeze(p_text text) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return nullif(regexp_replace(btrim(p_text, E' \t\n\r'), E'[ \t\n\r]+', ' ', 'g'), '');
end
$$;

-- How often the second text stands in the first, without overlap.
create or replace function plinth_private.ex_count_of(p_text text, p_what text) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  if p_what = '' then
    return null;
  end if;
  return (length(p_text) - length(replace(p_text, p_what, ''))) / length(p_what);
end
$$;

-- The position of the last place at which the second text stands in the first, or 0.
create or replace function plinth_private.ex_find_last(p_text text, p_what text) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_behind int := strpos(reverse(p_text), reverse(p_what));
begin
  return case when v_behind = 0 then 0 else length(p_text) - v_behind - length(p_what) + 2 end;
end
$$;

-- What stands before (or behind) the first (or the last) place of the second text in the first; empty where there is none.
create or replace function plinth_private.ex_beside(p_text text, p_what text, p_last boolean, p_before boolean) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_at int := case when p_last then plinth_private.ex_find_last(p_text, p_what)::int else strpos(p_text, p_what) end;
begin
  return case when v_at = 0 then null when p_before then nullif(left(p_text, v_at - 1), '')
              else nullif(substr(p_text, v_at + length(p_what)), '') end;
end
$$;

-- The text with another one put in before a position.
create or replace function plinth_private.ex_insert(p_text text, p_position double precision, p_what text) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_before int := greatest(plinth_private.ex_count(p_position), 1) - 1;
begin
  return plinth_private.ex_text(left(p_text, v_before) || p_what || substr(p_text, v_before + 1));
end
$$;

-- The character with a code point; empty where there is none that a text could hold.
create or replace function plinth_private.ex_char(p_code double precision) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_code int := plinth_private.ex_whole(p_code, 1114112);
begin
  return case when v_code between 1 and 55295 or v_code between 57344 and 1114111 then chr(v_code) end;
end
$$;

-- The pieces of a text between blanks, or (p_lines) between ends of lines, without empty ones.
create or replace function plinth_private.ex_pieces(p_text text, p_lines boolean) returns text[]
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return nullif(array_remove(regexp_split_to_array(p_text, case when p_lines then E'\r?\n' else E'[ \t\n\r]+' end), ''), '{}');
end
$$;

-- Are two texts the same but for capitals?
create or replace function plinth_private.ex_same_text(a text, b text) returns boolean
language plpgsql immutable parallel safe security invoker set search_path = ''
as $$
begin
  return plinth_private.ex_lower_case(coalesce(a, '')) = plinth_private.ex_lower_case(coalesce(b, ''));
end
$$;

-- The text, or its beginning with … behind it, in at most so many characters.
create or replace function plinth_private.ex_shorten(p_text text, p_length double precision) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_length int := plinth_private.ex_count(p_length);
begin
  return case when v_length < 1 then null when length(p_text) <= v_length then p_text else left(p_text, v_length - 1) || '…' end;
end
$$;

-- A number as text with exactly so many digits behind the point.
create or replace function plinth_private.ex_fixed(a double precision, p_digits double precision) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_digits int := plinth_private.ex_whole(greatest(p_digits, 0), 15);
  v_text text := plinth_private.ex_number_text(plinth_private.ex_round(a, v_digits, 'half'));
begin
  return case when v_digits = 0 then v_text
              else v_text || case when v_text like '%.%' then '' else '.' end
                || repeat('0', v_digits - length(split_part(v_text, '.', 2))) end;
end
$$;

-- The greatest common divisor (or the least common multiple) of two whole numbers of at most 2^53 − 1; empty for others.
create or replace function plinth_private.ex_divisor(a double precision, b double precision, p_multiple boolean) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_divisor double precision;
begin
  if a <> trunc(a) or b <> trunc(b) or abs(a) > 9007199254740991 or abs(b) > 9007199254740991 then
    return null;
  end if;
  v_divisor := gcd(a::bigint, b::bigint);
  return case when not p_multiple then v_divisor when a = 0 or b = 0 then 0 else abs(a) / v_divisor * abs(b) end;
end
$$;

-- The number as a multiple of a step: the next one below ('down'), above ('up'), or the nearest ('near', half a step goes up).
create or replace function plinth_private.ex_step(a double precision, p_step double precision, p_way text) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_steps double precision := plinth_private.ex_divide(a, p_step);
begin
  return plinth_private.ex_multiply(case p_way when 'down' then floor(v_steps) when 'up' then ceil(v_steps)
                                               else floor(plinth_private.ex_add(v_steps, 0.5)) end, p_step) + 0;
end
$$;

-- What stands behind the point.
create or replace function plinth_private.ex_fraction(a double precision) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return a - trunc(a);
end
$$;

-- Is it a whole number?
create or replace function plinth_private.ex_is_whole(a double precision) returns boolean
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return a = trunc(a);
end
$$;

-- The numbers multiplied, from left to right; empty ones are passed over, and the product of none is 1.
create or replace function plinth_private.ex_product(p_list double precision[]) returns double precision
language plpgsql immutable parallel safe security invoker set search_path = ''
as $$
declare
  v_product double precision := 1;
  v_item double precision;
begin
  foreach v_item in array coalesce(p_list, '{}') loop
    if v_item is not null then
      v_product := plinth_private.ex_multiply(v_product, v_item);
    end if;
  end loop;
  return v_product + 0;
end
$$;

-- The number in the middle of the others in their order, or the mean of the two there.
create or replace function plinth_private.ex_median(p_list double precision[]) returns double precision
language plpgsql immutable parallel safe security invoker set search_path = ''
as $$
declare
  v_sorted double precision[] := array(select u.item from unnest(p_list) as u (item) where u.item is not null order by 1);
  v_count int := cardinality(v_sorted);
begin
  if v_count = 0 then
    return null;
  elsif v_count % 2 = 1 then
    return v_sorted[v_count / 2 + 1];
  end if;
  return plinth_private.ex_divide(plinth_private.ex_add(v_sorted[v_count / 2], v_sorted[v_count / 2 + 1]), 2);
end
$$;

-- How many of these are true.
create or replace function plinth_private.ex_count_true(p_list boolean[]) returns double precision
language plpgsql immutable parallel safe security invoker set search_path = ''
as $$
begin
  return coalesce(cardinality(array_positions(p_list, true)), 0);
end
$$;

-- How many working days (Monday to Friday) there are from Monday, 0001-01-01, up to a day.
create or replace function plinth_private.ex_workdays(p_days int) returns int
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return floor(p_days / 7.0)::int * 5 + least((p_days % 7 + 7) % 7 + 1, 5);
end
$$;

-- Working days behind the first date up to the second one; negative when the second is earlier.
create or replace function plinth_private.ex_workdays_between(p_from date, p_to date) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  if plinth_private.ex_day(p_from) is null or plinth_private.ex_day(p_to) is null then
    return null;
  end if;
  return plinth_private.ex_workdays(p_to - date '0001-01-01') - plinth_private.ex_workdays(p_from - date '0001-01-01');
end
$$;

-- The working day so many behind a date, or before it; the date itself for none.
create or replace function plinth_private.ex_add_workdays(p_day date, p_count double precision) returns date
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_count int := plinth_private.ex_whole(p_count, 4000000);
  v_days int;
  v_nth int;
begin
  if plinth_private.ex_day(p_day) is null then
    return null;
  elsif v_count = 0 then
    return p_day;
  end if;
  v_days := p_day - date '0001-01-01';
  -- Which working day of the calendar that is, from 0.
  v_nth := case when v_count > 0 then plinth_private.ex_workdays(v_days) + v_count - 1
                else plinth_private.ex_workdays(v_days - 1) + v_count end;
  v_days := floor(v_nth / 5.0)::int * 7 + v_nth - floor(v_nth / 5.0)::int * 5;
  return case when v_days between 0 and 3652058 then date '0001-01-01' + v_days end;
end
$$;

-- The next day behind a date with this number in the week, 1 (Monday) to 7; empty for other numbers.
create or replace function plinth_private.ex_next_weekday(p_day date, p_weekday double precision) returns date
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_weekday int := plinth_private.ex_whole(p_weekday, 8);
begin
  if v_weekday not between 1 and 7 or plinth_private.ex_day(p_day) is null then
    return null;
  end if;
  return plinth_private.ex_add_days(p_day, (v_weekday - extract(isodow from p_day)::int + 6) % 7 + 1);
end
$$;

-- So many items of a list, from a position on.
create or replace function plinth_private.ex_slice(p_list anyarray, p_from double precision, p_count double precision) returns anyarray
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_from int := greatest(plinth_private.ex_count(p_from), 1);
begin
  return nullif(p_list[v_from : v_from + plinth_private.ex_count(p_count) - 1], '{}');
end
$$;

-- The items of a list in their order, or against it.
create or replace function plinth_private.ex_sort(p_list anyarray, p_down boolean) returns anyarray
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  if p_down then
    return (select array_agg(u.item order by u.item desc) from unnest(p_list) as u (item));
  end if;
  return (select array_agg(u.item order by u.item) from unnest(p_list) as u (item));
end
$$;

-- The items against their order.
create or replace function plinth_private.ex_reverse(p_list anyarray) returns anyarray
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return (select array_agg(u.item order by u.n desc) from unnest(p_list) with ordinality as u (item, n));
end
$$;

-- The items of a list that are (or are not) in another one.
create or replace function plinth_private.ex_sift(p_list anyarray, p_other anyarray, p_held boolean) returns anyarray
language plpgsql immutable parallel safe security invoker set search_path = ''
as $$
begin
  return (select array_agg(u.item order by u.n) from unnest(p_list) with ordinality as u (item, n)
          where exists (select 1 from unnest(p_other) as o (item) where o.item = u.item) = p_held);
end
$$;

-- The list with one more item at its end.
create or replace function plinth_private.ex_append(p_list anyarray, p_item anyelement) returns anyarray
language plpgsql immutable parallel safe security invoker set search_path = ''
as $$
begin
  return case when p_item is null then p_list else array_append(p_list, p_item) end;
end
$$;

-- Where an item stands in a list, from 1; 0 where it does not.
create or replace function plinth_private.ex_position(p_list anyarray, p_item anyelement) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return coalesce(array_position(p_list, p_item), 0);
end
$$;

-- How many items of a list equal a value.
create or replace function plinth_private.ex_count_equal(p_list anyarray, p_item anyelement) returns double precision
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return cardinality(array_positions(p_list, p_item));
end
$$;

-- The numbers that texts of a list say; other texts are left out.
create or replace function plinth_private.ex_numbers(p_list text[]) returns double precision[]
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return (select array_agg(r.number order by r.n)
          from (select plinth_private.ex_number(u.item) as number, u.n from unnest(p_list) with ordinality as u (item, n) offset 0) as r
          where r.number is not null);
end
$$;

-- Is an item of the list there more than once?
create or replace function plinth_private.ex_has_duplicates(p_list anyarray) returns boolean
language plpgsql immutable parallel safe security invoker set search_path = ''
as $$
begin
  return (select count(distinct u.item) < count(*) from unnest(p_list) as u (item));
end
$$;
